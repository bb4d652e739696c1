import { SyncError } from '../sync-error.ts'

/** The maximum times that a source may take, in milliseconds. */
export interface Timeouts {
  /** From a request to the end of the response headers, with name lookup and TLS. */
  headersMs: number
  /** Between two chunks of a body. */
  idleMs: number
  /** For the whole download, with redirects. */
  totalMs: number
}

export const DEFAULT_TIMEOUTS: Readonly<Timeouts> = {
  headersMs: 30_000,
  idleMs: 30_000,
  totalMs: 15 * 60_000,
}

export interface Deadlines {
  /** Aborts with SyncError `source_unreachable` at a timeout, or with the reason of the given signal. */
  readonly signal: AbortSignal
  /** Starts the wait for response headers. */
  requestSent(): void
  /** Starts the wait for the next chunk. */
  dataReceived(): void
  clear(): void
}

/** Starts the timer of the whole download. */
export function startDeadlines(signal: AbortSignal, timeouts: Timeouts): Deadlines {
  const expired = new AbortController()
  const timerOf = (ms: number, message: string): Timer =>
    createTimer(ms, () => expired.abort(new SyncError('source_unreachable', message)))
  const total = timerOf(
    timeouts.totalMs,
    'The source is too slow: the file was not complete within the time limit.',
  )
  const headers = timerOf(timeouts.headersMs, 'The source cannot be reached: it does not answer.')
  const idle = timerOf(timeouts.idleMs, 'The source stopped sending in the middle of the file.')
  total.start()
  return {
    signal: AbortSignal.any([signal, expired.signal]),
    requestSent() {
      idle.clear()
      headers.start()
    },
    dataReceived() {
      headers.clear()
      idle.start()
    },
    clear() {
      for (const timer of [total, headers, idle]) {
        timer.clear()
      }
    },
  }
}

interface Timer {
  start(): void
  clear(): void
}

/**
 * Creates a timer. After the timeout, it waits (`setImmediate`) until the event loop has read the sockets. Data that arrived
 * during a pause of this process, such as garbage collection, can then still stop or restart the timer.
 */
function createTimer(ms: number, onExpired: () => void): Timer {
  let timer: NodeJS.Timeout | undefined
  let expiry: NodeJS.Immediate | undefined
  return {
    start() {
      clearImmediate(expiry)
      timer =
        timer?.refresh() ??
        setTimeout(() => {
          expiry = setImmediate(onExpired)
        }, ms)
    },
    clear() {
      clearImmediate(expiry)
      clearTimeout(timer)
      timer = undefined
    },
  }
}
