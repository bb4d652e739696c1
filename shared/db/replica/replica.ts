import type pg from 'pg'
import { ApiError } from '../../platform/errors.ts'
import { type Connection, closeInTime, type Database, poolSettings, type Queryable } from '../database.ts'
import { openPool, type Pool, useOf, withClient } from '../pool.ts'
import { runStatement } from '../run-statement.ts'
import { sqlFile } from '../sql-file.ts'
import { CANCELLED, createProbe, type ProbeResult } from './probe.ts'

/**
 * The reasons for not reading from a replica:
 * - `unknown`: no recent probe has a result
 * - `failed`: a read failed recently
 * - the faults that a probe finds (see `Fault`)
 */
export const LEFT_OUT = [
  'unknown',
  'unreachable',
  'not_a_replica',
  'another_database',
  'not_migrated',
  'behind',
  'failed',
] as const
type LeftOut = (typeof LEFT_OUT)[number]

/**
 * The outcomes of a read. All except `replica` are reasons why the primary answered. `busy`: no free connection.
 * `other_state`: another or unknown corpus version. `cancelled`: a conflict with the replay of the write-ahead log.
 * `late`: a timeout. `lost`: any other error.
 */
export const OUTCOMES = ['replica', 'left_out', 'busy', 'other_state', 'cancelled', 'late', 'lost'] as const
export type Outcome = (typeof OUTCOMES)[number]

export interface ReplicaStatus {
  /** Undefined while the replica is in use. */
  leftOut: LeftOut | undefined
  lagMs: number | undefined
  /** The error, only for the log. */
  cause?: unknown
}

export interface Replica {
  /**
   * Runs `work` on the replica only if the corpus version there is `state` (see reached-state.sql), else on the primary. If the
   * replica fails, runs `work` again on the primary.
   */
  read<Result>(state: number | null, work: (corpus: Queryable) => Promise<Result>): Promise<Result>
  status(): ReplicaStatus
  readonly outcomes: Readonly<Record<Outcome, number>>
  close(): Promise<void>
}

/** Limits of a replica, in milliseconds. */
export interface ReplicaBounds {
  probeEveryMs: number
  mostLagMs: number
  /** The result of a probe expires after this time. */
  knownForMs: number
  /** The maximum wait before a read begins on the replica. */
  beginWithinMs: number
  /** The maximum duration of a read that has begun. */
  readWithinMs: number
  /** The replica is left out for at least this time after a failed read. */
  pauseMs: number
}

export const BOUNDS: ReplicaBounds = {
  probeEveryMs: 2_000,
  mostLagMs: 30_000,
  knownForMs: 10_000,
  beginWithinMs: 1_000,
  readWithinMs: 3_000,
  pauseMs: 5_000,
}

interface ReplicaOptions {
  primary: Database
  connection: Connection
  /** Called when `leftOut` changes. */
  onChange?: (status: ReplicaStatus) => void
  bounds?: Partial<ReplicaBounds>
}

const MAX_CONNECTIONS = 10
/** The statement timeout is this much shorter than `readWithinMs`. */
const HEADROOM_MS = 500
const PROBE_TIMEOUT_MS = 1_500

const REACHED_STATE = sqlFile(import.meta.url, 'reached-state.sql', 'planned')

/** Begins a snapshot and returns the state of the corpus, in one round trip. */
const BEGIN = `begin isolation level repeatable read, read only; ${REACHED_STATE.text}`

