import type { Queryable } from '../database.ts'
import { migrations } from '../migrate.ts'
import { type Statement, sqlFile } from '../sql-file.ts'
import { type Lag, lagOf, type Sample } from './lag.ts'

/** A reason for not reading from a replica. */
export type Fault = 'unreachable' | 'not_a_replica' | 'another_database' | 'not_migrated' | 'behind'

/** The result of a probe. If both `fault` and `lag` are undefined, the probe is undecided. */
export interface ProbeResult {
  fault: Fault | undefined
  lag: Lag | undefined
  /** The error of the query on the replica, only for the log. */
  cause?: unknown
}

interface ServerRow {
  following: boolean
  database: number
  migrations: number[]
  state: number | null
}

const WHICH_SERVER = sqlFile(import.meta.url, 'which-server.sql', 'prepared')
const WHICH_CLUSTER = sqlFile(import.meta.url, 'which-cluster.sql', 'prepared')
const LOG_POSITION = sqlFile(import.meta.url, 'log-position.sql', 'prepared')

/** Each probe adds one sample of the primary. With a probe every 2 s, 300 samples cover 10 minutes. */
const MOST_SAMPLES = 300

/** Error codes of a database without our schema. */
const NOT_OURS = /^(42P01|3F000)$/

/** Error codes of a server that does not disclose the queried value. */
const WITHHELD = /^(42501|42883|0A000|55000)$/

/** Error codes of a conflict with the replay of the write-ahead log. The next query may succeed. */
export const CANCELLED = /^(40001|40P01)$/

/**
 * Returns a function that probes a replica. A lag above `mostLagMs` is the fault `behind`.
 *
 * The function throws if a query on the primary fails.
 */
export function createProbe(
  { primary, replica }: Readonly<Record<'primary' | 'replica', Queryable>>,
  { mostLagMs }: { mostLagMs: number },
  now: () => number = () => performance.now(),
): () => Promise<ProbeResult> {
  const samples: Sample[] = []
  const readPrimary = stateReader(primary)
  const readReplica = stateReader(replica)
  return async () => {
    const at = now()
    const primaryState = await readPrimary()
    samples.push({ at, ...primaryState })
    samples.splice(0, samples.length - MOST_SAMPLES)
    let replicaState: ServerState
    try {
      replicaState = await readReplica()
    } catch (cause) {
      return { fault: faultOf(codeOf(cause)), lag: undefined, cause }
    }
    const fault = mismatch(primaryState, replicaState)
    const lag = lagOf(samples, replicaState, at)
    if (fault !== undefined) {
      return { fault, lag: undefined }
    }
    const isBehind = lag.ms > mostLagMs
    return { fault: isBehind ? 'behind' : undefined, lag: isBehind || !lag.atLeast ? lag : undefined }
  }
}

function faultOf(code: string): Fault | undefined {
  if (CANCELLED.test(code)) {
    return undefined
  }
  return NOT_OURS.test(code) ? 'another_database' : 'unreachable'
}

/** Compares a replica with the primary. Ignores the lag. */
function mismatch(primary: ServerState, replica: ServerState): Fault | undefined {
  if (!replica.following) {
    return 'not_a_replica'
  }
  if (replica.database !== primary.database || differ(replica.cluster, primary.cluster)) {
    return 'another_database'
  }
  const lacks = migrations.some(({ version }) => !replica.migrations.includes(version))
  return lacks ? 'not_migrated' : undefined
}

const differ = (one: string | undefined, other: string | undefined): boolean =>
  one !== undefined && other !== undefined && one !== other

interface ServerState extends ServerRow {
  cluster: string | undefined
  position: number | undefined
}

/**
 * Returns a function that reads the state of a server. If the server refuses to show a value, the function does not query this
 * value again.
 */
function stateReader(server: Queryable): () => Promise<ServerState> {
  const cluster = unlessWithheld<{ cluster: string }>(server, WHICH_CLUSTER)
  const position = unlessWithheld<{ position: number | null }>(server, LOG_POSITION)
  return async () => {
    const [found] = await server.query<ServerRow>(WHICH_SERVER)
    if (!found) {
      throw new Error('which-server.sql returned no row')
    }
    return {
      ...found,
      cluster: (await cluster())?.cluster,
      position: (await position())?.position ?? undefined,
    }
  }
}

function unlessWithheld<Row>(server: Queryable, statement: Statement): () => Promise<Row | undefined> {
  let isWithheld = false
  return async () => {
    if (isWithheld) {
      return undefined
    }
    try {
      return (await server.query<Row>(statement))[0]
    } catch (error) {
      isWithheld = WITHHELD.test(codeOf(error))
      if (!isWithheld) throw error
      return undefined
    }
  }
}

const codeOf = (error: unknown): string => String((error as { code?: unknown }).code ?? '')
