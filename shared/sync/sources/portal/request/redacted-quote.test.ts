import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { redactedQuote } from './redacted-quote.ts'

describe('the quotation of an error message', () => {
  test.each([
    ['Ocurrió un error (inesperado).', '"Ocurrió un error (inesperado)."'],
    ['  Espere\t30 minutos,\u200b por favor ', '"Espere 30 minutos, por favor"'],
    ['Vea https://portal.example/x?y=1 o www.portal.example', '"Vea … o …"'],
    ['Error en C:\\inetpub\\Marca.aspx.cs:35 y /var/www', '"Error en … y …"'],
    ['Hash a9f3-77b2== de usuario@oficina.example', '"Hash … de …"'],
    ['El titular 12.345.678-5 no puede', '"El titular no puede"'],
    ['El titular RUT 12345678 no puede', '"El titular no puede"'],
    ['Solicitud 1.241.347 y 1241341', '"Solicitud y …"'],
    ['<b>Error</b> grave', '"… grave"'],
    ['TrÃ¡mite', '"Trámite"'],
    ['\u202e\u0007', undefined],
    ['403 500', undefined],
    ['a1b2c3d4', undefined],
    ['x '.repeat(1_001), undefined],
  ])('contains only words and small numbers, and is undefined without a word: %j', (text, wanted) => {
    expect(redactedQuote(text, [])).toBe(wanted)
  })

  test('has at most 120 characters between its quotation marks', () => {
    const quoted = redactedQuote('palabra '.repeat(100), []) ?? ''
    expect(quoted).toHaveLength(122)
    expect(quoted.endsWith('…"')).toBe(true)
  })

  test('is undefined for a message with a secret, even if spaces or signs divide the secret', () => {
    const secret = 'claveDeLaSesion'
    const spread = fc.constantFrom('', ' ', '. ', '\u200b', '-', '…')
    fc.assert(
      fc.property(fc.array(spread, { minLength: 15, maxLength: 15 }), fc.boolean(), (signs, isUpper) => {
        const text = [...secret].map((letter, index) => letter + signs[index]).join('')
        expect(redactedQuote(`No vale ${isUpper ? text.toUpperCase() : text} hoy`, [secret])).toBeUndefined()
      }),
    )
    expect(redactedQuote('No vale claveDe 1234567 LaSesion', [secret])).toBeUndefined()
    expect(redactedQuote('No vale', [secret, '', 'va'])).toBe('"No vale"')
  })
})
