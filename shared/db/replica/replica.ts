import type pg from 'pg'
import { ApiError } from '../../platform/errors.ts'
import {
  type Connection,
  closeInTime,
  type Database,
  poolSettings,
  type Queryable,
  runStatement,
} from '../database.ts'
import { openPool, type Pool, useOf, withClient } from '../pool.ts'
import { sqlFile } from '../sql-file.ts'
import { CANCELLED, type Finding, watch } from './watch.ts'

/** Why a replica is not read from: `unknown` until it was looked at, `failed` for a while after it has lost a read. */
export const LEFT_OUT = [
  'unknown',
  'unreachable',
  'not_a_replica',
  'another_database',
  'not_migrated',
  'behind',
  'failed',
] as const
export type LeftOut = (typeof LEFT_OUT)[number]

/**
 * What became of a read: answered by the `replica`; or by the primary, because the replica was `left_out`, `busy`, or had
 * not the same state of the corpus; or because what it was given was `cancelled` there, came `late`, or was `lost`.
 */
export const OUTCOMES = ['replica', 'left_out', 'busy', 'other_state', 'cancelled', 'late', 'lost'] as const
export type Outcome = (typeof OUTCOMES)[number]

/** How a replica stands. */
export interface Standing {
  /** Undefined where it is read from. */
  leftOut: LeftOut | undefined
  /** How long it lies behind, in milliseconds; undefined where that is not known. */
  lagMs: number | undefined
  /** What went wrong, for the log alone. */
  cause?: unknown
}

/** A copy of the database that reads of the corpus may go to. */
export interface Replica {
  /**
   * Runs `work` on the corpus in exactly this `state`, on the replica, or on the primary where the replica cannot. What it
   * cancels or loses is asked of the primary once more, so that its faults are no errors.
   */
  read<Result>(state: number | null, work: (corpus: Queryable) => Promise<Result>): Promise<Result>
  standing(): Standing
  /** How many reads came to which end. */
  readonly outcomes: Readonly<Record<Outcome, number>>
  close(): Promise<void>
}

/** What a replica is allowed, in milliseconds. */
export interface ReplicaBounds {
  /** From one look at it to the next. */
  lookEveryMs: number
  /** Nobody reads from one that lies further behind. */
  mostLagMs: number
  /** What was found out so long ago counts no more. */
  knownForMs: number
  /** A read that has not begun after this is given to the primary, and so is one that has not ended: its own 5 s still fit. */
  beginWithinMs: number
  readWithinMs: number
  /** So long after a read that was lost, nobody reads from it. */
  pauseMs: number
}

export const BOUNDS: ReplicaBounds = {
  lookEveryMs: 2_000,
  mostLagMs: 30_000,
  knownForMs: 10_000,
  beginWithinMs: 1_000,
  readWithinMs: 3_000,
  pauseMs: 5_000,
}

export interface ReplicaOptions {
  primary: Database
  connection: Connection
  /** Is told each time that the replica is left out, for another reason or at all, and each time that it is back. */
  onChange?: (standing: Standing) => void
  bounds?: Partial<ReplicaBounds>
}

const MAX_CONNECTIONS = 10
/** Above it the server ends a read by itself, a little before we stop to wait for it. */
const HEADROOM_MS = 500
const LOOK_TIMEOUT_MS = 1_500

const REACHED_STATE = sqlFile(import.meta.url, 'reached-state.sql', 'planned')

/** One snapshot for all that a read asks, and the state of the corpus that it shows, in one round trip. */
const BEGIN = `begin isolation level repeatable read, read only; ${REACHED_STATE.text}`

/** Opens a replica, and looks at it from now on, aside from all reads; until the first look, nobody reads from it. */
export function openReplica({ primary, connection, onChange = () => {}, bounds }: ReplicaOptions): Replica {
  const limits = { ...BOUNDS, ...bounds }
  const pools = openPools(connection, limits)
  const aside: Queryable = {
    query: (statement, values) =>
      withClient(pools.aside, (client) => runStatement(client, statement, values)),
  }
  const judge = judgement(limits, onChange)
  const stop = lookAgainAndAgain(watch({ primary: primary.aside, replica: aside }, limits), judge, limits)
  const outcomes = Object.fromEntries(OUTCOMES.map((outcome) => [outcome, 0])) as Record<Outcome, number>
  return {
    outcomes,
    standing: judge.standing,
    read: async (state, work) => {
      const attempt = await tryRead(pools.reads, judge, limits, { state, work })
      outcomes[attempt.outcome] += 1
      return attempt.outcome === 'replica' ? attempt.answer() : work(primary)
    },
    close: async () => {
      stop()
      await closeInTime([pools.reads, pools.aside])
    },
  }
}

