import { createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { generateMarks } from '../../bench/corpus/generate-marks.ts'
import { csvSheet } from '../../bench/corpus/write-csv.ts'
import type { Spread } from '../../bench/figures.ts'
import { settle } from '../../bench/fill.ts'
import { whole } from '../../bench/report.ts'
import { drawBrands } from '../../bench/requests.ts'
import type { Database } from '../../shared/db/database.ts'
import type { CreatedKey } from '../../shared/keys/keys.ts'
import { openReport } from '../support/figures.ts'
import { ServiceProcess } from '../support/process.ts'
import { ask } from '../support/service.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { makeKey } from '../support/test-keys.ts'
import { countedUnits, endAll, openAsClient, postmaster, ROOMY } from './killing.ts'
import { courseInWords, type MemorySamples, watchMemory } from './memory-watch.ts'
import type { Known } from './mixed-calls.ts'
import { runSheet } from './one-word-sheet.ts'
import { endOwnLoads, startOwnLoad } from './own-load.ts'
import { behindWarmUp, type Course, courseOf, type Sample } from './slope.ts'
import type { SteadyFigures, SteadyTask } from './steady-load.ts'

const IS_LONG = process.env.FAULTS === 'long'
const SECONDS = IS_LONG ? 1_800 : 10
/** The short run shows that the test works, on a slow machine too; only the long run measures. */
const PER_SECOND = IS_LONG ? 200 : 50
const KEYS = 200
const MARKS = IS_LONG ? 20_000 : 5_000
/** The number of paths that clients request with a known ETag. */
const KNOWN_ANSWERS = 60

const SAMPLE_MS = IS_LONG ? 5_000 : 1_000
/** The share of the time in which caches, pools and compiled code reach their final size. */
const WARM_UP = 0.1
/**
 * The maximum growth, as a share of the memory after the warm-up: what late garbage collection may add to the slope. Only a
 * leak of less than about 60 bytes a request goes undetected: a service of 200 MB may grow by 20 MB over 324,000 requests.
 */
const MOST_GROWTH = 0.1
/** The minimum share of the intended rate; below it, the service does not keep up. */
const LEAST_RATE = 0.99

const record = openReport('endurance-steady', `${whole(PER_SECOND)} requests a second, steadily`)

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let service: ServiceProcess
let database: Database
let keys: CreatedKey[]

beforeAll(async () => {
  folder = await temporaryFolder()
  const sheet = join(folder.path, 'solicitudes-2026-01-02.csv')
  await pipeline(Readable.from(csvSheet(generateMarks(MARKS))), createWriteStream(sheet))
  expect(await runSheet(sheet, { DATA_DIR: folder.path }).ended).toMatchObject({ code: 0 })
  service = new ServiceProcess({ DATA_DIR: folder.path })
  await service.address()
  database = await openAsClient(folder.path)
  await settle(database)
  keys = []
  while (keys.length < KEYS) {
    keys.push(await makeKey(database, ROOMY))
  }
})
afterAll(async () => {
  endOwnLoads()
  await endAll({ database, service, folder })
})

/** Returns the marks to request, and the ETags of some responses. */
async function findKnown(address: string): Promise<Known> {
  const brands = await drawBrands(database, MARKS)
  const { key } = await makeKey(database, ROOMY)
  const tags: Record<string, string> = {}
  for (const { nroSolicitud } of brands.slice(-KNOWN_ANSWERS)) {
    const path = `/v1/brands/${nroSolicitud}`
    tags[path] = (await ask({ address }, path, { key })).headers.get('etag') ?? ''
  }
  return { brands, tags }
}

const courseBehindWarmUp = (samples: readonly Sample[]): Course => courseOf(behindWarmUp(samples, WARM_UP))

const inWords = ({ p50, p95, p99, slowest }: Spread): string =>
  [
    `p50 ${p50.toFixed(1)}`,
    `p95 ${p95.toFixed(1)}`,
    `p99 ${p99.toFixed(1)}`,
    `slowest ${whole(slowest)} ms`,
  ].join(', ')

/** Returns how many numbers there are, and which: `3 (0 to 1, 7)`. */
function inRanges(numbers: readonly number[]): string {
  const ranges: [number, number][] = []
  for (const number of numbers) {
    const last = ranges.at(-1)
    if (last?.[1] === number - 1) {
      last[1] = number
    } else {
      ranges.push([number, number])
    }
  }
  const rangesInWords = ranges.map(([first, last]) => (first === last ? `${first}` : `${first} to ${last}`))
  return numbers.length === 0 ? 'none' : `${whole(numbers.length)} (${rangesInWords.join(', ')})`
}

function recordFigures(figures: SteadyFigures, units: number): void {
  const { sent, wrong, perSecond, all, firstSeconds, kinds } = figures
  record('load', `${whole(SECONDS)} s, ${KEYS} keys, ${whole(MARKS)} marks`)
  record('requests', `${whole(sent)}, ${wrong} with a wrong response`)
  record('responses per second', `${perSecond.toFixed(1)} of ${PER_SECOND}`)
  record('units', `${whole(units)}, all counted for the right key`)
  record('all responses', inWords(all))
  record('seconds with a response slower than 500 ms', inRanges(figures.lateSeconds))
  for (const [second, spread] of firstSeconds.entries()) {
    record(`responses to requests of second ${second}`, inWords(spread))
  }
  for (const [kind, spread] of Object.entries(kinds)) {
    record(`${kind}, ${whole(spread.answers)} times`, inWords(spread))
  }
}

/** Records memory over time; returns the growth of each part that must not grow. */
function recordMemory({ service, own, buffers }: MemorySamples) {
  const ofService = courseBehindWarmUp(service)
  record('memory of the service', courseInWords(ofService))
  if (own.length === 0) {
    record('memory of PostgreSQL', 'not reported by this system')
    return [{ of: 'the service', ...ofService }]
  }
  const ofPostgres = courseBehindWarmUp(own)
  record('memory of PostgreSQL without its buffers', courseInWords(ofPostgres))
  // Not part of the growth: bounded by shared_buffers, and filled by every page that is read for the first time.
  record('buffers of PostgreSQL', courseInWords(courseBehindWarmUp(buffers)))
  return [
    { of: 'the service', ...ofService },
    { of: 'PostgreSQL', ...ofPostgres },
  ]
}

test(`${PER_SECOND} requests a second over ${KEYS} keys for ${SECONDS} s: none fails, every unit is counted once, and memory does not grow`, async () => {
  const address = await service.address()
  const known = await findKnown(address)
  const before = service.child.pid
  const watched = watchMemory(service, SAMPLE_MS, () => postmaster(folder.path))
  const task: SteadyTask = {
    ...known,
    ...{ address, perSecond: PER_SECOND, seconds: SECONDS },
    keys: keys.map(({ key }) => key),
  }
  const load = startOwnLoad<SteadyTask, SteadyFigures>('steady-load.ts', task)
  const figures = await load.figures.finally(watched.stop)
  const samples = await watched.stop()

  expect({ wrong: figures.wrong, failed: figures.failed, why: figures.why, errors: samples.errors }).toEqual({
    ...{ wrong: 0, failed: [], why: [], errors: [] },
  })
  expect(figures.sent).toBe(SECONDS * PER_SECOND)
  const counted = await countedUnits(database)
  expect(keys.map(({ id }) => counted.get(id))).toEqual(figures.charged)
  expect({ pid: service.child.pid, exitCode: service.child.exitCode }).toEqual({
    pid: before,
    exitCode: null,
  })

  recordFigures(
    figures,
    figures.charged.reduce((sum, units) => sum + units, 0),
  )
  const grown = recordMemory(samples)
  if (IS_LONG) {
    expect(figures.perSecond).toBeGreaterThanOrEqual(PER_SECOND * LEAST_RATE)
    expect(grown.filter(({ growth }) => growth > MOST_GROWTH)).toEqual([])
  }
})
