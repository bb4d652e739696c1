import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { runStatement } from '../run-statement.ts'
import { sqlFile } from '../sql-file.ts'
import { EmbeddedPostgresError } from './errors.ts'
import { findPostmaster, stopPostmaster } from './postmaster.ts'
import { isAlive } from './process.ts'
import { connectEmbedded, connectionError, connectOrStart, refusalOf, type Server } from './server.ts'

/** A process that uses the embedded server. */
export interface Member {
  readonly name: string
  /** Whether to refuse a second member of this name. */
  readonly exclusive: boolean
}

const LOCK_SHARED = sqlFile(import.meta.url, 'lock-shared.sql', 'planned')
const TRY_LOCK = sqlFile(import.meta.url, 'try-lock.sql', 'planned')
const UNLOCK = sqlFile(import.meta.url, 'unlock.sql', 'planned')
const LOCK_HOLDERS = sqlFile(import.meta.url, 'lock-holders.sql', 'planned')
const HAS_OTHER_CLIENTS = sqlFile(import.meta.url, 'has-other-clients.sql', 'planned')

/** All members share this lock. The process that stops the server holds the lock exclusively, so that no process joins. */
const MEMBERS_LOCK = 'trademark embedded: members'
const nameLock = (name: string): string => `trademark embedded: ${name}`

/** The start of the application names that `connectToLeave` sets. `hasOtherClients` ignores these connections. */
const LEAVING = 'trademark leaving'
const RETRY_MS = 20
const DEAD_HOLDER_TIMEOUT_MS = 10_000
const LEAVING_TIMEOUT_MS = 8_000
/** The time for other connections to end. A pool reports its end before all its connections have ended. */
const ENDING_TIMEOUT_MS = 3_000

/**
 * Makes this process a member. Returns the connection that holds the membership lock.
 *
 * Throws `EmbeddedPostgresError`, or the reason of an aborted `signal`.
 */
export async function becomeMember(server: Server, member: Member, signal: AbortSignal): Promise<pg.Client> {
  for (;;) {
    const client = await connectOrStart(server, `trademark ${member.name} ${process.pid}`, signal)
    try {
      await runStatement(client, LOCK_SHARED, { lock: MEMBERS_LOCK })
      if (member.exclusive) await lockName(client, member.name, server.folder.root)
      return client
    } catch (error) {
      await client.end().catch(() => {})
      if (refusalOf(error) === undefined) {
        // This connection may have kept a leaving member from stopping the server.
        await stopIfUnused(server, () => {}).catch(() => {})
        throw error instanceof EmbeddedPostgresError ? error : connectionError(server, error)
      }
    }
    await sleep(RETRY_MS, undefined, { signal })
  }
}

async function lockName(client: pg.Client, name: string, root: string): Promise<void> {
  for (const end = performance.now() + DEAD_HOLDER_TIMEOUT_MS; ; await sleep(RETRY_MS)) {
    if (await tryLock(client, nameLock(name))) return
    const pid = await holderOf(client, nameLock(name))
    // A killed process holds the lock until the server closes its connection.
    const isDead = pid === undefined || !isAlive(pid)
    if (isDead && performance.now() < end) continue
    throw new EmbeddedPostgresError(
      `another "${name}" (pid ${pid ?? 'unknown'}) already runs on the data folder ${root}: ` +
        'stop that process first, or set another DATA_DIR',
    )
  }
}

async function tryLock(client: pg.Client, lock: string): Promise<boolean> {
  const [row] = await runStatement<{ locked: boolean }>(client, TRY_LOCK, { lock })
  return row?.locked === true
}

/** Returns the pid of the process that holds a lock. */
async function holderOf(client: pg.Client, lock: string): Promise<number | undefined> {
  const [holder] = await holdersOf(client, lock)
  const pid = Number(holder?.applicationName.split(' ').at(-1))
  return Number.isNaN(pid) ? undefined : pid
}

const holdersOf = (client: pg.Client, lock: string): Promise<{ applicationName: string; mode: string }[]> =>
  runStatement(client, LOCK_HOLDERS, { lock })

/** Stops the server if no process uses it. Does not throw if the server has already ended. */
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
 * Returns whether the server has no member and no other client. If true, `client` holds MEMBERS_LOCK exclusively.
 *
 * Waits for other clients, because a closed connection stays in pg_stat_activity for a short time. Waits while another
 * process holds the lock exclusively. If that process leaves the server running, this process checks again.
 */
async function isUnused(client: pg.Client): Promise<boolean> {
  const start = performance.now()
  for (let waited = 0; waited < LEAVING_TIMEOUT_MS; waited = performance.now() - start) {
    if (await tryLock(client, MEMBERS_LOCK)) {
      if (!(await hasOtherClients(client))) return true
      await runStatement(client, UNLOCK, { lock: MEMBERS_LOCK })
      if (waited > ENDING_TIMEOUT_MS) return false
    } else {
      const holders = await holdersOf(client, MEMBERS_LOCK)
      if (holders.some(({ mode }) => mode === 'ShareLock')) return false
    }
    await sleep(RETRY_MS)
  }
  return false
}

/** Opens a connection for stopping the server. Returns undefined on failure. */
async function connectToLeave(server: Server): Promise<pg.Client | undefined> {
  for (const end = performance.now() + LEAVING_TIMEOUT_MS; performance.now() < end; await sleep(RETRY_MS)) {
    try {
      return await connectEmbedded(server, `${LEAVING} ${process.pid}`)
    } catch (error) {
      const refusal = refusalOf(error)
      if (refusal === undefined) return undefined
      if (refusal === 'absent' && (await findPostmaster(server.folder)) === undefined) return undefined
    }
  }
  return undefined
}

async function hasOtherClients(client: pg.Client): Promise<boolean> {
  const [row] = await runStatement<{ found: boolean }>(client, HAS_OTHER_CLIENTS, { leaving: `${LEAVING} %` })
  return row?.found === true
}
