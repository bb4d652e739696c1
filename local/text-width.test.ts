import { createInterface } from 'node:readline'
import { PassThrough } from 'node:stream'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../test/support/any-character.ts'
import { harmless, shorten, textWidth, wrap } from './text-width.ts'

const anyText = fc.string({ unit: anyCharacter, maxLength: 60 }).map(harmless)
const anyWidth = fc.integer({ min: 2, max: 40 })

/** Returns the width according to Node's line editor, which has its own Unicode tables. */
function columnsInNode(text: string): number {
  const editor = createInterface({ input: new PassThrough(), output: new PassThrough(), prompt: text })
  const { cols } = editor.getCursorPos()
  editor.close()
  return cols
}

describe('the width of a text', () => {
  test.each([
    ['', 0],
    ['acme', 4],
    ['Ñandú & Cía.', 12],
    ['N\u0303andu\u0301', 5],
    ['株式会社', 8],
    ['ﾄﾖﾀ', 3],
    ['ＡＢ', 4],
    ['토요타', 6],
    ['한', 2],
    ['「商標」', 8],
    ['サーバー', 8],
    ['🦤 dodo', 7],
    ['🇨🇱', 2],
    ['مرحبا', 5],
    ['✓ ok…', 5],
  ])('of "%s" is %d', (text, width) => {
    expect(textWidth(text)).toBe(width)
  })

  test('equals the width that Node counts for words of any script', () => {
    const scripts =
      'azAZ09ñéßøćż абвгеж αβγ אבג عرب हिन्दी 漢字仮名 カナかなﾊﾝｶｸ 한국어 注音ㄅㄆ ฉันไทย ქართული ⴰⵣⵓⵍ …—“”€£½²'
    const word = fc.oneof(
      ...scripts.split(' ').map((letters) => fc.string({ unit: fc.constantFrom(...letters), maxLength: 9 })),
    )
    fc.assert(
      fc.property(fc.array(word, { maxLength: 5 }), (words) => {
        const text = words.join(' ')
        expect([text, textWidth(text)]).toEqual([text, columnsInNode(text)])
      }),
    )
  })

  test.each([
    ['an emoji joined from three', '👩‍👩‍👧'],
    ['an emoji with a skin tone', '👍🏽'],
    ['a character with emoji presentation', '❤️'],
  ])('of %s is two columns', (_, text) => {
    expect(textWidth(text)).toBe(2)
  })
})

describe('a shortened text', () => {
  test('has at most the given width, and is unchanged if it fits', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 0, max: 40 }), (text, width) => {
        const short = shorten(text, width)
        expect(textWidth(short)).toBeLessThanOrEqual(width)
        expect(short === text).toBe(textWidth(text) <= width)
      }),
    )
  })

  test('ends with an ellipsis, and no grapheme is split', () => {
    expect(shorten('Estudio Jurídico', 8)).toBe('Estudio…')
    expect(shorten('株式会社', 6)).toBe('株式…')
    expect(shorten('n\u0303n\u0303n\u0303', 2)).toBe('n\u0303…')
  })
})

describe('a wrapped text', () => {
  test('has no line wider than the given width, and loses nothing but spaces', () => {
    fc.assert(
      fc.property(anyText, anyWidth, (text, width) => {
        const lines = wrap(text, width)
        expect(lines.filter((line) => textWidth(line) > width)).toEqual([])
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
      }),
    )
  })

  test('breaks between words, and inside words that are wider than a line', () => {
    expect(wrap('no word is broken', 8)).toEqual(['no word', 'is', 'broken'])
    expect(wrap('a{"very":"long"}word', 8)).toEqual(['a{"very"', ':"long"}', 'word'])
  })
})

test('harmless replaces characters that move the cursor, ring the bell, hide text, break the line or change its direction', () => {
  expect(harmless('a\u001b[2Jb\u0007c\nd\u202ee\u200bf\u2028g')).toBe('a [2Jb c d e f g')
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      expect(harmless(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
    }),
  )
})
