import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { KINDS } from '../several-figures.ts'
import { parseScaleFile, readScaleFile, type ScaleFigures } from './figures-file.ts'
import { BLOCKS, markdown, renderScalePage, SCALE_PAGE } from './page.ts'
import { enoughProcesses } from './tables.ts'
import { MADE_UP, madeUpFile } from './testing/made-up-figures.ts'

test('the page has the figures of docs/figures/scale.json: node bench/scale/page.ts writes them', () => {
  const page = readFileSync(SCALE_PAGE, 'utf8')
  expect(page).toBe(renderScalePage(page, readScaleFile()))
})

/** A page with a place for each of the figures. */
const places = (names: readonly string[] = Object.keys(BLOCKS)): string =>
  names
    .map((name) => `Of ${name}:\n\n<!-- figures: ${name} -->\nstale figures\n<!-- /figures -->\n`)
    .join('\n')

/** The lines of what stands in one place, cell by cell. */
const cellsOf = (name: string, figures: ScaleFigures = MADE_UP): string[][] =>
  (BLOCKS[name]?.(figures) ?? '').split('\n').map((line) => line.split(' | ').map((cell) => cell.trim()))

/** The line that begins with these cells. */
const line = (name: string, ...beginning: string[]): string | undefined =>
  BLOCKS[name]?.(MADE_UP)
    .split('\n')
    .find((each) => each.startsWith(`| ${beginning.join(' | ')} |`))

describe('a page', () => {
  test('keeps its words and gets its figures, and the same once more', () => {
    const made = renderScalePage(places(), MADE_UP)
    expect(made).not.toContain('stale figures')
    for (const [name, block] of Object.entries(BLOCKS)) {
      expect(made).toContain(
        `Of ${name}:\n\n<!-- figures: ${name} -->\n\n${block(MADE_UP)}\n\n<!-- /figures -->`,
      )
    }
    expect(renderScalePage(made, MADE_UP)).toBe(made)
  })

  test('that the figures no longer fit is another one', () => {
    const made = renderScalePage(places(), MADE_UP)
    const faster = { ...MADE_UP, answers: MADE_UP.answers.map((row) => ({ ...row, p50: row.p50 - 1 })) }
    expect(renderScalePage(made, faster)).not.toBe(made)
  })

  test.each([
    ['no place for some of them', places(Object.keys(BLOCKS).slice(1)), '0 places for «measured»'],
    ['two places for the same', `${places()}\n${places(['work'])}`, '2 places for «work»'],
    ['a place for what there is not', `${places()}\n${places(['works'])}`, '1 places for «works»'],
    ['a place that is not closed', places().replace('<!-- /figures -->\n', ''), 'is not closed'],
    ['a place that is closed only', `${places()}<!-- /figures -->`, 'is not closed, or not opened'],
  ])('with %s is refused', (_, page, why) => {
    expect(() => renderScalePage(page, MADE_UP)).toThrow(why)
  })
})

describe('a file of figures', () => {
  test('is read as the bench writes it', () => {
    expect(parseScaleFile(madeUpFile())).toEqual(MADE_UP)
  })

  test.each(['corpora', 'answers', 'curves', 'work'] as const)('without rows of %s is refused', (table) => {
    expect(() => parseScaleFile(madeUpFile({ ...MADE_UP, [table]: [] }))).toThrow(`no figures of ${table}`)
  })

  test('of another part is refused', () => {
    expect(() => parseScaleFile('{"machine":{},"parts":{"search":{}}}')).toThrow('not of the part scale')
  })
})

