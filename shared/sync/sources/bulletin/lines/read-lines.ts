import { type LineKind, withoutRunningLines } from '../../../formats/pdf/running-lines.ts'
import { type TextLine, textOfLine } from '../../../formats/pdf/text-lines.ts'
import type { RawEntry } from '../raw-entry.ts'
import { type Heading, readHeading, type Section } from '../sections.ts'
import { type Header, readHeader } from './header.ts'
import { isLabelLine, readBlocks, startOf } from './read-blocks.ts'
import { firstHeader, readRows } from './read-rows.ts'
import { numberAtStart } from './row-start.ts'

/** The result of reading lines. */
interface ReadLines {
  entries: RawEntry[]
  /** The lines without headings, running headers and footers. */
  lines: TextLine[]
}

/** Reads the entries of a document with their sections. */
export function readLineEntries(pages: readonly (readonly TextLine[])[]): ReadLines {
  const lines = withoutRunningLines(pages, kindOf)
  const parts = partsOf(lines)
  let header: Header | undefined
  const entries = parts.flatMap((part) => {
    header = firstHeader(part.lines) ?? header
    return readPart(part, header)
  })
  return { entries, lines: parts.flatMap((part) => part.lines) }
}

const startsEntry = (line: TextLine): boolean =>
  startOf(line) !== undefined || numberAtStart(line) !== undefined

function kindOf(line: TextLine): LineKind {
  if (startsEntry(line) || isLabelLine(line)) {
    return 'body'
  }
  if (readHeader([line]) !== undefined) {
    return 'header'
  }
  return readHeading(textOfLine(line)) === null ? 'any' : 'heading'
}

/** The lines between two headings. */
interface Part {
  section: Section | null
  lines: TextLine[]
}

/** A heading that a new page repeats does not end the part, because an entry may continue there. */
function partsOf(lines: readonly TextLine[]): Part[] {
  const parts: Part[] = [{ section: null, lines: [] }]
  let entry: TextLine | undefined
  for (const [index, line] of lines.entries()) {
    const heading = readHeading(textOfLine(line))
    const part = parts.at(-1) as Part
    const context = { entry, above: lines[index - 1], below: lines.slice(index + 1, index + 4) }
    if (heading === null || !isHeading(heading, line, context)) {
      part.lines.push(line)
      entry = startsEntry(line) && !isRightOf(entry, line) ? line : entry
    } else if (heading.code !== part.section?.code) {
      parts.push({ section: { code: heading.code, title: heading.title }, lines: [] })
    }
  }
  return parts
}

/** The context of a line: the last start of an entry, the line above, and some lines below. */
interface Context {
  entry: TextLine | undefined
  above: TextLine | undefined
  below: readonly TextLine[]
}

// Shares of the font size.
const GAP = 1.7
const LARGER = 1.05

/**
 * Returns whether a possible heading is one, and not the end of a wrapped name: it is larger, or separate, or an entry or a
 * header follows; and no line of the entry above follows.
 */
function isHeading(heading: Heading, line: TextLine, { entry, above, below }: Context): boolean {
  const [next] = below
  if (next !== undefined && isLabelLine(next)) {
    return false
  }
  if (above === undefined || entry === undefined || line.size > above.size * LARGER) {
    return true
  }
  if (above.page === line.page && line.y - above.y > GAP * line.size) {
    return heading.isNamed || readHeader([above]) === undefined // a line below a header continues its cell
  }
  const isFollowed = next === undefined || startsEntry(next) || readHeader(below) !== undefined
  return !isRightOf(entry, line) && (above.page !== line.page || (heading.isNamed && isFollowed))
}

/** Returns whether a line starts to the right of the entries: it continues a cell. */
const isRightOf = (entry: TextLine | undefined, line: TextLine): boolean =>
  entry !== undefined && leftOf(line) > leftOf(entry) + line.size

const leftOf = ({ pieces }: TextLine): number => pieces[0]?.x ?? 0

/**
 * Reads a part, which may contain tables and blocks.
 *
 * @param header the header of its table, or of the last one before
 */
function readPart({ lines, section }: Part, header: Header | undefined): RawEntry[] {
  const blocks = lines.filter((line) => startOf(line) !== undefined).length
  const rows = lines.filter((line) => numberAtStart(line) !== undefined).length
  const runs = blocks > 0 && blocks * BLOCKS_OF_ROWS >= rows ? runsOf(lines) : [{ isBlocks: false, lines }]
  return runs.flatMap((run) =>
    run.isBlocks ? readBlocks(run.lines, section) : readRows(run.lines, section, header),
  )
}

/** Wrapped names can look like rows; rows look like blocks only within a name. */
const BLOCKS_OF_ROWS = 4

/** Lines of one layout: the start of a block begins blocks; a header, or the start of a part, begins a table. */
interface Run {
  isBlocks: boolean
  lines: TextLine[]
}

function runsOf(lines: readonly TextLine[]): Run[] {
  const runs: Run[] = [{ isBlocks: false, lines: [] }]
  for (const line of lines) {
    const { isBlocks } = runs.at(-1) as Run
    const isStart = startOf(line) !== undefined
    if (isBlocks ? !isStart && readHeader([line]) !== undefined : isStart) {
      runs.push({ isBlocks: !isBlocks, lines: [] })
    }
    runs.at(-1)?.lines.push(line)
  }
  return runs
}