/** Nothing that is sent there can write, also where it is no replica: each session only reads. */
function openPools(connection: Connection, { readWithinMs }: ReplicaBounds): { reads: Pool; aside: Pool } {
  const settings = (timeoutMs: number): pg.PoolConfig => {
    const { options, ...rest } = poolSettings(connection, 'trademark_serve', 'replica', timeoutMs)
    return { ...rest, options: `${options} -c default_transaction_read_only=on` }
  }
  return {
    reads: openPool({ ...settings(Math.max(1, readWithinMs - HEADROOM_MS)), max: MAX_CONNECTIONS }),
    aside: openPool({ ...settings(LOOK_TIMEOUT_MS), max: 1 }),
  }
}

interface Judgement {
  standing(): Standing
  /** Takes what a look has found that began at `at`. */
  found(finding: Finding, at: number): void
  /** Leaves it out until a later look finds nothing wrong. */
  leaveOut(leftOut: LeftOut, cause?: unknown): void
}

/** What is known of a replica, and since when; times are those of `performance`. */
function judgement(
  { knownForMs, pauseMs }: ReplicaBounds,
  onChange: (standing: Standing) => void,
): Judgement {
  let known: Standing = { leftOut: 'unknown', lagMs: undefined }
  let knownAt = Number.NEGATIVE_INFINITY
  let pausedUntil = Number.NEGATIVE_INFINITY
  let told: LeftOut | undefined = 'unknown'
  const isKnown = (): boolean => performance.now() - knownAt <= knownForMs
  const standing = (): Standing => (isKnown() ? known : { leftOut: 'unknown', lagMs: undefined })
  const tell = (): void => {
    const now = standing()
    if (now.leftOut !== told) {
      told = now.leftOut
      onChange(now)
    }
  }
  return {
    standing,
    found: ({ fault, lag, cause }, at) => {
      const isUndecided = fault === undefined && (lag === undefined || at < pausedUntil)
      if (!isUndecided) {
        known = { leftOut: fault, lagMs: lag?.ms, ...(cause === undefined ? {} : { cause }) }
        knownAt = at
      }
      tell()
    },
    leaveOut: (leftOut, cause) => {
      pausedUntil = performance.now() + pauseMs
      known = { leftOut, lagMs: undefined, cause }
      knownAt = performance.now()
      tell()
    },
  }
}

/** Looks at the replica until it is stopped. Where the primary does not answer, what is known holds as long as it may. */
function lookAgainAndAgain(
  look: () => Promise<Finding>,
  { found }: Judgement,
  { lookEveryMs }: ReplicaBounds,
): () => void {
  let timer: NodeJS.Timeout | undefined
  let isStopped = false
  const again = async (): Promise<void> => {
    const at = performance.now()
    const finding = await look().catch(() => NOTHING_FOUND)
    if (!isStopped) {
      found(finding, at)
      timer = setTimeout(again, lookEveryMs).unref()
    }
  }
  again()
  return () => {
    isStopped = true
    clearTimeout(timer)
  }
}

const NOTHING_FOUND: Finding = { fault: undefined, lag: undefined }

interface Read<Result> {
  state: number | null
  work: (corpus: Queryable) => Promise<Result>
}

type Attempt<Result> = { outcome: 'replica'; answer: () => Result } | { outcome: Exclude<Outcome, 'replica'> }

/** No answer in the time that a replica is given. */
class LateReplicaError extends Error {
  override name = 'LateReplicaError'
}

async function tryRead<Result>(
  pool: Pool,
  judge: Judgement,
  limits: ReplicaBounds,
  read: Read<Result>,
): Promise<Attempt<Result>> {
  if (judge.standing().leftOut !== undefined) {
    return { outcome: 'left_out' }
  }
  if (read.state === null) {
    return { outcome: 'other_state' }
  }
  const { open, idle, most } = useOf(pool)
  if (open >= most && idle === 0) {
    return { outcome: 'busy' } // two servers are there to share the work: nobody waits in line before one of them
  }
  try {
    const { following, attempt } = await readInTime(pool, limits, read)
    if (!following) {
      judge.leaveOut('not_a_replica')
    }
    return attempt
  } catch (error) {
    const outcome = outcomeOf(error)
    if (outcome !== 'cancelled') {
      judge.leaveOut('failed', error)
    }
    return { outcome }
  }
}

/** The server's own limit. */
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

/** One read, given up when its time is over: it then comes to its end by itself, and nobody waits for it. */
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
      if (isOver) throw new LateReplicaError('nobody waits for this read any more')
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
      await client.query('commit') // the answer does not wait for it
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
    throw new Error('reached-state.sql gave no row')
  }
  return reached
}

/** What came of the work; an error that is the caller's own is an answer like any other. */
async function answerOf<Result>(
  client: pg.PoolClient,
  { work }: Read<Result>,
  assertWanted: () => void,
): Promise<Attempt<Result>> {
  try {
    const result = await work({
      query: (statement, values) => {
        assertWanted()
        return runStatement(client, statement, values)
      },
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
