import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../../test/support/any-character.ts'
import { cleanText, isLonger } from './clean-text.ts'
import { foldWords } from './fold-words.ts'

const NASTY = [
  ' ',
  '\t',
  '\n',
  '\0',
  '\u0085',
  '\u00a0',
  '\u00ad',
  'Ã',
  '¡',
  'A',
  '\u0303',
  '©',
  '\u200b',
].concat(['\u200c', '\u200d', '\u202e', '\u2066', '\ufeff', '\ud83d', '\ude00', '\u0644', '\u0915', '\u094d'])
const nasty = fc.oneof(
  fc.string({ unit: fc.constantFrom(' ', 'a', 'ñ') }),
  fc.string({ unit: fc.constantFrom(...NASTY) }),
  fc.string({ unit: anyCharacter }),
)

describe('a clean text', () => {
  test('has single spaces between its words, and none around them', () => {
    expect(cleanText(' \t BAR\n\r\n "EL\u00a0 RINCON"\u2003\u0085')).toBe('BAR "EL RINCON"')
  })

  test('has no control, bidirectional or zero-width characters, nor unpaired surrogates', () => {
    const text =
      'a\0b\x1f\x7f\x9fc\u00ad\u061c\u200b\u200e\u200f\u202a\u202e\u2060\u2066\u2069\ufeffd\ud83de\u3164'
    expect(cleanText(text)).toBe('abcde')
  })

  test('keeps U+200C and U+200D between letters, and there only', () => {
    for (const text of ['می\u200cخواهم', 'ක්\u200dෂ']) {
      expect(cleanText(text)).toBe(text)
    }
    expect(cleanText('\u200da \u200c1\u200d2\u200c')).toBe('a 12')
  })

  test('has a hyphen in place of a soft hyphen within a number, so that its parts are not joined', () => {
    expect(cleanText('12.345.678\u00ad5, 12345678\u00adK y publica\u00adción')).toBe(
      '12.345.678-5, 12345678-K y publicación',
    )
  })

  test('is in Unicode NFC', () => {
    expect(cleanText('N\u0303andu\u0301')).toBe('Ñandú')
  })

  test('has its double encoding repaired, even if it includes control characters', () => {
    expect(cleanText('  TrÃ¡mite  ')).toBe('Trámite')
    expect(cleanText('Ã\x81RBOL')).toBe('ÁRBOL')
    expect(cleanText('SÃO PAULO')).toBe('SÃO PAULO')
  })

  test('has its encoding repaired even if it was damaged twice and includes soft hyphens and control characters', () => {
    const spoil = (text: string): string =>
      new TextDecoder('windows-1252').decode(new TextEncoder().encode(text))
    for (const text of ['Díaz', 'CÁMARA', 'Muñoz – Ñíguez', 'Compañía']) {
      expect(cleanText(spoil(spoil(text)))).toBe(text)
    }
  })

  test('is unchanged when it is cleaned again', () => {
    fc.assert(fc.property(nasty, (text) => void expect(cleanText(cleanText(text))).toBe(cleanText(text))))
  })

  test('never has characters that are invisible or that the database cannot store', () => {
    fc.assert(
      fc.property(nasty, (text) => {
        const clean = cleanText(text)
        expect(clean.isWellFormed()).toBe(true)
        expect(clean).not.toMatch(/[\p{Cc}\p{Bidi_Control}\u200b\ufeff]|^\s|\s$|\s\s/u)
      }),
    )
  })
})

test('a length is counted in code points', () => {
  expect([isLonger('𝄞𝄞', 2), isLonger('𝄞𝄞a', 2), isLonger('ab', 2), isLonger('abc', 2)]).toEqual([
    false,
    true,
    false,
    true,
  ])
})

test('words are folded to the same text, whatever their case, accents, signs and spaces', () => {
  for (const text of ['En Trámite', ' EN  TRAMITE.', 'en_tr\u00e1mite', 'En TrÃ¡mite', '«En-trámite»']) {
    expect(foldWords(text)).toBe('en tramite')
  }
  expect(foldWords('N.º de Solicitud:')).toBe('n de solicitud')
  expect(foldWords('--')).toBe('')
})
