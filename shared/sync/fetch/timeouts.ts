import { SyncError } from '../sync-error.ts'

/** How long a source may take, in milliseconds. */
export interface Limits {
  /** From asking to the end of the answer's headers, a name's lookup and TLS included. */
  headersMs: number
  /** Without a byte in the middle of a body. */
  silenceMs: number
  /** All of it, redirects included: a source that sends a byte now and then ends here. */
  totalMs: number
}

export const LIMITS: Readonly<Limits> = { headersMs: 30_000, silenceMs: 30_000, totalMs: 15 * 60_000 }

export interface Patience {
  /** Aborted when patience is over, or the order's own signal is. */
  readonly signal: AbortSignal
  /** A request goes out: its headers are waited for. */
  asked(): void
  /** Something has come: the next bytes are waited for. */
  heard(): void
  /** Nothing is waited for any more. */
  end(): void
}

/** Watches the time that one download takes; the reason of its abort is a SyncError. */
export function startPatience(signal: AbortSignal, limits: Limits): Patience {
  const over = new AbortController()
  const endsAfter = (ms: number, why: string): Wait =>
    waitOf(ms, () => over.abort(new SyncError('source_unreachable', why)))
  const total = endsAfter(
    limits.totalMs,
    'The source is too slow: the file did not come in the time that it has.',
  )
  const headers = endsAfter(limits.headersMs, 'The source cannot be reached: it does not answer.')
  const silence = endsAfter(limits.silenceMs, 'The source fell silent in the middle of the file.')
  total.begin()
  return {
    signal: AbortSignal.any([signal, over.signal]),
    asked() {
      silence.end()
      headers.begin()
    },
    heard() {
      headers.end()
      silence.begin()
    },
    end() {
      for (const wait of [total, headers, silence]) {
        wait.end()
      }
    },
  }
}

interface Wait {
  /** Begins, or begins again. */
  begin(): void
  end(): void
}

/**
 * A time that may pass. The event loop reads its sockets between its timers and its immediates, so that what has
 * come is heard before the time is over: a process that was held up itself (a collection, a machine that slept)
 * must not blame the source for it.
 */
function waitOf(ms: number, over: () => void): Wait {
  let timer: NodeJS.Timeout | undefined
  let last: NodeJS.Immediate | undefined
  return {
    begin() {
      clearImmediate(last)
      timer =
        timer?.refresh() ??
        setTimeout(() => {
          last = setImmediate(over)
        }, ms)
    },
    end() {
      clearImmediate(last)
      clearTimeout(timer)
      timer = undefined
    },
  }
}
