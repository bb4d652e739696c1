import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { type BuiltFunction, buildFunctions, ROOT } from '../scripts/lambda/build-functions.ts'
import type { FirstEvent } from '../scripts/lambda/first-event.ts'
import type { Connection } from '../shared/db/database.ts'
import { ensureSearchIndex } from '../shared/search/index/rebuild-index.ts'
import { openBenchDatabase } from './bench-database.ts'
import { fillKeys, fillMarks, settle } from './fill.ts'
import { type FirstEvents, firstEventGoal, firstEventsTable } from './lambda-figures.ts'
import { databaseFacts } from './machine.ts'
import { MeasuringError, type Part } from './part.ts'

const STARTS = 5

/** What a request meets that meets a new instance of its function: the bundle is loaded, and the database is new to it. */
export const lambda: Part = {
  summary:
    'the first event of every function, from its bundle, next to its sources, without the start of the process',
  marks: 20_000,
  async measure(run) {
    run.step('making a database')
    const database = await openBenchDatabase(run)
    await fillMarks(run, database)
    await ensureSearchIndex(database.owner)
    const [key = ''] = await fillKeys(database.owner, 1)
    await settle(database.owner)
    const facts = {
      load: `${run.rounds * STARTS} processes for each`,
      ...(await databaseFacts(database.owner)),
    }

    run.step('building the functions')
    const built = (await buildFunctions(join(run.folder, 'functions'))).filter(answersRequests)
    const environment = { HOME: run.folder, LOG_LEVEL: 'silent', DATABASE_URL: urlOf(database.connection) }
    const figures: FirstEvents[] = []
    for (const each of built) {
      const event = await eventOf(each, key, run.folder)
      const measured: FirstEvents = {
        handler: each.source,
        bundleBytes: each.bundleBytes,
        bundle: [],
        source: [],
      }
      for (let start = 1; start <= run.rounds * STARTS; start++) {
        run.step(`${each.source}: start ${start} of ${run.rounds * STARTS}`)
        measured.bundle.push(await firstEvent(join(each.folder, each.bundle), event, environment))
        measured.source.push(await firstEvent(join(ROOT, each.source), event, environment))
      }
      figures.push(measured)
    }
    return {
      facts,
      tables: { 'first events': firstEventsTable(figures) },
      goals: [firstEventGoal(figures, run.marks)],
    }
  },
}

/** Nobody waits for the others. */
const answersRequests = ({ source }: BuiltFunction): boolean => /^functions\/(api|mcp|public)\//.test(source)

/** The event that is kept for trying a handler, with a key in it. */
async function eventOf({ source }: BuiltFunction, key: string, folder: string): Promise<string> {
  const name = source.startsWith('functions/mcp/') ? 'mcp' : basename(source, '.ts')
  const text = await readFile(join(ROOT, `local/events/${name}.json`), 'utf8')
  const file = join(folder, `${name}.json`)
  await writeFile(file, text.replace(/\$\{TRADEMARK_API_KEY\}/, key))
  return file
}

const run = promisify(execFile)

/** @throws MeasuringError where there was no answer */
async function firstEvent(file: string, event: string, env: Record<string, string>): Promise<number> {
  const program = join(ROOT, 'scripts/lambda/first-event.ts')
  const { stdout } = await run(process.execPath, [program, file, event], { env })
  const { result, errorMessage, milliseconds } = JSON.parse(stdout) as FirstEvent
  const status = (result as { statusCode?: number } | undefined)?.statusCode ?? 500
  if (status >= 500) {
    throw new MeasuringError(`${file} did not answer: ${errorMessage ?? status}.`)
  }
  return milliseconds
}

/** A host is there for the URL's sake where the one that counts is the folder of a socket. */
function urlOf(connection: Connection): string {
  if ('connectionString' in connection) {
    return connection.connectionString
  }
  const { user, password, host = '', port, database } = connection
  const secret = encodeURIComponent(String(password))
  return `postgres://${user}:${secret}@socket/${database}?host=${encodeURIComponent(host)}&port=${port}`
}