/** Opens a replica and starts to probe it. The replica is left out until a probe succeeds. */
export function openReplica({ primary, connection, onChange = () => {}, bounds }: ReplicaOptions): Replica {
  const limits = { ...BOUNDS, ...bounds }
  const pools = openPools(connection, limits)
  const aside: Queryable = {
    query: (statement, values) =>
      withClient(pools.aside, (client) => runStatement(client, statement, values)),
  }
  const tracker = trackStatus(limits, onChange)
  const stop = probeRepeatedly(
    createProbe({ primary: primary.aside, replica: aside }, limits),
    tracker,
    limits,
  )
  const outcomes = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Record<Outcome, number>
  return {
    outcomes,
    status: tracker.status,
    read: async (state, work) => {
      const attempt = await tryRead(pools.reads, tracker, limits, { state, work, primary })
      outcomes[attempt.outcome] += 1
      return attempt.outcome === 'replica' ? attempt.answer() : work(primary)
    },
    close: async () => {
      stop()
      await closeInTime([pools.reads, pools.aside])
    },
  }
}

/** Opens pools with read-only sessions, so that nothing is written if the configured server is not a replica. */
function openPools(connection: Connection, { readWithinMs }: ReplicaBounds): { reads: Pool; aside: Pool } {
  const settings = (timeoutMs: number): pg.PoolConfig => {
    const { options, ...rest } = poolSettings(connection, 'trademark_serve', 'replica', timeoutMs)
    return { ...rest, options: `${options} -c default_transaction_read_only=on` }
  }
  return {
    reads: openPool({ ...settings(Math.max(1, readWithinMs - HEADROOM_MS)), max: MAX_CONNECTIONS }),
    aside: openPool({ ...settings(PROBE_TIMEOUT_MS), max: 1 }),
  }
}

interface StatusTracker {
  status(): ReplicaStatus
  /** Records the result of a probe that began at `at`. Ignores an undecided result, and a success during a pause. */
  record(result: ProbeResult, at: number): void
  /** Leaves the replica out for at least `pauseMs`. */
  leaveOut(leftOut: LeftOut, cause?: unknown): void
}

function trackStatus(
  { knownForMs, pauseMs }: ReplicaBounds,
  onChange: (status: ReplicaStatus) => void,
): StatusTracker {
  let known: ReplicaStatus = { leftOut: 'unknown', lagMs: undefined }
  let knownAt = Number.NEGATIVE_INFINITY
  let pausedUntil = Number.NEGATIVE_INFINITY
  let reported: LeftOut | undefined = 'unknown'
  const isKnown = (): boolean => performance.now() - knownAt <= knownForMs
  const status = (): ReplicaStatus => (isKnown() ? known : { leftOut: 'unknown', lagMs: undefined })
  const report = (): void => {
    const current = status()
    if (current.leftOut !== reported) {
      reported = current.leftOut
      onChange(current)
    }
  }
  return {
    status,
    record: ({ fault, lag, cause }, at) => {
      const isUndecided = fault === undefined && (lag === undefined || at < pausedUntil)
      if (!isUndecided) {
        known = { leftOut: fault, lagMs: lag?.ms, ...(cause === undefined ? {} : { cause }) }
        knownAt = at
      }
      report()
    },
    leaveOut: (leftOut, cause) => {
      pausedUntil = performance.now() + pauseMs
      known = { leftOut, lagMs: undefined, cause }
      knownAt = performance.now()
      report()
    },
  }
}

