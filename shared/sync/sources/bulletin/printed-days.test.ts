import { expect, test } from 'vitest'
import type { TextLine } from '../../formats/pdf/text-lines.ts'
import { printedDays, rejectOtherDays, rejectSwappedDays } from './printed-days.ts'

const ROWS = ['1600100 CASA', 'Resuelve lo pedido el 02/09/2026', '1600101 MESA']

/** Pages whose lines have the given texts, each at its own height. */
const pagesOf = (...pages: string[][]): TextLine[][] =>
  pages.map((texts, page) =>
    texts.map((text, index) => ({
      number: page * 100 + index + 1,
      ...{
        page: page + 1,
        y: 40 + 12 * index,
        size: 9,
        pieces: [{ x: 40, end: 300, y: 40 + 12 * index, text }],
      },
    })),
  )

const check = (...pages: string[][]): void => rejectOtherDays('2026-09-04', printedDays(pagesOf(...pages)))

test.each<[string, string[][], RegExp]>([
  [
    'a title',
    [['Estado Diario de 3 de septiembre de 2026', ...ROWS]],
    /^Page 1 states 2026-09-03 \("Estado Diario/,
  ],
  ['a title in another year', [['ESTADO DIARIO 04/09/2025', ...ROWS]], /^Page 1 states 2025-09-04 /],
  [
    'a running line of a page',
    [
      ['Viernes, 04/09/2026', ...ROWS],
      ['Jueves, 03/09/2026', ...ROWS].map((text) => text.replace('Jueves', 'Viernes')),
    ],
    /^Page 2 states 2026-09-03 \("Viernes, 03\/09\/2026"\), and the edition is of 2026-09-04\./,
  ],
  [
    'a footer',
    [
      [...ROWS, 'INAPI 03-09-2026'],
      [...ROWS, 'INAPI 03-09-2026'],
    ],
    /^Page 1 states 2026-09-03 /,
  ],
])('%s with another day fails the edition', (_, pages, message) => {
  expect(() => check(...pages)).toThrow(
    expect.objectContaining({ code: 'edition_unknown', message: expect.stringMatching(message) }),
  )
})

test('an edition is refused if its entries may have its day with day and month swapped', () => {
  expect(() => rejectSwappedDays('2026-11-02', ['2026-02-11', null])).toThrow(/day and month may be swapped/)
  for (const [day, days] of [
    ['2026-11-02', ['2026-02-11', '2026-11-02']],
    ['2026-11-11', ['2026-11-11']],
    ['2026-11-13', ['2026-11-12']],
  ] as const) {
    expect(() => rejectSwappedDays(day, days)).not.toThrow()
  }
})

test.each<[string, string[][]]>([
  [
    'the day of the edition',
    [
      ['Estado Diario 04/09/2026', ...ROWS],
      ['Boletín del 4 de septiembre de 2026', ...ROWS],
    ],
  ],
  [
    'a range that ends with its day, or a second day',
    [
      ['Estado Diario 03/09/2026 al 04/09/2026', ...ROWS],
      ['Edición 04/09/2026', 'Edición 07/09/2026', ...ROWS],
    ],
  ],
  [
    'days in prose',
    [['Santiago, 7 de septiembre de 2026', ...ROWS, 'Las marcas del 1 de septiembre de 2026']],
  ],
  [
    'days of laws and of printing',
    [
      [...ROWS, 'Ley 19.039 de 25 de enero de 1991', 'Impreso el 05/09/2026'],
      [...ROWS, 'Ley 19.039 de 25 de enero de 1991', 'Impreso el 05/09/2026'],
    ],
  ],
  [
    'a day with a time',
    [
      ['07/09/2026 10:31 Estado', ...ROWS],
      ['07/09/2026 10:31 Estado', ...ROWS],
    ],
  ],
])('an edition is read with %s', (_, pages) => {
  expect(() => check(...pages)).not.toThrow()
})
