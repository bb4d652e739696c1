import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { isDateCode, isDateFormat } from './date-format.ts'

describe('a format code shows a day', () => {
  test.each([
    'dd/mm/yyyy',
    'DD-MM-YYYY',
    'yyyy-mm-dd hh:mm:ss',
    'd',
    'mmm-yy',
    'mmmm',
    '[$-340A]dddd d" de "mmmm" de "yyyy;@',
    '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy',
    '[Red]dd/mm/aaaa',
    'yyyy"年"m"月"d"日"',
  ])('%s', (code) => {
    expect(isDateCode(code)).toBe(true)
  })
})

describe('a format code shows no day', () => {
  test.each([
    'General',
    '0.00',
    '#,##0.00\\ [$USD]',
    '[Red]0;[Blue]-0',
    '[$$-340A]#,##0',
    '0 "días y meses"',
    '0\\d',
    '0_d*m',
    '#,##0_ ;[Red]\\-#,##0\\ ',
    '0.00E+00',
    '@',
    'h:mm',
    'hh:mm:ss AM/PM',
    '[h]:mm',
    '[mm]:ss',
    '[mm]',
    'mm:ss.0',
  ])('%s', (code) => {
    expect(isDateCode(code)).toBe(false)
  })
})

test('an unpaired quote or bracket does not take long, however many there are', () => {
  expect(isDateCode('['.repeat(1_000_000))).toBe(false)
  expect(isDateCode('"'.repeat(999_999))).toBe(false)
})

test('what stands in quotes never makes a number a day', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(isDateCode(`0 "${text.replaceAll('"', '')}"`)).toBe(false)
    }),
  )
})

describe('a built-in format', () => {
  test.each([14, 15, 16, 17, 22, 27, 31, 36, 50, 58])('%d shows a day', (id) => {
    expect(isDateFormat(id, new Map())).toBe(true)
  })

  test.each([0, 1, 2, 9, 13, 18, 19, 20, 21, 23, 32, 33, 37, 45, 46, 47, 49, 59, 164])(
    '%d shows none',
    (id) => {
      expect(isDateFormat(id, new Map())).toBe(false)
    },
  )

  test('counts for less than what the workbook defines under its number', () => {
    const defined = new Map([
      [14, '0.00'],
      [1, 'dd/mm/yy'],
    ])
    expect([isDateFormat(14, defined), isDateFormat(1, defined)]).toEqual([false, true])
  })
})