/** Probes the replica until the returned function is called. */
function probeRepeatedly(
  probe: () => Promise<ProbeResult>,
  { record }: StatusTracker,
  { probeEveryMs }: ReplicaBounds,
): () => void {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const again = async (): Promise<void> => {
    const at = performance.now()
    const result = await probe().catch(() => NO_RESULT)
    if (!isStopped) {
      record(result, at)
      timer = setTimeout(again, probeEveryMs).unref()
    }
  }
  again()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

/** The undecided result of a probe whose query on the primary failed. */
const NO_RESULT: ProbeResult = { fault: undefined, lag: undefined }

interface Read<Result> {
  state: number | null
  work: (corpus: Queryable) => Promise<Result>
  primary: Queryable
}

type Attempt<Result> = { outcome: 'replica'; answer: () => Result } | { outcome: Exclude<Outcome, 'replica'> }

class LateReplicaError extends Error {
  override name = 'LateReplicaError'
}

async function tryRead<Result>(
  pool: Pool,
  tracker: StatusTracker,
  limits: ReplicaBounds,
  read: Read<Result>,
): Promise<Attempt<Result>> {
  if (tracker.status().leftOut !== undefined) {
    return { outcome: 'left_out' }
  }
  if (read.state === null) {
    return { outcome: 'other_state' }
  }
  const { open, idle, most } = useOf(pool)
  if (open >= most && idle === 0) {
    return { outcome: 'busy' } // a read does not wait for a connection
  }
  try {
    const { following, attempt } = await readInTime(pool, limits, read)
    if (!following) {
      tracker.leaveOut('not_a_replica')
    }
    return attempt
  } catch (error) {
    const outcome = outcomeOf(error)
    if (outcome !== 'cancelled') {
      tracker.leaveOut('failed', error)
    }
    return { outcome }
  }
}

const QUERY_CANCELED = '57014'

function outcomeOf(error: unknown): 'cancelled' | 'late' | 'lost' {
  const { code = '', message = '' } = error as { code?: string; message?: string }
  if (CANCELLED.test(code)) {
    return 'cancelled'
  }
  const isLate = error instanceof LateReplicaError || code === QUERY_CANCELED || /timeout/i.test(message)
  return isLate ? 'late' : 'lost'
}

interface Found<Result> {
  following: boolean
  attempt: Attempt<Result>
}

/**
 * Rejects if the read has not begun within `beginWithinMs`. After the start of the read, rejects if it has no result within
 * `readWithinMs`. A rejected read throws at its next query.
 */
const readInTime = <Result>(
  pool: Pool,
  { beginWithinMs, readWithinMs }: ReplicaBounds,
  read: Read<Result>,
): Promise<Found<Result>> =>
  new Promise((resolve, reject) => {
    let isOver = false
    let timer: NodeJS.Timeout | undefined
    const giveUpIn = (ms: number): void => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        isOver = true
        reject(new LateReplicaError(`the replica has not answered within ${ms} ms`))
      }, ms)
    }
    const found = (result: Found<Result>): void => {
      clearTimeout(timer)
      resolve(result)
    }
    const assertWanted = (): void => {
      if (isOver) throw new LateReplicaError('the time limit of this read is over')
    }
    giveUpIn(beginWithinMs)
    withClient(pool, async (client) => {
      assertWanted()
      const { following, state } = await begin(client)
      assertWanted()
      if (!following || state !== read.state) {
        found({ following, attempt: { outcome: 'other_state' } })
      } else {
        giveUpIn(readWithinMs)
        found({ following, attempt: await answerOf(client, read, assertWanted) })
      }
      await client.query('commit') // the answer does not wait for the commit
    }).catch((error) => {
      clearTimeout(timer)
      reject(error)
    })
  })

interface Reached {
  following: boolean
  state: number | null
}

async function begin(client: pg.PoolClient): Promise<Reached> {
  const results = (await client.query(BEGIN)) as unknown as readonly pg.QueryResult<Reached>[]
  const [reached] = results.at(-1)?.rows ?? []
  if (!reached) {
    throw new Error('reached-state.sql returned no row')
  }
  return reached
}

/** An `ApiError` is an answer, not a fault of the replica. */
async function answerOf<Result>(
  client: pg.PoolClient,
  { work, primary }: Read<Result>,
  assertWanted: () => void,
): Promise<Attempt<Result>> {
  try {
    const result = await work({
      query: (statement, values) => {
        assertWanted()
        return runStatement(client, statement, values)
      },
      copyOf: primary,
    })
    return { outcome: 'replica', answer: () => result }
  } catch (error) {
    if (!(error instanceof ApiError)) {
      throw error
    }
    return {
      outcome: 'replica',
      answer: () => {
        throw error
      },
    }
  }
}
