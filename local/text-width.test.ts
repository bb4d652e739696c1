import { createInterface } from 'node:readline'
import { PassThrough } from 'node:stream'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { harmless, shorten, textWidth, wrap } from './text-width.ts'

const anyText = fc.string({ unit: 'binary', maxLength: 60 }).map(harmless)
const anyWidth = fc.integer({ min: 2, max: 40 })

/** How Node's own line editor, which has all of Unicode's tables, counts. */
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

  test('is what Node counts for names in the scripts of the world', () => {
    const scripts =
      'azAZ09 ñéßøćżабвгежαβγאבגعربहिन्दी漢字仮名カナかなﾊﾝｶｸ한국어注音ㄅㄆฉันไทยქართულიⴰⵣⵓⵍ…—“”€£½²'
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...scripts), maxLength: 30 }), (text) => {
        expect([text, textWidth(text)]).toEqual([text, columnsInNode(text)])
      }),
    )
  })
})

describe('a text that is shortened', () => {
  test('is never wider than it may be, and stays as it is where it fits', () => {
    fc.assert(
      fc.property(anyText, fc.integer({ min: 0, max: 40 }), (text, width) => {
        const short = shorten(text, width)
        expect(textWidth(short)).toBeLessThanOrEqual(width)
        expect(short === text).toBe(textWidth(text) <= width)
      }),
    )
  })

  test('ends with an ellipsis, and no letter of it is cut in two', () => {
    expect(shorten('Estudio Jurídico', 8)).toBe('Estudio…')
    expect(shorten('株式会社', 6)).toBe('株式…')
    expect(shorten('n\u0303n\u0303n\u0303', 2)).toBe('n\u0303…')
  })
})

describe('a text that is wrapped', () => {
  test('has no line that is too wide, and loses nothing', () => {
    fc.assert(
      fc.property(anyText, anyWidth, (text, width) => {
        const lines = wrap(text, width)
        expect(lines.filter((line) => textWidth(line) > width)).toEqual([])
        expect(lines.join('').replaceAll(' ', '')).toBe(text.replaceAll(' ', ''))
      }),
    )
  })

  test('breaks between words, and within a word that is longer than a line', () => {
    expect(wrap('no word is broken', 8)).toEqual(['no word', 'is', 'broken'])
    expect(wrap('a{"very":"long"}word', 8)).toEqual(['a{"very"', ':"long"}', 'word'])
  })
})

test('a text is harmless without what moves the cursor, rings, hides, breaks the line or turns its direction', () => {
  expect(harmless('a\u001b[2Jb\u0007c\nd\u202ee\u200bf\u2028g')).toBe('a [2Jb c d e f g')
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(harmless(text)).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
    }),
  )
})