describe('a table', () => {
  test('is Markdown, whatever is in its cells', () => {
    expect(
      markdown({
        rows: [],
        lines: [
          ['a', 'b'],
          ['1|2', '3'],
        ],
      }),
    ).toBe(['| a | b |', '|---|---|', '| 1\\|2 | 3 |'].join('\n'))
  })

  test('of the curves has a line for each size and kind, with its processes side by side', () => {
    expect(line('curves', '1,000,000', 'by name')).toBe(
      '| 1,000,000 | by name | 100 | 150 | 200 | 200 | 2.00 | 20 % | 3 | 40 | 10 |',
    )
    expect(cellsOf('curves')).toHaveLength(2 + 3 * KINDS.length)
  })

  test('of the curves leaves a cell free that was not measured, and a line that none of was', () => {
    const curves = MADE_UP.curves.filter(
      ({ marks, kind, processes }) => marks === 1_000 || (kind === 'by filters' && processes !== 2),
    )
    const cells = cellsOf('curves', { ...MADE_UP, curves })
    expect(cells).toHaveLength(2 + KINDS.length + 2)
    expect(cells.at(-1)?.slice(1, 5)).toEqual(['by filters', '200', '-', '400'])
  })

  test('of what a thousand cost tells of each part how much, its price and what it comes to', () => {
    expect(line('thousand', 'time of functions')).toBe(
      '| time of functions | $0.0000133334 per GB-second of functions (Arm) | 6 → $0.00008 | 8 → $0.00011 | 12 → $0.00016 | 8.8 → $0.00012 |',
    )
    expect(line('thousand', '**together**')).toContain('**$0.00236** | **$0.00311** | **$0.00392**')
  })

  test('of the rates tells what a single machine and the template do not bear', () => {
    expect(line('rates', '50', 'by name')).toMatch(/\$0\.00593 \| \$0\.0\d+ \|/) // 50 a second is a quarter of 200
    const curves = MADE_UP.curves.map((row) => ({
      ...row,
      requestsPerSecond: row.requestsPerSecond * 0.99,
    }))
    const work = MADE_UP.work.map((row) => ({ ...row, databaseMs: 8 }))
    const [, , , , ...told] = cellsOf('rates', { ...MADE_UP, curves, work }).at(-2) ?? []
    expect(told).toEqual(['(b) |'])
    expect(cellsOf('rates', { ...MADE_UP, curves, work }).at(-2)?.[2]).toMatch(/^\$0\.\d+ \(a\)$/)
  })

  test('of a bill adds up', () => {
    const [, , ...lines] = cellsOf('bill of Lambda')
    const dollars = lines.map((cells) =>
      Number(/\$([\d,.]+)/.exec(cells.at(-1) ?? '')?.[1]?.replace(',', '')),
    )
    const sum = dollars.slice(0, -1).reduce((all, each) => all + each, 0)
    expect(lines.length).toBeGreaterThan(10)
    expect(Math.abs(sum - (dollars.at(-1) ?? 0))).toBeLessThan(0.05) // each is told in whole cents
  })

  test('of a bill leads from each price to where it was read', () => {
    const [, , ...lines] = cellsOf('bill of Lambda')
    const sources = lines
      .slice(0, -1)
      .map((cells) => /\(\[(as last known, )?20\d\d\]\(https:/.test(cells[2] ?? ''))
    expect(sources).not.toContain(false)
  })

  test('of what it costs goes by the corpus nearest to a million marks', () => {
    const sized = (marks: number[]): ScaleFigures => ({
      ...MADE_UP,
      corpora: marks.map((each) => ({ ...MADE_UP.corpora[0], marks: each }) as ScaleFigures['corpora'][0]),
      ...Object.fromEntries(
        (['answers', 'curves', 'work'] as const).map((table) => [
          table,
          marks.flatMap((each) =>
            MADE_UP[table].filter((row) => row.marks === 1_000).map((row) => ({ ...row, marks: each })),
          ),
        ]),
      ),
    })
    expect(BLOCKS.assumptions?.(sized([100_000, 2_000_000, 10_000_000]))).toContain('| marks | 2,000,000 |')
    expect(BLOCKS.assumptions?.(sized([300_000, 900_000]))).toContain('| marks | 900,000 |')
  })

  test('of where Lambda is cheaper tells that it never is, with these made-up figures', () => {
    expect(line('break-even', 'm7g.large', '83.3')).toMatch(
      /\| at no rate that the machine bears \| \$247\.15 \|/,
    )
  })
})

test('enough processes are the fewest within a tenth of the best', () => {
  const [row] = MADE_UP.curves
  const curve = (...borne: number[]) =>
    borne.flatMap((requestsPerSecond, place) =>
      row === undefined ? [] : [{ ...row, processes: place + 1, requestsPerSecond }],
    )
  expect(enoughProcesses(curve(100, 180, 199, 200))).toBe(2)
  expect(enoughProcesses(curve(100, 179, 199, 200))).toBe(3)
  expect(enoughProcesses(curve(100, 90, 80, 70))).toBe(1)
})
