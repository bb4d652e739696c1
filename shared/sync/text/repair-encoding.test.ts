import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { repairEncoding } from './repair-encoding.ts'

const spoil = (text: string): string => new TextDecoder('windows-1252').decode(new TextEncoder().encode(text))

const SPANISH = 'abcdefghijklmnopqrstuvwxyzáéíóúüñ ABCDEFGHIJKLMNOPQRSTUVWXYZÁÉÍÓÚÜÑ0123456789¿¡.,;-º°«»“”–€'
const spanish = fc.string({ unit: fc.constantFrom(...SPANISH), maxLength: 40 })

describe('UTF-8 text that was decoded as Windows-1252', () => {
  test('is repaired', () => {
    for (const [spoilt, wanted] of [
      ['TrÃ¡mite', 'Trámite'],
      ['AÃ\x91O', 'AÑO'],
      ['AÃ‘O', 'AÑO'],
      ['Ã\x81RBOL', 'ÁRBOL'],
      ['â€œNÂ° 1â€\x9d', '“N° 1”'],
    ] as const) {
      expect(repairEncoding(spoilt)).toBe(wanted)
    }
  })

  test('is repaired completely if it is Spanish', () => {
    fc.assert(fc.property(spanish, (text) => void expect(repairEncoding(spoil(text))).toBe(text)))
  })
})

describe('correctly decoded text', () => {
  test('is unchanged if it is Spanish', () => {
    fc.assert(fc.property(spanish, (text) => void expect(repairEncoding(text)).toBe(text)))
  })

  test('is unchanged even if it has letters that are typical of wrong decoding', () => {
    for (const text of [
      'CAFÉ®',
      'MENÚ»',
      'PERÚ™',
      'SÃO PAULO',
      'Ã',
      'Â',
      'CHÂTEAU «LÂ»',
      'SÃO JOÃO',
      'Ã© y año',
      'â€ 日本',
    ]) {
      expect(repairEncoding(text)).toBe(text)
    }
  })
})
