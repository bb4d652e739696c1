import { randomBytes } from 'node:crypto'

/** What a call has to bring: a hash that is good for one, and what the page was given. */
export interface Turn {
  hash: string
  idw: string
}

export interface Session {
  readonly id: string
  /** How many calls it has made that were let in. */
  calls: number
  turn: Turn
}

export interface Sessions {
  /** The session of a cookie; undefined once it is over. */
  find(id: string | undefined): Session | undefined
  begin(): Session
  /** Ends one, or all of them. */
  end(id?: string): void
}

const IDLE_MS = 25 * 60_000

const newHash = (): string => randomBytes(24).toString('base64')

/** Another hash for the next call; the one before is worth nothing from now on. */
export function turnOn(session: Session): string {
  session.turn = { ...session.turn, hash: newHash() }
  return session.turn.hash
}

/** The sessions of a portal; one lives for 25 minutes after its last use. */
export function openSessions(): Sessions {
  const sessions = new Map<string, { session: Session; usedAt: number }>()
  const dropIdle = (): void => {
    for (const [id, { usedAt }] of sessions) {
      if (Date.now() - usedAt > IDLE_MS) sessions.delete(id)
    }
  }
  return {
    find: (id = '') => {
      dropIdle()
      const found = sessions.get(id)
      if (found) found.usedAt = Date.now()
      return found?.session
    },
    begin: () => {
      const id = randomBytes(12).toString('hex')
      const session = { id, calls: 0, turn: { hash: newHash(), idw: randomBytes(8).toString('hex') } }
      sessions.set(id, { session, usedAt: Date.now() })
      return session
    },
    end: (id) => (id === undefined ? sessions.clear() : void sessions.delete(id)),
  }
}
