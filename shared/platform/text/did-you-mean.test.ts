import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { brandSearch } from '../../../schemas/brand.ts'
import { codes, ESTADOS, TIPOS_DE_SIGNO } from '../../../schemas/catalogs.ts'
import { didYouMean } from './did-you-mean.ts'

const parameters = Object.keys(brandSearch.properties)
const catalogs = [parameters, codes(ESTADOS), codes(TIPOS_DE_SIGNO)]

describe('the suggestion', () => {
  test.each([
    ['fechadesde', 'fechaDesde'],
    ['fecha_hasta', 'fechaHasta'],
    ['class', 'clase'],
    ['clases', 'clase'],
    ['tiposigno', 'tipoSigno'],
    ['Q', 'q'],
    ['limits', 'limit'],
    ['courser', 'cursor'],
    ['calse', 'clase'],
  ])('for the parameter %s is %s', (written, meant) => {
    expect(didYouMean(written, parameters)).toBe(meant)
  })

  test.each([
    ['registrada', 'REGISTRADA'],
    ['REGISTRADO', 'REGISTRADA'],
    ['En trámite', 'EN_TRAMITE'],
    ['mixta', 'MIXTA'],
    ['MIXTO', 'MIXTA'],
    ['frase propaganda', 'FRASE_PROPAGANDA'],
  ])('for the code %s is %s', (written, meant) => {
    expect(didYouMean(written, [...codes(ESTADOS), ...codes(TIPOS_DE_SIGNO)])).toBe(meant)
  })

  test('for a known word in any case and with other separators is this word', () => {
    const variants = fc
      .constantFrom(...catalogs.flatMap((words) => words.map((word) => ({ word, words }))))
      .chain(({ word, words }) =>
        fc
          .tuple(...[...word].map((letter) => fc.constantFrom(letter.toLowerCase(), letter.toUpperCase())))
          .map((letters) => ({ word, words, written: letters.join('').replaceAll('_', ' - ') })),
      )
    fc.assert(
      fc.property(variants, ({ word, words, written }) => {
        expect(didYouMean(written, words)).toBe(word)
      }),
    )
  })

  test('is the closest of several candidates', () => {
    expect(didYouMean('CADUCADAS', ['CADUCADO', 'CADUCADA', 'CANCELADA'])).toBe('CADUCADA')
  })
})

test.each(['', '?', 'x', 'offset', 'page', 'fields', '__proto__', 'fecha', 'c'.repeat(8_000)])(
  'there is no suggestion for %s',
  (written) => {
    expect(didYouMean(written, parameters)).toBeUndefined()
  },
)
