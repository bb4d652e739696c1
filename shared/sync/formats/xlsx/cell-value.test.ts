import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../../../test/support/any-character.ts'
import { escapeText } from '../../../../test/support/sheets/build-workbook.ts'
import { FormattedCell, UnreadableCell } from '../sheet.ts'
import { appendText, type CellContext, cellText, cellValue, TOO_LONG } from './cell-value.ts'

const context: CellContext = {
  sharedTexts: ['uno', '', 'dos'],
  formats: new Map([['1', 'date']]),
  epoch: 1900,
  isCalculatedOnLoad: false,
}

const read = (type: string | undefined, raw: string, style?: string) => {
  const content = cellValue({ type, style, raw }, context)
  return content instanceof FormattedCell ? content.value : content
}

test.each([
  ['a number', undefined, '12.5', 12.5],
  ['a number with its type', 'n', '-1E-3', -0.001],
  ['a shared text', 's', '2', 'dos'],
  ['an empty shared text', 's', '1', null],
  ['an inline text', 'inlineStr', 'tres', 'tres'],
  ['the text of a formula', 'str', 'a_x000D_b', 'a\rb'],
  ['a day', 'd', '2019-06-24', '2019-06-24'],
  ['an instant', 'd', '2019-06-24T10:30:00.000Z', '2019-06-24'],
  ['a time alone', 'd', 'T10:30:00', 'T10:30:00'],
  ['an invalid number', 'n', 'abc', 'abc'],
  ['a number that is too large', 'n', '1E400', '1E400'],
  ['blanks for a number', 'n', '  ', null],
])('%s is converted to its value', (_, type, raw, value) => {
  expect(read(type, raw)).toBe(value)
})

test.each([undefined, 'n', 's', 'str', 'b', 'd', 'inlineStr'])('an empty cell of type %s is null', (type) => {
  expect(read(type, '')).toBeNull()
})

test.each(['3', '-1', '0.5', 'x', '__proto__', 'length'])(
  'the index %s of a shared text is refused',
  (place) => {
    expect(() => read('s', place)).toThrow('refers to a shared text that the workbook does not contain')
  },
)

test('a stored 0 of a formula is unreadable if the workbook requests calculation on load', () => {
  const zero = { type: 'n', style: undefined, raw: '0', hasFormula: true, hasValue: true }
  const asked = { ...context, isCalculatedOnLoad: true }
  expect(cellValue(zero, asked)).toEqual(new UnreadableCell('its formula has no stored value'))
  expect([cellValue(zero, context), cellValue({ ...zero, hasFormula: false }, asked)]).toEqual([0, 0])
  expect(cellValue({ ...zero, raw: '7' }, asked)).toBe(7)
})

describe('a number', () => {
  test('in a date style is its day, without the time', () => {
    expect(read('n', '43640.75', '1')).toBe('2019-06-24')
  })

  test('in a date style is counted from the epoch of the workbook', () => {
    const cell = { type: 'n', style: '1', raw: '42178' }
    expect(cellValue(cell, { ...context, epoch: 1904 })).toEqual(new FormattedCell('2019-06-24', 'date'))
  })

  test.each([-1, 0, 60, 2_958_466])('in a date style stays a number if it is not a day: %d', (serial) => {
    expect(read('n', `${serial}`, '1')).toBe(serial)
  })

  test('in another style stays a number', () => {
    expect([read('n', '43640', '0'), read('n', '43640', '99')]).toEqual([43_640, 43_640])
  })
})

test.each([
  ['line_x000D_break', 'line\rbreak'],
  ['_x000d_', '\r'],
  ['_x005F_x000D_', '_x000D_'],
  ['_x005F_', '_'],
  ['_xD83D__xDE00_', '😀'],
  ['_x12_ _xGGGG_ _X000D_ x000D_', '_x12_ _xGGGG_ _X000D_ x000D_'],
  ['_x000D', '_x000D'],
])('the escape sequences of %s are decoded as in Excel', (raw, text) => {
  expect(cellText(raw)).toBe(text)
})

test('an escaped unpaired surrogate is replaced', () => {
  expect(cellText('a_xD83D_b')).toBe('a\ufffdb')
})

test('any text is unchanged after it is escaped as in Excel and decoded', () => {
  const tricky = fc.oneof(
    fc.string({ unit: anyCharacter }),
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

test('a text may have as many characters as Excel allows, counted after decoding', () => {
  expect(cellText('_x000D_'.repeat(32_767))).toHaveLength(32_767)
  expect(cellText('x'.repeat(32_768))).toBe(TOO_LONG)
})

test('pieces of a text are joined up to one character more than the longest escaped text of a cell', () => {
  const longest = appendText('', '_x000D_'.repeat(32_767))
  const longer = appendText(appendText(longest, 'xx'), 'x')
  expect([longer.length - longest.length, cellText(longer)]).toEqual([1, TOO_LONG])
})
