import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { marksByNumber } from './marks-by-number.ts'
import type { ToldMark } from './told-mark.ts'

const mark = (number: bigint) => ({ nroSolicitud: String(number) }) as ToldMark
const numbers = fc.array(fc.bigInt({ min: 1n, max: 10n ** 18n - 1n }))

test('marks are found behind any number in the order of their numbers, in whatever order they came', () => {
  const property = fc.property(
    numbers,
    numbers,
    fc.bigInt({ min: 0n, max: 10n ** 18n }),
    (one, other, last) => {
      const marks = marksByNumber()
      marks.enter(one.map(mark))
      marks.enter(other.map(mark))
      const after = [...new Set([...one, ...other])].filter((number) => number > last)
      after.sort((a, b) => (a < b ? -1 : 1))
      expect(marks.after(String(last), 3)).toEqual(after.slice(0, 3).map(mark))
    },
  )
  fc.assert(property)
})

test('a mark that is entered again takes the place of the one before', () => {
  const marks = marksByNumber()
  marks.enter([mark(7n), { ...mark(7n), denominacion: 'OTRA' }])
  expect(marks.find('7')).toMatchObject({ denominacion: 'OTRA' })
  expect(marks.after('0', 20)).toHaveLength(1)
  expect(marks.find('07')).toBeUndefined()
})
