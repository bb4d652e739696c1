import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readApplicationNumber } from './application-number.ts'

describe('an application number', () => {
  test('is the same with dots, outer spaces and leading zeros as without', () => {
    const number = fc.bigInt({ min: 1n, max: 10n ** 18n - 1n })
    const space = fc.stringMatching(/^[ \t\n]{0,3}$/)
    fc.assert(
      fc.property(number, fc.nat(50), space, space, (value, zeros, before, after) => {
        const dotted = value.toLocaleString('de-DE')
        expect(readApplicationNumber(`${before}${'0'.repeat(zeros)}${dotted}${after}`)).toBe(String(value))
      }),
    )
  })

  test('with other characters than digits, or with more than 18 digits, is not in the corpus', () => {
    for (const text of ['abc', '12a', '1 2', '-1', '1,5', '1'.repeat(19), '1'.repeat(64), '\0', '١٢']) {
      expect(readApplicationNumber(text)).toBeNull()
    }
  })

  test('has 1 to 64 code points after dots, outer spaces and leading zeros are removed', () => {
    expect(readApplicationNumber('x'.repeat(64))).toBeNull()
    expect(readApplicationNumber('𝟙'.repeat(64))).toBeNull()
    expect(readApplicationNumber(`${'.'.repeat(100)}${'0'.repeat(100)}7`)).toBe('7')
    for (const text of ['', ' ', '...', '. .', 'x'.repeat(65), '1'.repeat(65)]) {
      expect(() => readApplicationNumber(text)).toThrow('nroSolicitud must have 1 to 64 characters')
    }
  })

  test('of zeros is 0', () => {
    expect(readApplicationNumber('000')).toBe('0')
  })
})
