import type { Queryable } from '../database.ts'
import { migrations } from '../migrate.ts'
import { type Statement, sqlFile } from '../sql-file.ts'
import { type Lag, lagOf, type Sample } from './lag.ts'

/** Why a replica is not read from, as far as a look at it tells. */
export type Fault = 'unreachable' | 'not_a_replica' | 'another_database' | 'not_migrated' | 'behind'

/** What a look has found: no fault is a replica to read from; no lag is one that cannot be told yet. */
export interface Finding {
  fault: Fault | undefined
  lag: Lag | undefined
  /** What went wrong, for the log alone. */
  cause?: unknown
}

interface Server {
  following: boolean
  database: number
  migrations: number[]
  state: number | null
}

const WHICH_SERVER = sqlFile(import.meta.url, 'which-server.sql', 'prepared')
const WHICH_CLUSTER = sqlFile(import.meta.url, 'which-cluster.sql', 'prepared')
const LOG_POSITION = sqlFile(import.meta.url, 'log-position.sql', 'prepared')

/** So many places of the primary are kept: with a look every 2 s, those of 10 minutes. */
const MOST_SAMPLES = 300

/** A table or a schema is not there. */
const NOT_OURS = /^(42P01|3F000)$/

/** What a server says that keeps such things to itself: no right, no such function, not on this kind of PostgreSQL. */
const WITHHELD = /^(42501|42883|0A000|55000)$/

/** What a replica says of whatever stood in the way of what it replays: the next time, it may well pass. */
export const CANCELLED = /^(40001|40P01)$/

/** Looks at the replica, and at the primary for comparison. @throws what the primary reports */
export type Look = () => Promise<Finding>

/**
 * Makes what looks at a replica, again and again: whether it is one, of our database, with our schema, and how far it lies
 * behind, in milliseconds of which more than `mostLagMs` are too many.
 */
export function watch(
  { primary, replica }: Readonly<Record<'primary' | 'replica', Queryable>>,
  { mostLagMs }: { mostLagMs: number },
  now: () => number = () => performance.now(),
): Look {
  const samples: Sample[] = []
  const ofPrimary = teller(primary)
  const ofReplica = teller(replica)
  return async () => {
    const at = now()
    const here = await ofPrimary()
    samples.push({ at, ...here })
    samples.splice(0, samples.length - MOST_SAMPLES)
    let there: Told
    try {
      there = await ofReplica()
    } catch (cause) {
      return { fault: faultOf(codeOf(cause)), lag: undefined, cause }
    }
    const fault = unlike(here, there)
    const lag = lagOf(samples, there, at)
    if (fault !== undefined) {
      return { fault, lag: undefined }
    }
    const isBehind = lag.ms > mostLagMs
    return { fault: isBehind ? 'behind' : undefined, lag: isBehind || !lag.atLeast ? lag : undefined }
  }
}

/** What a look that failed tells; one that stood in the way of the replay tells nothing. */
function faultOf(code: string): Fault | undefined {
  if (CANCELLED.test(code)) {
    return undefined
  }
  return NOT_OURS.test(code) ? 'another_database' : 'unreachable'
}

/** Whatever its lag: whether this is a replica that could be read from. */
function unlike(primary: Told, replica: Told): Fault | undefined {
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

interface Told extends Server {
  cluster: string | undefined
  position: number | undefined
}

/** Asks one server who and where it is; what it once kept to itself is not asked again. */
function teller(server: Queryable): () => Promise<Told> {
  const cluster = unlessWithheld<{ cluster: string }>(server, WHICH_CLUSTER)
  const position = unlessWithheld<{ position: number | null }>(server, LOG_POSITION)
  return async () => {
    const [found] = await server.query<Server>(WHICH_SERVER)
    if (!found) {
      throw new Error('which-server.sql gave no row')
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
