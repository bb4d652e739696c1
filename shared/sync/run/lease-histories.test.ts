import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { historyRuns } from '../../../test/support/history-runs.ts'
import { createTestDatabase, type TestDatabase } from '../../../test/support/test-database.ts'
import type { Database, Queryable } from '../../db/database.ts'
import { NO_DIFFERENCES, NOTHING_READ, type RunOrder, RunProgress } from '../run.ts'
import { closeLostRuns, finishRun, renewLease, type StartedRun, startRun } from './lease.ts'

let database: TestDatabase
let owner: Database
let ingest: Database
beforeAll(async () => {
  database = await createTestDatabase()
  owner = database.open('owner')
  ingest = database.open('trademark_ingest')
})
afterAll(() => database.drop())

const ask = <Row>(text: string): Promise<Row[]> => owner.query<Row>({ text, parameters: [] })

/** An action of one of several processes, or the passage of time. */
type Step =
  | { kind: 'close lost runs' }
  | { kind: 'start'; order: RunOrder; between: Step | undefined }
  | { kind: 'renew' | 'succeed' | 'interrupt'; run: number }
  | { kind: 'pass'; seconds: number }

/** The expected state of a run. */
interface ModelRun {
  readonly order: RunOrder
  started: StartedRun
  status: 'running' | 'succeeded' | 'failed'
  isInterrupted: boolean
  slot: number | null
  /** Seconds since its last heartbeat. */
  age: number
}

const LEASE_SECONDS = 60
const slotOf = ({ scheduledFor }: RunOrder): number | null => scheduledFor?.getTime() ?? null
const same =
  (order: RunOrder) =>
  ({ order: { source } }: ModelRun): boolean =>
    source === order.source

/** A model of the rule: one run of a source at a time, and one run per scheduled time unless it was interrupted. */
class Model {
  readonly runs: ModelRun[] = []

  closeLost(): void {
    for (const run of this.runs.filter(({ status, age }) => status === 'running' && age > LEASE_SECONDS)) {
      Object.assign(run, { status: 'failed', isInterrupted: true })
    }
  }

  /** Frees the scheduled time of an order if the last run of its source is a scheduled run that was interrupted. */
  freeSlot(order: RunOrder): void {
    const runs = this.runs.filter(same(order))
    const last = runs.at(-1)
    if (last?.isInterrupted && last.order.trigger !== 'manual') {
      for (const run of runs.filter(({ slot }) => slot === slotOf(order))) {
        run.slot = null
      }
    }
  }

  mayStart(order: RunOrder): boolean {
    const slot = slotOf(order)
    return !this.runs
      .filter(same(order))
      .some((run) => run.status === 'running' || (slot !== null && run.slot === slot))
  }
}

/** Returns a database that runs a step between the first and the second statement. */
function doBetween(inner: Database, step: () => Promise<void>): Queryable {
  let statements = 0
  return {
    query: async (statement, values) => {
      statements += 1
      if (statements === 2) await step()
      return inner.query(statement, values)
    },
  }
}

async function carryOut(model: Model, step: Step): Promise<void> {
  switch (step.kind) {
    case 'close lost runs':
      await closeLostRuns(ingest)
      return model.closeLost()
    case 'start':
      return start(model, step)
    case 'pass':
      for (const run of model.runs) run.age += step.seconds
      await ask(`update sync_run set heartbeat_at = heartbeat_at - interval '${step.seconds} seconds'`)
      return
    default: {
      const run = model.runs[step.run % Math.max(1, model.runs.length)]
      return run && (step.kind === 'renew' ? renew(run) : finish(run, step.kind))
    }
  }
}

async function start(model: Model, { order, between }: Step & { kind: 'start' }): Promise<void> {
  const isScheduled = order.scheduledFor !== undefined
  if (isScheduled) model.freeSlot(order)
  const interleaved = doBetween(ingest, async () => {
    await (between && carryOut(model, between))
  })
  const started = await startRun(interleaved, order)
  // A run without a scheduled time has only one statement, so the step does not run.
  expect(started !== undefined).toBe(model.mayStart(order))
  if (started) {
    const rest = { status: 'running', isInterrupted: false, slot: slotOf(order), age: 0 } as const
    model.runs.push({ order, started, ...rest })
  }
}

async function renew(run: ModelRun): Promise<void> {
  const isHeld = run.status === 'running'
  expect(await renewLease(ingest, run.started, new RunProgress())).toBe(isHeld)
  if (isHeld) run.age = 0
}

async function finish(run: ModelRun, kind: 'succeed' | 'interrupt'): Promise<void> {
  const error = kind === 'succeed' ? null : { code: 'interrupted', message: 'Stopped.' }
  const status = kind === 'succeed' ? 'succeeded' : 'failed'
  const finished = finishRun(ingest, run.started, { ...NOTHING_READ, ...NO_DIFFERENCES, status, error })
  if (run.status !== 'running') {
    await expect(finished).rejects.toMatchObject({ code: 'interrupted' })
    return
  }
  await finished
  Object.assign(run, { status, isInterrupted: kind === 'interrupt' })
}

/** Expects the rows of the model, and that the view shows a run without a heartbeat as failed before it is closed. */
async function expectSame({ runs }: Model): Promise<void> {
  const rows = await ask<object>(
    `select r.run_id::int as id, r.status, r.lease_owner as owner, v.status as reported
       from sync_run as r join reported_run as v using (run_id) order by run_id`,
  )
  expect(rows).toEqual(
    runs.map(({ started: { id, owner }, status, age }) => ({
      id,
      status,
      owner: status === 'running' ? owner : null,
      reported: status === 'running' && age > LEASE_SECONDS ? 'failed' : status,
    })),
  )
}

const order = fc
  .record({
    source: fc.constantFrom('sheets', 'portal'),
    trigger: fc.constantFrom('schedule', 'manual', 'catch_up'),
    slot: fc.integer({ min: 1, max: 2 }),
  })
  .map(
    ({ source, trigger, slot }): RunOrder => ({
      ...{ source, trigger, sample: false },
      ...(trigger === 'manual' ? {} : { scheduledFor: new Date(Date.UTC(2026, 0, slot)) }),
    }),
  )
const simple: fc.Arbitrary<Step> = fc.oneof(
  fc.constant<Step>({ kind: 'close lost runs' }),
  fc.record({ kind: fc.constantFrom('renew', 'succeed', 'interrupt'), run: fc.nat(20) }),
  // No sum of these is near the lease of 60 s, so that the duration of the test does not matter.
  fc.record({ kind: fc.constant('pass' as const), seconds: fc.constantFrom(11, 22, 44) }),
)
const between = fc.option(
  fc.oneof(
    simple,
    fc.record({ kind: fc.constant('start' as const), order, between: fc.constant(undefined) }),
  ),
  { nil: undefined },
)
const step = fc.oneof(simple, fc.record({ kind: fc.constant('start' as const), order, between }))

test('in any order of starts, lease renewals, ends and lost leases, a source has at most one run at a time, and repeats a scheduled run only after an interruption', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 30 }), async (steps) => {
      await ask('delete from sync_run')
      const model = new Model()
      for (const each of steps) {
        await carryOut(model, each)
        await expectSame(model)
      }
    }),
    historyRuns(50),
  )
})
