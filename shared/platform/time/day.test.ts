import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isDay } from './day.ts'

const year = fc.integer({ min: 1, max: 9999 })

test('every day of the years 1 to 9999 is valid', () => {
  const min = new Date('0001-01-01T00:00:00Z')
  const max = new Date('9999-12-31T00:00:00Z')
  fc.assert(
    fc.property(fc.date({ min, max, noInvalidDate: true }), (at) => {
      expect(isDay(at.toISOString().slice(0, 10))).toBe(true)
    }),
  )
})

test('29 February is valid only in leap years', () => {
  fc.assert(
    fc.property(year, (number) => {
      const leap = (number % 4 === 0 && number % 100 !== 0) || number % 400 === 0
      expect(isDay(`${String(number).padStart(4, '0')}-02-29`)).toBe(leap)
    }),
  )
})

test.each([
  '2019-02-30',
  '2019-04-31',
  '2019-13-01',
  '2019-00-10',
  '2019-01-00',
  '2019-01-32',
  '0000-01-01',
  '-001-01-01',
  '+02019-01-01',
  '10000-01-01',
  '2019-1-1',
  '2019-01-01T00:00:00Z',
  '2019-01-01 ',
  ' 2019-01-01',
  '2019-01-01\n',
  '20190101',
  '01-01-2019',
  '2019/01/01',
  '٢٠١٩-٠١-٠١',
  'infinity',
  'today',
  '',
])('%j is not a day', (text) => {
  expect(isDay(text)).toBe(false)
})
