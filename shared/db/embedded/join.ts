import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { messageOf } from './errors.ts'
import { becomeMember, type Member, stopIfUnused } from './membership-lock.ts'
import type { Settings } from './postmaster.ts'
import { type EmbeddedConnection, prepareServer, type Server } from './server.ts'

export { EmbeddedPostgresError } from './errors.ts'
export type { EmbeddedConnection } from './server.ts'

export interface JoinOptions {
  /** The data folder; created if it is missing. */
  readonly dataDir: string
  /** The folder of postgres and initdb. If undefined, the binaries that npm installed are used. */
  readonly binFolder?: string | undefined
  /** The name of the command: `start`, `keys`, `sync`, `mcp` … */
  readonly name: string
  /** Whether to refuse a second process of this name on this DATA_DIR. */
  readonly exclusive?: boolean
  /** Settings that override the defaults of `launchPostmaster`. They apply only if this process starts the server. */
  readonly settings?: Settings
  /** Receives lines for the operator, such as when the connection to the server is lost. */
  readonly log?: (line: string) => void
}

/** The membership of this process. The server of a DATA_DIR runs as long as any process is a member. */
export interface Membership {
  /** The connection settings. A restart of the server does not change the settings, so a pool can reconnect. */
  readonly connection: EmbeddedConnection
  /**
   * Ends the membership. The last process that leaves stops the server, and waits until the server has ended.
   *
   * Close the pools first, because an open connection keeps the server running. Further calls have no effect.
   */
  leave(): Promise<void>
}

const SHORTEST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000
const DISCONNECT_TIMEOUT_MS = 2_000

/**
 * Joins the PostgreSQL server of a DATA_DIR. Creates the database at the first start, and starts the server if it does not run.
 *
 * Starts the server again whenever the connection is lost, until `leave()` is called. A process that ends without `leave()`
 * leaves the server running for the next process. Throws `EmbeddedPostgresError`.
 */
export async function joinEmbeddedPostgres(options: JoinOptions): Promise<Membership> {
  const { dataDir, binFolder, name, exclusive = false, settings = {}, log = () => {} } = options
  const server = await prepareServer(dataDir, binFolder, settings)
  const membership = new ServerMembership(server, { name, exclusive }, log)
  await membership.start()
  return { connection: server.connection, leave: () => membership.leave() }
}

class ServerMembership {
  readonly #server: Server
  readonly #member: Member
  readonly #log: (line: string) => void
  readonly #leaving = new AbortController()
  /** The connection that holds the membership lock (see membership-lock.ts). */
  #lockConnection: pg.Client | undefined
  #recovery: Promise<void> | undefined
  #departure: Promise<void> | undefined

  constructor(server: Server, member: Member, log: (line: string) => void) {
    this.#server = server
    this.#member = member
    this.#log = log
  }

  async start(): Promise<void> {
    const lockConnection = await becomeMember(this.#server, this.#member, this.#leaving.signal)
    this.#lockConnection = lockConnection
    lockConnection.once('end', () => {
      this.#lockConnection = undefined
      if (!this.#leaving.signal.aborted) this.#recovery = this.#recover()
    })
  }

  async #recover(): Promise<void> {
    this.#log('the connection to PostgreSQL was lost: starting it again')
    let logged = ''
    for (let pause = SHORTEST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        await this.start()
        this.#log('PostgreSQL is running again')
        return
      } catch (error) {
        if (this.#leaving.signal.aborted) return
        // Logs a repeated reason only once, because the attempts continue until one succeeds.
        if (messageOf(error) !== logged) this.#log(`PostgreSQL cannot be started again: ${messageOf(error)}`)
        logged = messageOf(error)
      }
      await sleep(pause, undefined, { signal: this.#leaving.signal }).catch(() => {})
    }
  }

  leave(): Promise<void> {
    this.#departure ??= this.#depart()
    return this.#departure
  }

  async #depart(): Promise<void> {
    this.#leaving.abort()
    await this.#recovery
    // A hung server never confirms the end of a connection.
    const ended = this.#lockConnection?.end().catch(() => {})
    await Promise.race([ended, sleep(DISCONNECT_TIMEOUT_MS, undefined, { ref: false })])
    await stopIfUnused(this.#server, this.#log)
  }
}
