import { afterAll, beforeAll, beforeEach } from '@jest/globals'
import type { Order, Pace, Portal } from '../../shared/sync/sources/portal/ask/portal.ts'
import { openPortal } from '../../shared/sync/sources/portal/ask/portal.ts'
import { type Heard, type ScriptedPortal, startScriptedPortal } from './scripted-portal.ts'

/** A pace that waits for nobody and counts. */
export interface CountedPace extends Pace {
  /** `turn` and `done`, as they came. */
  readonly calls: readonly string[]
}

export function countedPace(): CountedPace {
  const calls: string[] = []
  return {
    calls,
    turn: async (signal) => {
      signal.throwIfAborted()
      calls.push('turn')
    },
    done: async () => {
      calls.push('done')
    },
  }
}

export interface ScriptedSession {
  server: ScriptedPortal
  pace: CountedPace
  /** What came since the session was opened, as method and name: `GET`, `FindMarcas`. */
  asked(): string[]
  heard(): readonly Heard[]
  /** A client of it that never pauses. */
  open(order?: Partial<Order>): Portal
}

/** A client of a scripted portal; `server` is for several of them. */
export function scriptedSession(server: ScriptedPortal): ScriptedSession {
  const pace = countedPace()
  const from = server.heard.length
  const heard = () => server.heard.slice(from)
  server.script({})
  return {
    server,
    pace,
    heard,
    asked: () =>
      heard().map(({ method, path }) => (method === 'GET' ? 'GET' : (path.split('/').at(-1) ?? ''))),
    open: (order = {}) =>
      openPortal({
        url: server.url,
        contact: undefined,
        pace,
        signal: new AbortController().signal,
        retries: { minMs: 0, maxMs: 0 },
        ...order,
      }),
  }
}

/** A session of a scripted portal that each test of a file begins anew; the portal is the file's own. */
export function sessionOfEachTest(): ScriptedSession {
  let server: ScriptedPortal
  let session: ScriptedSession
  beforeAll(async () => {
    server = await startScriptedPortal()
  })
  beforeEach(() => {
    session = scriptedSession(server)
  })
  afterAll(() => server.stop())
  return {
    get server() {
      return server
    },
    get pace() {
      return session.pace
    },
    asked: () => session.asked(),
    heard: () => session.heard(),
    open: (order) => session.open(order),
  }
}
