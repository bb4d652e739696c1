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
  const start = (ms: number, why: string): NodeJS.Timeout =>
    setTimeout(() => over.abort(new SyncError('source_unreachable', why)), ms)
  const total = start(
    limits.totalMs,
    'The source is too slow: the file did not come in the time that it has.',
  )
  let headers: NodeJS.Timeout | undefined
  let silence: NodeJS.Timeout | undefined
  return {
    signal: AbortSignal.any([signal, over.signal]),
    asked() {
      clearTimeout(headers)
      clearTimeout(silence)
      silence = undefined
      headers = start(limits.headersMs, 'The source cannot be reached: it does not answer.')
    },
    heard() {
      clearTimeout(headers)
      silence =
        silence?.refresh() ?? start(limits.silenceMs, 'The source fell silent in the middle of the file.')
    },
    end() {
      for (const timer of [total, headers, silence]) {
        clearTimeout(timer)
      }
    },
  }
}
