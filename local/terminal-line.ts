import { harmless, shorten } from './text-width.ts'

/** One line of a terminal that changes in place, for somebody who waits. Elsewhere than on a terminal: nothing. */
export interface TerminalLine {
  show(text: string): void
  /** Takes the line away, so that what comes next starts on an empty one. */
  clear(): void
}

const CLEAR = '\r\x1b[K'
/** The width of a terminal that does not tell its own. */
const NARROW = 80
/** Often enough to be seen moving, seldom enough to cost nothing. */
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
