import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { textWidth } from '../local/text-width.ts'
import { anyCharacter } from '../test/support/any-character.ts'
import { PIPE, type Screen } from './screen.ts'
import { type TableColumn, table } from './table.ts'

interface Mark {
  id: string
  name: string
  count: number
  at: string
  note: string
}

const COLUMNS: readonly TableColumn<Mark>[] = [
  { heading: 'ID', cell: ({ id }) => id },
  { heading: 'NAME', cell: ({ name }) => name, least: 8 },
  { heading: 'COUNT', cell: ({ count }) => String(count), numeric: true, style: () => 'green' },
  { heading: 'AT', cell: ({ at }) => at },
  { heading: '', cell: ({ note }) => note },
]

const plain = (width: number): Screen => ({ width, paint: (_, text) => text })
const marked = (width: number): Screen => ({ width, paint: (style, text) => `<${style}>${text}</>` })
const mark = (given: Partial<Mark>): Mark => ({ id: '1', name: 'UNO', count: 7, at: '-', note: '', ...given })
const AT = '2026-11-22T15:35:23.212Z'
const LONG = 'Estudio Jurídico Valdovinoz & Brañesa'

const lines = (rows: Mark[], screen: Screen): string[] => table(COLUMNS, rows, screen).split('\n')

const anyMark: fc.Arbitrary<Mark> = fc.record({
  id: fc.stringMatching(/^key_\w{12}$/),
  name: fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 120 }),
    fc.string({ unit: 'grapheme', maxLength: 60 }),
    fc.string({ unit: fc.constantFrom('株', '式', '🦤', '\u0301', '\u001b[31m', 'ﾄ', ' '), maxLength: 60 }),
  ),
  count: fc.integer({ min: 0, max: 1_000_000_000_000 }),
  at: fc.constantFrom('-', 'never', AT),
  note: fc.string({ unit: 'grapheme', maxLength: 200 }),
})

describe('a table', () => {
  test('has columns as wide as their widest entry, with numbers aligned to the right', () => {
    expect(
      lines([mark({ name: '株式' }), mark({ id: '22', count: 1_000, at: AT, note: 'x' })], PIPE),
    ).toEqual(['ID  NAME  COUNT  AT', '1   株式      7  -', `22  UNO    1000  ${AT}  x`])
  })

  test('is never wider than the terminal', () => {
    fc.assert(
      fc.property(
        fc.array(anyMark, { maxLength: 6 }),
        fc.constantFrom(11, 25, 40, 60, 80, 200),
        (marks, width) => {
          expect(lines(marks, plain(width)).filter((line) => textWidth(line) > width)).toEqual([])
        },
      ),
      { numRuns: 300 },
    )
  })

  test('in a pipe has one line per row, unshortened and without control characters', () => {
    fc.assert(
      fc.property(fc.array(anyMark, { maxLength: 4 }), (marks) => {
        const [, ...rows] = lines(marks, PIPE)
        expect(rows).toHaveLength(marks.length)
        expect(rows.join('')).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u)
        expect(rows.map((row) => row.split(' ')[0])).toEqual(marks.map(({ id }) => id))
      }),
    )
    expect(lines([mark({ name: LONG.repeat(9), at: AT })], PIPE)[1]).toContain(
      `${LONG.repeat(9)}      7  ${AT}`,
    )
  })
})

describe('on a narrow terminal', () => {
  test('instants lose their seconds first', () => {
    expect(lines([mark({ at: AT })], plain(36))[1]).toBe('1   UNO       7  2026-11-22 15:35Z')
  })

  test('then long names lose their ends, no more than necessary', () => {
    expect(lines([mark({ name: LONG, at: AT })], plain(48))[1]).toBe(
      '1   Estudio Jurídico…       7  2026-11-22 15:35Z',
    )
  })

  test('then the last columns move below their row, each complete and with its heading', () => {
    const note = 'the source has less than a fifth of what it had'
    expect(lines([mark({ name: LONG, at: AT, note }), mark({})], plain(30))).toEqual([
      'ID  NAME                 COUNT',
      '1   Estudio Jurídico V…      7',
      '    at 2026-11-22 15:35Z, the',
      '    source has less than a',
      '    fifth of what it had',
      '1   UNO                      7',
      '    at -',
    ])
  })
})

describe('colours', () => {
  test('apply to headings and to styled columns, and take no width', () => {
    expect(lines([mark({})], marked(80))).toEqual([
      '<bold>ID</>  <bold>NAME</>  <bold>COUNT</>  <bold>AT</>',
      '1   UNO       <green>7</>  -',
    ])
  })

  test('do not change the text', () => {
    fc.assert(
      fc.property(fc.array(anyMark, { maxLength: 4 }), fc.constantFrom(40, 80, 200), (marks, width) => {
        const painted = table(COLUMNS, marks, { width, paint: (_, text) => `\uE000${text}\uE001` })
        expect(painted.replaceAll(/[\uE000\uE001]/g, '')).toBe(table(COLUMNS, marks, plain(width)))
      }),
    )
  })
})
