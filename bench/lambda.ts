import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { type BuiltFunction, buildFunctions } from '../scripts/lambda/build-functions.ts'
import type { FirstEvent } from '../scripts/lambda/first-event.ts'
import { openBenchDatabase } from './database.ts'
import { median } from './figures.ts'
import { fillKeys, fillMarks } from './fill.ts'
import { checkGoal, type Limit } from './goals.ts'
import { ROOT } from './processes.ts'
import { figuresTable, range, type Table, whole } from './report.ts'
import { MeasuringError, type Part } from './run.ts'

/** The number of starts of each function in a round. */
const STARTS = 2
const FIRST_EVENT: Limit = { goal: 'first event of the slowest bundle', unit: ' ms', digits: 0, most: 400 }

/** Measures the first event of each function, in a new process that is not connected to the database yet. */
export const lambda: Part = {
  summary:
    'the first event of every function, from its bundle and from its sources, without the start of the process',
  marks: 20_000,
  async measure(run) {
    const database = await openBenchDatabase(run)
    await fillMarks(run, database, run.marks)
    const [key = ''] = await fillKeys(database.owner, 1)
    const starts = run.rounds * STARTS
    run.step('building the functions')
    const built = (await buildFunctions(join(run.folder, 'functions'))).filter(answersRequests)
    const environment = { HOME: run.folder, LOG_LEVEL: 'silent', DATABASE_URL: database.url }
    const figures: FirstEvents[] = []
    for (const { source, folder, bundle, bundleBytes } of built) {
      run.step(`${source}: ${starts} starts`)
      const event = await eventOf(source, key, run.folder)
      const measured: FirstEvents = { handler: source, bundleBytes, bundle: [], source: [] }
      for (let start = 1; start <= starts; start++) {
        run.signal.throwIfAborted()
        measured.bundle.push(await firstEvent(join(folder, bundle), event, environment))
        measured.source.push(await firstEvent(join(ROOT, source), event, environment))
      }
      figures.push(measured)
    }
    const slowest = Math.max(...figures.map(({ bundle }) => median(bundle)))
    return {
      facts: { load: `${starts} processes for each bundle, and as many for its sources` },
      tables: { 'first events': firstEventsTable(figures) },
      goals: [checkGoal(FIRST_EVENT, slowest, run.marks)],
    }
  },
}

/** For one handler: the milliseconds from the start of loading its file to its first response, for each start. */
interface FirstEvents {
  handler: string
  bundleBytes: number
  bundle: number[]
  /** The milliseconds of the same handler, loaded from its TypeScript sources. */
  source: number[]
}

const firstEventsTable = (figures: readonly FirstEvents[]): Table =>
  figuresTable(figures, [
    ['handler', ({ handler }) => handler],
    ['KB', ({ bundleBytes }) => whole(bundleBytes / 1_000)],
    ['bundle, median ms', ({ bundle }) => whole(median(bundle))],
    ['min–max', ({ bundle }) => range(bundle)],
    ['source, median ms', ({ source }) => whole(median(source))],
  ])

const answersRequests = ({ source }: BuiltFunction): boolean => /^functions\/(api|mcp|public)\//.test(source)

/** Writes a file with the sample event of a handler, which contains the key, and returns the path of the file. */
async function eventOf(source: string, key: string, folder: string): Promise<string> {
  const name = source.startsWith('functions/mcp/') ? 'mcp' : basename(source, '.ts')
  const text = await readFile(join(ROOT, `local/events/${name}.json`), 'utf8')
  const file = join(folder, `${name}.json`)
  await writeFile(file, text.replace(/\$\{TRADEMARK_API_KEY\}/, key))
  return file
}

const run = promisify(execFile)

/** Returns the milliseconds of the first event. @throws MeasuringError if the handler fails */
async function firstEvent(file: string, event: string, env: Record<string, string>): Promise<number> {
  const program = join(ROOT, 'scripts/lambda/first-event.ts')
  const { stdout } = await run(process.execPath, [program, file, event], { env })
  const { result, errorMessage, milliseconds } = JSON.parse(stdout) as FirstEvent
  const status = (result as { statusCode?: number } | undefined)?.statusCode ?? 500
  if (status >= 500) {
    throw new MeasuringError(`${file} failed: ${errorMessage ?? status}.`)
  }
  return milliseconds
}
