import { join } from 'node:path'
import { generateMarks } from './corpus/generate-marks.ts'
import type { SheetMark } from './corpus/sheet-mark.ts'
import { type BenchDatabase, openBenchDatabase } from './database.ts'
import { type Spread, spreadOfRounds } from './figures.ts'
import { fillKeys, fillMarks, loadSheet, settle, writeCsv } from './fill.ts'
import { checkGoal, type Limit } from './goals.ts'
import { type HttpClient, openHttpClient } from './http-client.ts'
import { startService } from './processes.ts'
import { decimals, figuresTable, whole } from './report.ts'
import { drawBrands, drawQuestions } from './requests.ts'
import type { Part, Run } from './run.ts'

const DRAWN = 2_000
const SEARCHES = 300
const WARM_UP = 50
/** The number of marks that have changed since the cursor of the searches. */
const CHANGED = 5_000
const P95: Limit = {
  goal: `searches of ${CHANGED.toLocaleString('en')} changed marks: p95`,
  unit: ' ms',
  digits: 1,
  most: 25,
  statedAt: 2_000_000,
}
const FEED_BYTES = {
  text: `select pg_total_relation_size('brand_change')::float8 / greatest(1, count(*)) as bytes from brand_change`,
  parameters: [],
}

/** Measures a run that changes most marks, and searches of changed marks compared with the same searches of all marks. */
export const changes: Part = {
  summary:
    'a run that changes most marks, and searches by cambiadosDesde compared with searches of all marks',
  marks: 2_000_000,
  async measure(run) {
    const database = await openBenchDatabase(run)
    const loadSeconds = await fillMarks(run, database, run.marks)
    const most = await loadRenewed(run, database, 'renovadas', renewed(generateMarks(run.marks), 10))
    const [feed] = await database.owner.query<{ bytes: number }>(FEED_BYTES)
    const [key = ''] = await fillKeys(database.owner, 1)
    const paths = drawQuestions(await drawBrands(database.owner, DRAWN), SEARCHES)['by name'].map(
      ({ path }) => path,
    )
    const service = await startService(run, database.environment)
    const client = openHttpClient(service.url, key, run.signal)
    const { body } = await client.ask('/v1/changes?desde=2126-01-01T00:00:00Z')
    const cursor = (JSON.parse(body) as { nextCursor: string }).nextCursor
    const spread = every(Math.floor(run.marks / CHANGED / 2), renewed(generateMarks(run.marks), 20))
    await loadRenewed(run, database, 'otras', first(CHANGED, spread))
    await settle(database.owner)
    const ofChanged = await askRounds(
      run,
      client,
      paths.map((path) => `${path}&cambiadosDesde=${cursor}`),
    )
    const ofAll = await askRounds(run, client, paths)
    client.close()
    await service.stop()
    const rows: SearchRow[] = [
      { marks: `${whole(CHANGED)} changed`, ...ofChanged },
      { marks: 'all', ...ofAll },
    ]
    return {
      facts: {
        load: `${whole(run.marks)} marks in ${loadSeconds.toFixed(1)} s; then ${whole(most.updated)} changes in ${most.seconds.toFixed(1)} s`,
        feed: `${whole(feed?.bytes ?? 0)} bytes a change, its index included`,
        searches: `${SEARCHES} by name over HTTP, one at a time, ${run.rounds} rounds`,
      },
      tables: { searches: searchTable(rows) },
      goals: [checkGoal(P95, ofChanged.p95, run.marks)],
    }
  },
}

/** Yields the registered marks, with their expiry dates moved by some years. */
function* renewed(marks: Iterable<SheetMark>, years: number): Generator<SheetMark> {
  for (const mark of marks) {
    const [year = '', ...rest] = mark.fechaVencimiento?.split('-') ?? []
    if (year !== '' && rest.join('-') !== '02-29') {
      yield { ...mark, fechaVencimiento: [Number(year) + years, ...rest].join('-') }
    }
  }
}

/** Yields each item whose position is a multiple of `step`, so that the items are spread over the corpus. */
function* every<Item>(step: number, items: Iterable<Item>): Generator<Item> {
  let place = 0
  for (const item of items) {
    if (place++ % Math.max(1, step) === 0) yield item
  }
}

function* first<Item>(count: number, items: Iterable<Item>): Generator<Item> {
  let left = count
  for (const item of items) {
    if (left-- === 0) return
    yield item
  }
}

/** Writes marks to a sheet with the given name, and loads the sheet. */
async function loadRenewed(
  run: Run,
  database: BenchDatabase,
  name: string,
  marks: Iterable<SheetMark>,
): Promise<{ seconds: number; updated: number }> {
  run.step(`${name}: writing the sheet`)
  const file = join(run.folder, `${name}-2026-11-02.csv`)
  await writeCsv(file, marks, run.signal)
  run.step(`${name}: loading the sheet`)
  const { seconds, output } = await loadSheet(run, database, file)
  return { seconds, updated: output.updated }
}

async function askRounds(run: Run, client: HttpClient, paths: readonly string[]): Promise<Spread> {
  for (const path of paths.slice(0, WARM_UP)) await client.ask(path)
  const rounds: number[][] = []
  for (let round = 1; round <= run.rounds; round++) {
    run.step(`searches: round ${round} of ${run.rounds}`)
    const times: number[] = []
    for (const path of paths) times.push((await client.ask(path)).milliseconds)
    rounds.push(times)
  }
  return spreadOfRounds(rounds)
}

interface SearchRow extends Spread {
  readonly marks: string
}

const searchTable = (rows: readonly SearchRow[]) =>
  figuresTable(rows, [
    ['searched marks', ({ marks }) => marks],
    ['p50 ms', ({ p50 }) => decimals(1)(p50)],
    ['p95 ms', ({ p95 }) => decimals(1)(p95)],
    ['slowest ms', ({ slowest }) => decimals(1)(slowest)],
  ])
