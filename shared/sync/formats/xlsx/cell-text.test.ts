import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { escapeText } from '../../../../test/support/sheets/build-workbook.ts'
import { appendText, cellText } from './cell-text.ts'

test.each([
  ['line_x000D_break', 'line\rbreak'],
  ['_x000d_', '\r'],
  ['_x005F_x000D_', '_x000D_'],
  ['_x005F_', '_'],
  ['_xD83D__xDE00_', '😀'],
  ['_x12_ _xGGGG_ _X000D_ x000D_', '_x12_ _xGGGG_ _X000D_ x000D_'],
  ['_x000D', '_x000D'],
])('%s is read as Excel means it', (raw, text) => {
  expect(cellText(raw)).toBe(text)
})

test('half of a character that was escaped alone is replaced', () => {
  expect(cellText('a_xD83D_b')).toBe('a\ufffdb')
})

test('every text comes back from the way in which Excel escapes it', () => {
  const tricky = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.stringMatching(/^(_|x|0|00|0D|_x000D_|_x005F_|\r)*$/),
  )
  const unescaped = (xml: string): string =>
    xml.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&')
  fc.assert(
    fc.property(tricky, (text) => {
      fc.pre(text.isWellFormed())
      expect(cellText(unescaped(escapeText(text)))).toBe(text)
    }),
    { examples: [['_x005F_x000D\r']] },
  )
})

test('a text is as long as Excel allows, counted as it is read, and no longer', () => {
  expect(cellText('_x000D_'.repeat(32_767))).toHaveLength(32_767)
  expect(() => cellText('x'.repeat(32_768))).toThrow('a cell has more than 32767 characters')
})

test('pieces of a text are not gathered beyond what one cell can have, escaped', () => {
  const longest = appendText('', '_x000D_'.repeat(32_767))
  expect(() => appendText(longest, 'x')).toThrow('a cell has more than 32767 characters')
})
