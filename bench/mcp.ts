import { type BenchDatabase, openBenchDatabase } from './bench-database.ts'
import { drawBrands } from './draw-brands.ts'
import { whole } from './figures-table.ts'
import { annotate, fillKeys, fillMarks, settle } from './fill.ts'
import { databaseFacts } from './machine.ts'
import { type Door, openHttpDoors } from './mcp-doors.ts'
import {
  addedGoal,
  type Borne,
  comparedTable,
  heapGoal,
  loadTable,
  stdioTable,
  type Times,
} from './mcp-figures.ts'
import { measureHeap } from './mcp-heap.ts'
import { bearLoad, SEVERAL } from './mcp-load.ts'
import { drawQuestions, type Kind, type Question, REVISIONS, type Revision } from './mcp-requests.ts'
import { openStdioDoor } from './mcp-stdio.ts'
import { takeTurns } from './mcp-turns.ts'
import type { Part, Run } from './part.ts'
import { startService } from './processes.ts'

/** For the load: one key's counter would make the requests wait for each other. */
const KEYS = 1_000
const DRAWN = 2_000
const QUESTIONS = 1_000

type Questions = Record<Kind, readonly Question[]>

/** The tools by every kind of client, next to the same questions over REST. */
export const mcp: Part = {
  summary: 'the tools of MCP, next to the same requests over REST',
  marks: 20_000,
  async measure(run) {
    run.step('making a database')
    const database = await openBenchDatabase(run)
    const keys = await fill(run, database)
    const [key = ''] = keys
    const questions = drawQuestions(await drawBrands(database.owner, DRAWN), QUESTIONS)
    const { http, load } = await measureHttp(run, database, keys, questions)
    const stdio = await measureStdio(run, database, key, questions)
    const heap = await measureHeap(run, database, key, questions)
    return {
      facts: { ...describe(run), ...(await databaseFacts(database.owner)) },
      tables: {
        oneAtATime: comparedTable(http),
        load: loadTable(SEVERAL, load),
        stdio: stdioTable(stdio),
      },
      goals: [addedGoal(http, run.marks), heapGoal(heap, run.marks)],
    }
  },
}

const describe = ({ rounds, seconds, marks }: Run): Record<string, string> => ({
  load: `${whole(marks)} marks, ${rounds} rounds of ${seconds} s for each kind of question`,
  questions: 'a mark by its number; pages of 20 by a name, and by filters',
})

async function fill(run: Run, database: BenchDatabase): Promise<string[]> {
  await fillMarks(run, database)
  run.step(`annotating them, and making ${KEYS} keys`)
  await annotate(database.owner)
  const keys = await fillKeys(database.owner, KEYS)
  await settle(database.owner)
  return keys
}

/** The service as `npm start` starts it. */
async function measureHttp(
  run: Run,
  database: BenchDatabase,
  keys: readonly string[],
  questions: Questions,
): Promise<{ http: Times<'REST' | Revision>; load: Borne[] }> {
  run.step('starting the service')
  const service = await startService(run, database.environment)
  const doors = await openHttpDoors(run, service.url, keys[0] ?? '')
  const http = await takeTurns(run, 'one at a time', doors, questions)
  const load = await bearLoad(run, service.url, keys, questions)
  await service.stop()
  return { http, load }
}

async function measureStdio(
  run: Run,
  database: BenchDatabase,
  key: string,
  questions: Questions,
): Promise<Times<Revision>> {
  run.step('over stdio: starting')
  const opened = await Promise.all(
    REVISIONS.map(async (revision) => [revision, await openStdioDoor(run, database, key, revision)] as const),
  )
  const doors = Object.fromEntries(opened.map(([revision, { ask }]) => [revision, ask]))
  const times = await takeTurns(run, 'over stdio', doors as Record<Revision, Door>, questions)
  await Promise.all(opened.map(([, { stop }]) => stop()))
  return times
}
