import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { quoteSentence } from './quote-sentence.ts'

describe('a sentence of the office', () => {
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
  ])('is told by its words: %j', (text, wanted) => {
    expect(quoteSentence(text, [])).toBe(wanted)
  })

  test('has 120 characters at most', () => {
    const quoted = quoteSentence('palabra '.repeat(100), []) ?? ''
    expect(quoted).toHaveLength(122)
    expect(quoted.endsWith('…"')).toBe(true)
  })

  test('is not told where it repeats a secret, however it is divided', () => {
    const secret = 'claveDeLaSesion'
    const spread = fc.constantFrom('', ' ', '. ', '\u200b', '-', '…')
    fc.assert(
      fc.property(fc.array(spread, { minLength: 15, maxLength: 15 }), fc.boolean(), (signs, isUpper) => {
        const text = [...secret].map((letter, index) => letter + signs[index]).join('')
        expect(quoteSentence(`No vale ${isUpper ? text.toUpperCase() : text} hoy`, [secret])).toBeUndefined()
      }),
    )
    expect(quoteSentence('No vale claveDe 1234567 LaSesion', [secret])).toBeUndefined()
    expect(quoteSentence('No vale', [secret, '', 'va'])).toBe('"No vale"')
  })
})
