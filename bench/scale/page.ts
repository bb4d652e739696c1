import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Table } from '../figures-table.ts'
import {
  assumptionsTable,
  breakEvenTable,
  lambdaBillTable,
  machineBillTable,
  pricesText,
  ratesTable,
  thousandTable,
} from './costs/cost-tables.ts'
import { MACHINES } from './costs/machine-bill.ts'
import { readScaleFile, type ScaleFigures } from './figures-file.ts'
import { answersTable, corporaTable, curvesTable, measuredTable, workTable } from './tables.ts'

/** The page whose figures are made here: `node bench/scale/page.ts` writes them into it. */
export const SCALE_PAGE = new URL('../../docs/scale.md', import.meta.url)

type Block = (figures: ScaleFigures) => string

const table =
  (make: (figures: ScaleFigures) => Table): Block =>
  (figures) =>
    markdown(make(figures))

/** What stands between `<!-- figures: NAME -->` and `<!-- /figures -->`. */
export const BLOCKS: Readonly<Record<string, Block>> = {
  measured: table(measuredTable),
  corpora: table(corporaTable),
  answers: table(answersTable),
  curves: table(curvesTable),
  work: table(workTable),
  thousand: table(thousandTable),
  rates: table(ratesTable),
  'break-even': table(breakEvenTable),
  'bill of Lambda': table(lambdaBillTable),
  ...Object.fromEntries(
    MACHINES.map((machine) => [
      `bill of ${machine.name}`,
      table((figures) => machineBillTable(figures, machine)),
    ]),
  ),
  assumptions: table(assumptionsTable),
  prices: pricesText,
}

/** A table as Markdown has it. */
export function markdown({ lines: [headings = [], ...rows] }: Table): string {
  const line = (cells: readonly string[]): string => `| ${cells.map(escaped).join(' | ')} |`
  return [line(headings), `|${'---|'.repeat(headings.length)}`, ...rows.map(line)].join('\n')
}

/** A bar would begin another cell. */
const escaped = (cell: string): string => cell.replaceAll('|', '\\|')

const PLACE = /(?<opening><!-- figures: (?<name>[^>]+?) -->\n)(?<old>.*?)(?<closing><!-- \/figures -->)/gs
const MARK = /<!-- \/?figures\b/g

/**
 * The page with its figures made anew; the words stay as they are.
 * @throws where a place is not closed, is not known, is there twice or is not there at all
 */
export function renderScalePage(page: string, figures: ScaleFigures): string {
  const places = [...page.matchAll(PLACE)]
  const names = places.map(({ groups }) => groups?.name ?? '')
  if ((page.match(MARK) ?? []).length !== 2 * places.length) {
    throw new Error('a place for figures is not closed, or not opened')
  }
  for (const name of [...names, ...Object.keys(BLOCKS)]) {
    const found = names.filter((each) => each === name).length
    if (!Object.hasOwn(BLOCKS, name) || found !== 1) {
      throw new Error(
        `the page has ${found} places for «${name}», which must be one that there are figures for`,
      )
    }
  }
  return page.replace(PLACE, (_, opening: string, name: string, _old: string, closing: string) => {
    return `${opening}\n${BLOCKS[name]?.(figures)}\n\n${closing}`
  })
}

if (import.meta.main) {
  writeFileSync(SCALE_PAGE, renderScalePage(readFileSync(SCALE_PAGE, 'utf8'), readScaleFile()))
  process.stdout.write(`${fileURLToPath(SCALE_PAGE)}\n`)
}
