import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { messageOf } from './errors.ts'
import { enter, type Member, stopIfUnused } from './membership-lock.ts'
import type { Settings } from './postmaster.ts'
import { type EmbeddedConnection, prepareServer, type Server } from './server.ts'

export { EmbeddedPostgresError } from './errors.ts'
export type { EmbeddedConnection } from './server.ts'

export interface JoinOptions {
  /** The folder that everything is kept in; created where it is missing. */
  readonly dataDir: string
  /** Which of our programs this is: `start`, `keys`, `sync`, `mcp` … */
  readonly name: string
  /** Refuse a second member of that name on this DATA_DIR. */
  readonly exclusive?: boolean
  /** Settings of the server over its defaults; they count for whoever happens to start it. */
  readonly settings?: Settings
  /** Takes a line for the operator, whenever the server was lost, is back, or does not come back. */
  readonly log?: (line: string) => void
}

/** A part in the server of one DATA_DIR, which runs as long as somebody has one. */
export interface Membership {
  /** Stays the same however often the server is started anew: a pool on it reconnects by itself. */
  readonly connection: EmbeddedConnection
  /**
   * Gives the part back, and stops the server if it was the last; resolves once it is gone.
   *
   * Close the pools first: a connection that is still open counts as a user of the server. Calling it again
   * changes nothing, and a server that is gone already is no error.
   */
  leave(): Promise<void>
}

const SHORTEST_PAUSE_MS = 100
const LONGEST_PAUSE_MS = 5_000
const GOODBYE_PATIENCE_MS = 2_000

/**
 * Joins the PostgreSQL server of a DATA_DIR; makes the database on the first time, starts the server where it
 * does not run, and brings it back whenever it is lost, until `leave()`.
 *
 * Throws `EmbeddedPostgresError`, whose message is one sentence for the operator. A process that ends without
 * `leave()` leaves the server running, for the next one to use.
 */
export async function joinEmbeddedPostgres(options: JoinOptions): Promise<Membership> {
  const { dataDir, name, exclusive = false, settings = {}, log = () => {} } = options
  const server = await prepareServer(dataDir, settings)
  const part = new Part(server, { name, exclusive }, log)
  await part.enter()
  return { connection: server.connection, leave: () => part.leave() }
}

class Part {
  readonly #server: Server
  readonly #member: Member
  readonly #log: (line: string) => void
  readonly #leaving = new AbortController()
  #presence: pg.Client | undefined
  #recovery: Promise<void> | undefined
  #departure: Promise<void> | undefined

  constructor(server: Server, member: Member, log: (line: string) => void) {
    this.#server = server
    this.#member = member
    this.#log = log
  }

  async enter(): Promise<void> {
    const presence = await enter(this.#server, this.#member, this.#leaving.signal)
    this.#presence = presence
    presence.once('end', () => {
      this.#presence = undefined
      if (!this.#leaving.signal.aborted) this.#recovery = this.#recover()
    })
  }

  async #recover(): Promise<void> {
    this.#log('the connection to PostgreSQL was lost: starting it again')
    let told = ''
    for (let pause = SHORTEST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
      try {
        await this.enter()
        this.#log('PostgreSQL is back')
        return
      } catch (error) {
        if (this.#leaving.signal.aborted) return
        // Once for each reason, as this goes on until it succeeds.
        if (messageOf(error) !== told) this.#log(`PostgreSQL does not come back: ${messageOf(error)}`)
        told = messageOf(error)
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
    // A server that hangs never says goodbye.
    const ended = this.#presence?.end().catch(() => {})
    await Promise.race([ended, sleep(GOODBYE_PATIENCE_MS, undefined, { ref: false })])
    await stopIfUnused(this.#server, this.#log)
  }
}
