import { harmless, shorten } from './text-width.ts'

/** A progress line that is updated in place. Without a terminal, nothing is shown. */
interface TerminalLine {
  show(text: string): void
  /** Clears the line, so that the next output starts on an empty line. */
  clear(): void
}

const CLEAR = '\r\x1b[K'
/** The assumed width of a terminal that does not report its width. */
const NARROW = 80
/** Minimum time between two updates. */
const INTERVAL_MS = 100

export function terminalLine(stream: NodeJS.WriteStream = process.stderr): TerminalLine {
  if (!stream.isTTY) {
    return { show: () => {}, clear: () => {} }
  }
  let shownAt = Number.NEGATIVE_INFINITY
  return {
    show: (text) => {
      if (performance.now() - shownAt >= INTERVAL_MS) {
        shownAt = performance.now()
        stream.write(`${CLEAR}${shorten(harmless(text), (stream.columns || NARROW) - 1)}`)
      }
    },
    clear: () => {
      shownAt = Number.NEGATIVE_INFINITY
      stream.write(CLEAR)
    },
  }
}
