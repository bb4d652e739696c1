import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { messageOf } from './errors.ts'
import { becomeMember, type Member, stopIfUnused } from './membership-lock.ts'
import type { Settings } from './postmaster.ts'
import { type EmbeddedConnection, prepareServer, type Server } from './server.ts'

export { EmbeddedPostgresError } from './errors.ts'
export type { EmbeddedConnection } from './server.ts'

export interface JoinOptions {
  /** Created if it is missing. */
  readonly dataDir: string
  /** The folder of postgres and initdb; by default, the binaries that npm installed. */
  readonly binFolder?: string | undefined
  /** The name of the command, such as `start`. */
  readonly name: string
  /** Whether to refuse a second process of this name on this DATA_DIR. */
  readonly exclusive?: boolean
  /** The settings apply only if this process starts the server. */
  readonly settings?: Settings
  readonly log?: (line: string) => void
}

/** The server of a DATA_DIR runs as long as any process is a member. */
export interface Membership {
  /** Stays valid after a restart of the server. */
  readonly connection: EmbeddedConnection
  /**
   * Ends the membership. The last member stops the server.
   *
   * Close the pools first, because an open connection keeps the server running.
   */
  leave(): Promise<void>
}

const SHORTEST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000
const DISCONNECT_TIMEOUT_MS = 2_000

/**
 * Joins the PostgreSQL server of a DATA_DIR, and starts the server if necessary. Throws `EmbeddedPostgresError`.
 *
 * Starts the server again if the connection is lost.
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
  /** Holds the membership lock (see membership-lock.ts). */
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
    this.#log('the connection to PostgreSQL was lost: starting PostgreSQL again')
    let logged = ''
    for (let pause = SHORTEST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        await this.start()
        this.#log('PostgreSQL is running again')
        return
      } catch (error) {
        if (this.#leaving.signal.aborted) return
        // Logs a repeated reason only once.
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
    // The wait is limited, because a hung server never confirms the end of a connection.
    const ended = this.#lockConnection?.end().catch(() => {})
    await Promise.race([ended, sleep(DISCONNECT_TIMEOUT_MS, undefined, { ref: false })])
    await stopIfUnused(this.#server, this.#log)
  }
}
