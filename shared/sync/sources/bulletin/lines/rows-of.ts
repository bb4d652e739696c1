import type { TextLine } from '../../../formats/pdf/text-lines.ts'

/** A row of a table: the line that starts it, and all its lines from above. */
export interface Row {
  start: TextLine
  lines: TextLine[]
}

// Parts of the letters' size.
/** Lines nearer than this stand in different cells. */
const BESIDE = 0.95
const LEADING = 1.4
const NEAR = 2.5
/** A gap this much wider than another one sets rows apart. */
const WIDER = 1.15

/**
 * Gathers the lines of each row. Those between two starts belong to the row above, unless the table centres
 * its cells: then to the row that they are near.
 */
export function rowsOf(lines: readonly TextLine[], starts: ReadonlySet<TextLine>): Row[] {
  const { found, behind } = gather(lines, starts)
  const isCentred = found.some(({ start, above, between }) => isBelowItsTop(above, between, start))
  const owns = found.map((each) => (isCentred ? ownLines(each) : 0))
  return found.map(({ start, between }, index) => {
    const below = found[index + 1]?.between ?? behind
    const own = between.slice(between.length - (owns[index] ?? 0))
    const rest = below.slice(0, below.length - (owns[index + 1] ?? 0))
    return { start, lines: [...own, start, ...nearLines(start, rest)] }
  })
}

/** A start with the one before and the lines between them. */
interface Gathered {
  above: TextLine | undefined
  between: TextLine[]
  start: TextLine
}

function gather(lines: readonly TextLine[], starts: ReadonlySet<TextLine>) {
  const found: Gathered[] = []
  let between: TextLine[] = []
  for (const line of lines) {
    if (starts.has(line)) {
      found.push({ above: found.at(-1)?.start, between, start: line })
      between = []
    } else {
      between.push(line)
    }
  }
  return { found, behind: between }
}

/**
 * Whether a start has lines of its row above: they are beside it, or nearer to it than to what is above
 * them.
 */
function isBelowItsTop(above: TextLine | undefined, between: readonly TextLine[], start: TextLine): boolean {
  const gaps = gapsOf(above, between, start)
  const last = gaps.at(-1) ?? 0
  if (above === undefined || gaps.length < 2) {
    return false
  }
  return last < BESIDE * start.size || (widestOf(gaps) > last * WIDER && gaps.every(Number.isFinite))
}

/** The gaps above each line between and above the start; infinite where a page ends. */
const gapsOf = (above: TextLine | undefined, between: readonly TextLine[], start: TextLine): number[] => {
  const all = [above, ...between, start]
  return [...between, start].map((line, index) => gapOf(all[index], line))
}

const widestOf = (gaps: readonly number[]): number => gaps.reduce((widest, gap) => Math.max(widest, gap), 0)

const gapOf = (above: TextLine | undefined, below: TextLine): number =>
  above === undefined || above.page !== below.page ? Number.POSITIVE_INFINITY : below.y - above.y

/**
 * How many of the lines above a start are its own: those behind the widest gap, or near it where a page
 * began.
 */
function ownLines({ above, between, start }: Gathered): number {
  const gaps = gapsOf(above, between, start)
  if (gaps.every(Number.isFinite)) {
    return between.length - gaps.indexOf(widestOf(gaps))
  }
  const far = gaps.findLastIndex((gap) => gap > LEADING * start.size)
  return between.length - far
}

/** Of the lines below a start those down to the first gap: what is behind it belongs to no row. */
function nearLines(start: TextLine, lines: readonly TextLine[]): readonly TextLine[] {
  const end = lines.findIndex((line, index) => {
    const above = lines[index - 1] ?? start
    return above.page === line.page && line.y - above.y > NEAR * line.size
  })
  return end < 0 ? lines : lines.slice(0, end)
}
