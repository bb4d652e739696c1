import { afterAll, beforeAll, beforeEach } from 'vitest'
import { createPortalClient, type PortalClient } from '../../shared/sync/sources/portal/request/client.ts'
import type {
  PortalClientOptions,
  RateLimiter,
} from '../../shared/sync/sources/portal/request/request-context.ts'
import { type Heard, type ScriptedPortal, startScriptedPortal } from './scripted-portal.ts'

/** A rate limiter that never waits and records its calls. */
export interface CountingRateLimiter extends RateLimiter {
  /** `acquire` and `release`, in order. */
  readonly calls: readonly string[]
}

export function countingRateLimiter(): CountingRateLimiter {
  const calls: string[] = []
  return {
    calls,
    acquire: async (signal) => {
      signal.throwIfAborted()
      calls.push('acquire')
    },
    release: async () => {
      calls.push('release')
    },
  }
}

export interface ScriptedSession {
  server: ScriptedPortal
  rateLimiter: CountingRateLimiter
  /** The requests since the session was created: `GET`, or the name of the page method. */
  asked(): string[]
  heard(): readonly Heard[]
  /** Creates a client without pauses. */
  open(options?: Partial<PortalClientOptions>): PortalClient
}

/** Creates a session with a scripted portal; several sessions may share `server`. */
export function scriptedSession(server: ScriptedPortal): ScriptedSession {
  const rateLimiter = countingRateLimiter()
  const from = server.heard.length
  const heard = () => server.heard.slice(from)
  server.script({})
  return {
    server,
    rateLimiter,
    heard,
    asked: () =>
      heard().map(({ method, path }) => (method === 'GET' ? 'GET' : (path.split('/').at(-1) ?? ''))),
    open: (options = {}) =>
      createPortalClient({
        url: server.url,
        contact: undefined,
        rateLimiter,
        signal: new AbortController().signal,
        retries: { minMs: 0, maxMs: 0 },
        ...options,
      }),
  }
}

/** Creates a session before each test of a file, with one scripted portal for the file. */
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
    get rateLimiter() {
      return session.rateLimiter
    },
    asked: () => session.asked(),
    heard: () => session.heard(),
    open: (options) => session.open(options),
  }
}
