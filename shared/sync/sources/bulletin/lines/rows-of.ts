import type { TextLine } from '../../../formats/pdf/text-lines.ts'

/** A row of a table: the line with its number, and all its lines from top to bottom. */
export interface Row {
  start: TextLine
  lines: TextLine[]
}

// Shares of the font size.
/** Closer lines are in different cells. */
const BESIDE = 0.95
const LEADING = 1.4
const NEAR = 2.5
/** A gap that is wider by this factor separates rows. */
const WIDER = 1.15

/**
 * Collects the lines of each row. Lines between two starts belong to the row above, or, where the table centres its cells,
 * to the nearest row.
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

/** A start with the previous start and the lines between them. */
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

/** Returns whether a row has lines above its start: beside it, or closer to it than to the lines above. */
function isBelowItsTop(above: TextLine | undefined, between: readonly TextLine[], start: TextLine): boolean {
  const gaps = gapsOf(above, between, start)
  const last = gaps.at(-1) ?? 0
  if (above === undefined || gaps.length < 2) {
    return false
  }
  return last < BESIDE * start.size || (widestOf(gaps) > last * WIDER && gaps.every(Number.isFinite))
}

/** Returns the gaps above each line between and above the start; infinite at the end of a page. */
const gapsOf = (above: TextLine | undefined, between: readonly TextLine[], start: TextLine): number[] => {
  const all = [above, ...between, start]
  return [...between, start].map((line, index) => gapOf(all[index], line))
}

const widestOf = (gaps: readonly number[]): number => gaps.reduce((widest, gap) => Math.max(widest, gap), 0)

const gapOf = (above: TextLine | undefined, below: TextLine): number =>
  above === undefined || above.page !== below.page ? Number.POSITIVE_INFINITY : below.y - above.y

/** Returns how many lines above a start belong to it: below the widest gap, or close to it at the top of a page. */
function ownLines({ above, between, start }: Gathered): number {
  const gaps = gapsOf(above, between, start)
  if (gaps.every(Number.isFinite)) {
    return between.length - gaps.indexOf(widestOf(gaps))
  }
  const far = gaps.findLastIndex((gap) => gap > LEADING * start.size)
  return between.length - far
}

/** Returns the lines below a start up to the first wide gap; lines after it belong to no row. */
function nearLines(start: TextLine, lines: readonly TextLine[]): readonly TextLine[] {
  const end = lines.findIndex((line, index) => {
    const above = lines[index - 1] ?? start
    return above.page === line.page && line.y - above.y > NEAR * line.size
  })
  return end < 0 ? lines : lines.slice(0, end)
}
