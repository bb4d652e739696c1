import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Operation, operations } from '../../../schemas/operations.ts'
import { tools } from '../../../schemas/tools.ts'
import { rebuildSearchIndex } from '../../../shared/search/index/rebuild-index.ts'
import { openReport } from '../../support/figures.ts'
import { sampleMarks } from '../../support/marks.ts'
import { ask, startTestService, type TestService } from '../../support/service.ts'
import { addRuns, ago, HOUR, runRow } from '../../support/sync-runs.ts'
import { mistakesOf } from './answers.ts'
import { drawKeys } from './keys.ts'
import { type MessageCase, messageOf } from './messages.ts'
import { requestOf } from './requests.ts'
import type { Stock, Walk } from './stock.ts'
import { asCurl, openWires, type Wires } from './wire.ts'

const REQUESTS = Number(process.env.FUZZ_REQUESTS ?? 20_000)
const SEED = Number(process.env.FUZZ_SEED ?? randomInt(2 ** 31))
/** The number of concurrent requests. */
const AT_ONCE = 16
const RUNS = 60
/** An instant before all changes. */
const BEGINNING = '2020-01-01T00:00:00Z'

const marks = sampleMarks()
let service: TestService
let wires: Wires
let stock: Stock

beforeAll(async () => {
  service = await startTestService({ marks })
  await rebuildSearchIndex(service.owner)
  const statuses = ['succeeded', 'failed', 'skipped', 'held'] as const
  const rows = Array.from({ length: RUNS }, (_, at) =>
    runRow({
      status: statuses[at % 4] ?? 'failed',
      source: at % 3 ? 'sheets' : 'bulletin',
      started_at: ago(at * HOUR),
    }),
  )
  await addRuns(
    service.owner,
    rows.map((row) => ({ ...row, finished_at: row.started_at })),
  )
  wires = openWires(service.address)
  const walks = await drawWalks(await service.key())
  const ofChanges = walks.filter(({ operation }) => operation.id === 'list-changes')
  stock = {
    keys: await drawKeys(service),
    words: {
      q: marks.slice(0, 60).map(({ denominacion }) => denominacion || 'sin nombre'),
      nroSolicitud: marks
        .slice(0, 60)
        .map(({ nroSolicitud }, at) =>
          at % 3 ? nroSolicitud : ` ${nroSolicitud.replace(/\B(?=(\d{3})+$)/g, '.')}`,
        ),
      desde: [BEGINNING, '2026-11-02T03:00:00+03:00', '2199-12-31T23:59:59.999999Z'],
      cambiadosDesde: ofChanges.map(({ cursor }) => cursor),
    },
    walks,
  }
})
afterAll(async () => {
  wires.close()
  await service.stop()
})

/** Returns real cursors with the queries that returned them. */
async function drawWalks(key: string): Promise<Walk[]> {
  const walks: Walk[] = []
  const paged = (Object.values(operations) as Operation[]).filter(({ input }) => 'cursor' in input.properties)
  for (const operation of paged) {
    const { q, clase, source, desde } = operation.input.properties
    const narrowed: Record<string, string>[] = [
      ...(q ? [{ q: 'viña' }, { q: 'del' }] : []),
      ...(clase ? [{ clase: '9' }, { estado: 'REGISTRADA' }] : []),
      ...(source ? [{ source: 'sheets' }] : []),
    ]
    const begin: Record<string, string> = desde ? { desde: BEGINNING } : {}
    for (const parameters of [
      { ...begin, limit: '1' },
      { ...begin, limit: '7' },
      ...narrowed.map((each) => ({ ...begin, ...each, limit: '1' })),
    ]) {
      const { body } = await ask(service, `${operation.path}?${new URLSearchParams(parameters)}`, { key })
      walks.push({ operation, parameters, cursor: body.nextCursor })
    }
  }
  const onward = walks.filter(({ cursor }) => cursor !== null)
  expect(onward.length).toBeGreaterThan(5)
  expect(onward.some(({ parameters }) => 'q' in parameters)).toBe(true)
  return onward
}

/** The number of responses by status. */
const counted = new Map<number, number>()
let longest = { ms: 0, line: '' }

async function send(asked: MessageCase): Promise<void> {
  const began = performance.now()
  const answer = await wires.send(asked.request).catch((error: Error) => failed(asked, [error.message], ''))
  const ms = performance.now() - began
  longest =
    ms > longest.ms ? { ms, line: `${asked.request.method} ${asked.request.target.slice(0, 80)}` } : longest
  counted.set(answer.status, (counted.get(answer.status) ?? 0) + 1)
  const mistakes = mistakesOf(asked, answer)
  if (mistakes.length > 0) {
    failed(asked, mistakes, `${answer.status} ${answer.body.slice(0, 1_000)}`)
  }
}

function failed({ request }: MessageCase, mistakes: readonly string[], answer: string): never {
  throw new Error(`${mistakes.join('\n')}\n${answer}\nFUZZ_SEED=${SEED}\n${asCurl(service.address, request)}`)
}

test('every request gets an answer that the contract allows', async () => {
  const report = openReport('fuzz', 'Fuzzer')
  report('seed (FUZZ_SEED)', String(SEED))
  const cases = fc.oneof(
    ...Object.values(operations).map((operation) => requestOf(operation, stock)),
    ...Object.values(tools).map((tool) => messageOf(tool, stock)),
  ) as fc.Arbitrary<MessageCase>
  const batch = fc.array(cases, { minLength: AT_ONCE, maxLength: AT_ONCE })
  const began = performance.now()
  const outcome = await fc.check(
    fc.asyncProperty(batch, async (together) => {
      await Promise.all(together.map(send))
    }),
    { seed: SEED, numRuns: Math.ceil(REQUESTS / AT_ONCE), endOnFailure: true },
  )
  if (outcome.failed) {
    throw outcome.errorInstance
  }
  expect(counted.get(503) ?? 0).toBeLessThanOrEqual(REQUESTS / 500)
  const statuses = [...counted].sort(([a], [b]) => a - b).map(([status, times]) => `${times} × ${status}`)
  report('requests', String([...counted.values()].reduce((sum, times) => sum + times, 0)))
  report('answers', statuses.join(', '))
  report('time', `${Math.round((performance.now() - began) / 1_000)} s`)
  report('longest answer', `${Math.round(longest.ms)} ms: ${longest.line}`)
})
