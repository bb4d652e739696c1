import { type Spread, spreadOfRounds } from './figures.ts'
import { decimals, figuresTable, type Table } from './figures-table.ts'
import { type Goal, judge, under } from './goals.ts'

/** What a scrape may take: it is asked for every few seconds, and requests wait meanwhile. */
const MOST_MS = 20

/** Who was asked, and what each answer took in milliseconds, round by round. */
export type Scraped = Readonly<Record<'service' | 'bare', readonly (readonly number[])[]>>

interface Row extends Spread {
  server: string
}

export const scrapesTable = ({ service, bare }: Scraped): Table =>
  figuresTable<Row>(
    [
      { server: 'service', ...spreadOfRounds(service) },
      { server: 'the same bytes', ...spreadOfRounds(bare) },
    ],
    [
      ['scrape', ({ server }) => server],
      ['p50 ms', ({ p50 }) => decimals(2)(p50)],
      ['p95 ms', ({ p95 }) => decimals(2)(p95)],
      ['p99 ms', ({ p99 }) => decimals(2)(p99)],
      ['slowest', ({ slowest }) => decimals(2)(slowest)],
    ],
  )

/** The goal holds for a number of consumers, and whatever the size of the corpus. */
export function scrapeGoal({ service }: Scraped, marks: number): Goal {
  const { p95 } = spreadOfRounds(service)
  return judge(
    { goal: `p95 of a scrape under ${MOST_MS} ms`, isMet: under(MOST_MS) },
    p95,
    `${p95.toFixed(1)} ms`,
    marks,
  )
}
