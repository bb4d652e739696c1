import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { BenchDatabase } from './bench-database.ts'
import { whole } from './figures-table.ts'
import { type Door, openHttpDoors } from './mcp-doors.ts'
import type { Heap } from './mcp-figures.ts'
import { KINDS, type Kind, type Question, REVISIONS } from './mcp-requests.ts'
import type { Run } from './part.ts'
import { startService } from './processes.ts'

const CALLS = 10_000
/** As many: what is compiled and cached once is there before it counts. */
const WARM_UP = CALLS
const TICK = 1_000

/** The heap of a service before and after many calls of tools: every kind by every revision in turn, one at a time. */
export async function measureHeap(
  run: Run,
  database: BenchDatabase,
  key: string,
  questions: Record<Kind, readonly Question[]>,
): Promise<Heap> {
  run.step('heap: starting the service')
  const socket = join(run.folder, 'heap.sock')
  const teller = new URL(`mcp-heap-teller.ts?${new URLSearchParams({ socket })}`, import.meta.url)
  const service = await startService(run, database.environment, ['--expose-gc', '--import', teller.href])
  const doors = await openHttpDoors(run, service.url, key)
  const calls = callsInTurn(doors, questions)
  await callOn(run, calls, WARM_UP, 'warming up')
  const before = await heapUsed(socket)
  await callOn(run, calls, CALLS, 'calling tools')
  const after = await heapUsed(socket)
  await service.stop()
  return { calls: CALLS, before, after }
}

/** Calls without end. */
function* callsInTurn(
  doors: Record<(typeof REVISIONS)[number], Door>,
  questions: Record<Kind, readonly Question[]>,
): Generator<() => Promise<unknown>, never> {
  for (let place = 0; ; place++) {
    for (const kind of KINDS) {
      const question = questions[kind][place % questions[kind].length] as Question
      for (const revision of REVISIONS) yield () => doors[revision](question)
    }
  }
}

async function callOn(
  run: Run,
  calls: Iterator<() => Promise<unknown>, never>,
  count: number,
  what: string,
): Promise<void> {
  for (let called = 0; called < count; called++) {
    if (called % TICK === 0) {
      run.step(`heap: ${what}, ${whole(called)} of ${whole(count)}`)
    }
    await calls.next().value()
  }
}

/** Asks the teller in the service, which collects first. */
const heapUsed = async (socket: string): Promise<number> => Number(await text(connect(socket)))
