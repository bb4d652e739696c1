import { router } from '../../local/router.ts'
import { startServer } from '../../local/server.ts'
import type { Database, DatabaseRole, Queryable } from '../../shared/db/database.ts'
import { openDatabase } from '../../shared/db/database.ts'
import { migrate } from '../../shared/db/migrate.ts'
import {
  openReplica,
  type Replica,
  type ReplicaBounds,
  type ReplicaStatus,
} from '../../shared/db/replica/replica.ts'
import { setDatabases } from '../../shared/db/serving.ts'
import { ensureSearchIndex } from '../../shared/search/index/rebuild-index.ts'
import { loadMarks } from './load-marks.ts'
import type { SampleMark } from './marks.ts'
import { type Cluster, type ReplicaServer, startCluster } from './streaming-replica.ts'
import { makeKey } from './test-keys.ts'
import { until } from './until.ts'

/** Probes often enough for a test, and with time limits that a busy machine meets. */
export const PATIENT: Partial<ReplicaBounds> = {
  probeEveryMs: 20,
  knownForMs: 600_000,
  beginWithinMs: 7_000,
  readWithinMs: 7_000,
  pauseMs: 0,
}

/** A replica for reads, with the statuses that it reported, in order. */
export interface OpenedReplica extends Replica {
  readonly changes: ReplicaStatus[]
  /** Waits until the replica is used (undefined), or left out for that reason. */
  is(leftOut: ReplicaStatus['leftOut']): Promise<void>
}

/** The service of this process on its own primary, with a replica. */
export interface ReplicatedService {
  readonly address: string
  readonly cluster: Cluster
  readonly replicaServer: ReplicaServer
  readonly owner: Database
  readonly ingest: Database
  /** A connection to the replica as superuser. */
  readonly copy: Queryable
  /** An unrestricted key with high limits, in clear. */
  readonly key: string
  /** Sends reads to the replica, or to the server at `url`. Closes the replica that was opened before. */
  open(options?: { url?: string; bounds?: Partial<ReplicaBounds> }): OpenedReplica
  /** Does `work` while the service has no replica, and returns its result. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>
  /** Waits until the replica, or the given replica, has caught up with the primary. */
  caughtUp(server?: ReplicaServer): Promise<void>
  pauseReplay(): Promise<void>
  resumeReplay(): Promise<void>
  stop(): Promise<void>
}

const NAME = 'marks'

export async function startReplicatedService(marks: SampleMark[]): Promise<ReplicatedService> {
  const cluster = await startCluster()
  const { primary } = cluster
  await create(primary.url('postgres'))
  const at = (url: string, role: DatabaseRole): Database =>
    openDatabase({ connectionString: url }, role, 'test')
  const owner = at(primary.url(NAME), 'owner')
  await migrate(owner)
  await loadMarks(owner, marks)
  await owner.query(sql(`update corpus_state set kind = 'register'`)) // a run would replace the sample
  await ensureSearchIndex(owner)
  const serving = at(primary.url(NAME), 'trademark_serve')
  const ingest = at(primary.url(NAME), 'trademark_ingest')
  const replicaServer = await cluster.follow()
  const copy = at(replicaServer.url(NAME), 'owner')
  const { key } = await makeKey(owner, { monthlyQuota: 1_000_000, burstPerMinute: 100_000 })
  setDatabases({ serving })
  const server = await startServer({ host: '127.0.0.1', port: 0, handler: router })
  let opened: Replica | undefined
  const closeOpened = async (): Promise<void> => {
    setDatabases({ replica: undefined })
    await opened?.close()
  }
  return {
    address: server.address,
    ...{ cluster, replicaServer, owner, ingest, copy, key },
    open: ({ url = replicaServer.url(NAME), bounds = {} } = {}) => {
      closeOpened()
      const replica = observed(serving, url, { ...PATIENT, ...bounds })
      setDatabases({ replica })
      opened = replica
      return replica
    },
    alone: async (work) => {
      setDatabases({ replica: undefined })
      try {
        return await work()
      } finally {
        setDatabases({ replica: opened })
      }
    },
    caughtUp: async (server = replicaServer) => {
      const follower = at(server.url(NAME), 'owner')
      await caughtUp(owner, follower)
      await follower.close()
    },
    pauseReplay: async () => {
      await copy.query(sql('select pg_wal_replay_pause()'))
      const state = sql('select pg_get_wal_replay_pause_state() as state')
      await until(async () => (await copy.query<{ state: string }>(state))[0]?.state === 'paused')
    },
    resumeReplay: async () => {
      // The resumed replay may cancel this statement.
      await copy.query(sql('select pg_wal_replay_resume()')).catch(unlessCancelled)
    },
    stop: async () => {
      await closeOpened()
      await server.stop()
      setDatabases({ serving: undefined })
      await Promise.all([owner, ingest, serving, copy].map((database) => database.close()))
      await cluster.end()
    },
  }
}

function observed(primary: Database, url: string, bounds: Partial<ReplicaBounds>): OpenedReplica {
  const changes: ReplicaStatus[] = []
  const replica = openReplica({
    primary,
    connection: { connectionString: url },
    onChange: (status) => changes.push(status),
    bounds,
  })
  return {
    ...replica,
    changes,
    is: (leftOut) => until(() => replica.status().leftOut === leftOut),
  }
}

/** Returns a statement without parameters. */
export const sql = (text: string) => ({ text, parameters: [] })

function unlessCancelled(error: { code?: string }): void {
  if (error.code !== '40001') throw error
}

async function create(url: string): Promise<void> {
  const server = openDatabase({ connectionString: url }, 'owner', 'test')
  await server.query(sql(`create database ${NAME}`))
  await server.close()
}

async function caughtUp(primary: Queryable, copy: Queryable): Promise<void> {
  const [here] = await primary.query<{ at: string }>(sql('select pg_current_wal_lsn()::text as at'))
  const replayed = { text: 'select pg_last_wal_replay_lsn() >= $1::pg_lsn as yes', parameters: ['at'] }
  await until(async () => (await copy.query<{ yes: boolean }>(replayed, { at: here?.at }))[0]?.yes === true)
}
