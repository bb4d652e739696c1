import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../../test/support/any-character.ts'
import { quote, withoutQuotations } from './quote.ts'

test('a quotation is clean and has at most 40 characters', () => {
  expect(quote(' 31/02\0/2019\n')).toBe('"31/02/2019"')
  expect(quote('x'.repeat(40))).toBe(`"${'x'.repeat(40)}"`)
  expect(quote('𝄞'.repeat(41))).toBe(`"${'𝄞'.repeat(39)}…"`)
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      const quotation = quote(text)
      expect([...quotation].length).toBeLessThanOrEqual(42)
      expect(quotation.isWellFormed()).toBe(true)
    }),
  )
})

test('a quotation never contains a national id number, because the reasons of rejected rows are stored', () => {
  expect(quote('Juan Pérez, RUT 12.345.678-5')).toBe('"Juan Pérez"')
  expect(quote('76.123.456-7')).toBe('""')
})

test('a public reason has no quotation, even if the quoted text has quotation marks', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: anyCharacter }),
      fc.constantFrom('', ', and may continue the application 8'),
      (text, end) => {
        expect(withoutQuotations(`the status is none: ${quote(text)}${end}`)).toBe(`the status is none${end}`)
      },
    ),
  )
})
