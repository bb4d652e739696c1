import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { EmbeddedPostgresError } from './errors.ts'
import { findPostmaster, stopPostmaster } from './postmaster.ts'
import { isAlive } from './process.ts'
import { connect, connectionError, connectOrStart, refusalOf, type Server } from './server.ts'

/** Who is a member, and whether no second one of that name may be. */
export interface Member {
  readonly name: string
  readonly exclusive: boolean
}

/**
 * Held shared by every member, and alone by the one that stops the server: so a newcomer never joins a server
 * that is about to be stopped, and of two that leave at once one stops it.
 */
const MEMBERS_LOCK = 'trademark embedded: members'
const nameLock = (name: string): string => `trademark embedded: ${name}`

const LEAVING = 'trademark leaving'
const RETRY_MS = 20
const DEAD_HOLDER_PATIENCE_MS = 10_000
const LEAVING_PATIENCE_MS = 8_000
/** A pool says that it has ended before its connections have; on a busy machine that takes a while. */
const ENDING_PATIENCE_MS = 3_000

/**
 * The connection that makes this process a member, on a server that runs or is started for it.
 *
 * Throws `EmbeddedPostgresError`, or the reason of `signal` when it is aborted.
 */
export async function enter(server: Server, member: Member, signal: AbortSignal): Promise<pg.Client> {
  for (;;) {
    const client = await connectOrStart(server, `trademark ${member.name} ${process.pid}`, signal)
    try {
      await client.query('select pg_advisory_lock_shared(hashtextextended($1, 0))', [MEMBERS_LOCK])
      if (member.exclusive) await takeName(client, member.name, server.folder.root)
      return client
    } catch (error) {
      await client.end().catch(() => {})
      // A server that was stopped by someone who left just before is no reason to give up.
      if (refusalOf(error) === undefined) {
        // Whoever left while we were connected has left the stopping to us.
        await stopIfUnused(server, () => {}).catch(() => {})
        throw error instanceof EmbeddedPostgresError ? error : connectionError(server, error)
      }
    }
    await sleep(RETRY_MS, undefined, { signal })
  }
}

async function takeName(client: pg.Client, name: string, root: string): Promise<void> {
  for (const end = performance.now() + DEAD_HOLDER_PATIENCE_MS; ; await sleep(RETRY_MS)) {
    if (await tryLock(client, nameLock(name))) return
    const pid = await holderOf(client, nameLock(name))
    // A process that was killed holds the lock until the server has noticed.
    const isGoing = pid === undefined || !isAlive(pid)
    if (isGoing && performance.now() < end) continue
    throw new EmbeddedPostgresError(
      `another "${name}" (pid ${pid ?? 'unknown'}) already runs on the data folder ${root}: ` +
        'stop that one first, or set another DATA_DIR',
    )
  }
}

async function tryLock(client: pg.Client, lock: string): Promise<boolean> {
  const { rows } = await client.query('select pg_try_advisory_lock(hashtextextended($1, 0)) as taken', [lock])
  return rows[0].taken
}

/** The pid that the holder of a lock has written into its application_name. */
async function holderOf(client: pg.Client, lock: string): Promise<number | undefined> {
  const [holder] = await holdersOf(client, lock)
  const pid = Number(holder?.application_name.split(' ').at(-1))
  return Number.isNaN(pid) ? undefined : pid
}

async function holdersOf(
  client: pg.Client,
  lock: string,
): Promise<Array<{ application_name: string; mode: string }>> {
  const { rows } = await client.query(
    `select a.application_name, l.mode
       from pg_locks l
       join pg_stat_activity a using (pid)
      where l.locktype = 'advisory'
        and l.granted
        and l.objsubid = 1
        and (l.classid::bigint << 32 | l.objid::bigint) = hashtextextended($1, 0)`,
    [lock],
  )
  return rows
}

/**
 * Stops the server if nobody uses it any more, and waits until it is gone; tells `log` when it is not.
 *
 * Does not throw for a server that is gone already, is being stopped, or has no connection left to ask.
 */
export async function stopIfUnused(server: Server, log: (line: string) => void): Promise<void> {
  const client = await connectToLeave(server)
  if (client === undefined) {
    const pid = await findPostmaster(server.folder)
    if (pid !== undefined) log(`PostgreSQL (pid ${pid}) does not answer and was left running`)
    return
  }
  try {
    if (!(await isUnused(client))) return
    const pid = await findPostmaster(server.folder)
    if (pid !== undefined && !(await stopPostmaster(server.folder, pid))) {
      log(`PostgreSQL (pid ${pid}) is still shutting down; see ${server.folder.log}`)
    }
  } catch (error) {
    if (refusalOf(error) === undefined) throw error
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * Whether no member is left and nobody else is connected; if so, we hold the lock that keeps newcomers waiting.
 *
 * A connection that ends gives up its locks before it is out of pg_stat_activity. So what is left there without
 * a lock gets a moment to go, and another one that is leaving is waited for: it may have seen our connection.
 */
async function isUnused(client: pg.Client): Promise<boolean> {
  const start = performance.now()
  for (let waited = 0; waited < LEAVING_PATIENCE_MS; waited = performance.now() - start) {
    if (await tryLock(client, MEMBERS_LOCK)) {
      if (!(await hasOtherClients(client))) return true
      if (waited > ENDING_PATIENCE_MS) return false
    } else {
      const holders = await holdersOf(client, MEMBERS_LOCK)
      if (holders.some(({ mode }) => mode === 'ShareLock')) return false
    }
    await sleep(RETRY_MS)
  }
  return false
}

/** Undefined when there is nothing to stop; a server that is still starting is waited for. */
async function connectToLeave(server: Server): Promise<pg.Client | undefined> {
  for (const end = performance.now() + LEAVING_PATIENCE_MS; performance.now() < end; await sleep(RETRY_MS)) {
    try {
      return await connect(server, `${LEAVING} ${process.pid}`)
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal === undefined) return undefined
      if (refusal === 'absent' && (await findPostmaster(server.folder)) === undefined) return undefined
    }
  }
  return undefined
}

/**
 * Whether anyone but us, and others that are leaving, is connected to any database. Sessions of other roles
 * hide their backend_type: what has both a database and a user is a client, or works for one.
 */
async function hasOtherClients(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query(
    `select exists (
       select from pg_stat_activity
        where pid <> pg_backend_pid()
          and usesysid is not null
          and (datid is not null or backend_type = 'walsender')
          and coalesce(application_name, '') not like $1
     ) as found`,
    [`${LEAVING} %`],
  )
  return rows[0].found
}
