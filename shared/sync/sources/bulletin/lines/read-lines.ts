import { type LineKind, withoutRunningLines } from '../../../formats/pdf/running-lines.ts'
import { type TextLine, textOfLine } from '../../../formats/pdf/text-lines.ts'
import type { RawEntry } from '../raw-entry.ts'
import { type Heading, readHeading, type Section } from '../sections.ts'
import { type Header, readHeader } from './header.ts'
import { isLabelLine, readBlocks, startOf } from './read-blocks.ts'
import { firstHeader, readRows } from './read-rows.ts'
import { numberAtStart } from './row-start.ts'

/** What lines of text came to. */
export interface ReadLines {
  entries: RawEntry[]
  /** Those that tell something: without headings, running headers and footers. */
  lines: TextLine[]
}

/** Reads the entries of a document, each with the section that it stands in. */
export function readLines(pages: readonly (readonly TextLine[])[]): ReadLines {
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

/** A section's heading that a new page repeats does not end the part: an entry may go on there. */
function partsOf(lines: readonly TextLine[]): Part[] {
  const parts: Part[] = [{ section: null, lines: [] }]
  let entry: TextLine | undefined
  for (const [index, line] of lines.entries()) {
    const heading = readHeading(textOfLine(line))
    const part = parts.at(-1) as Part
    const around = { entry, above: lines[index - 1], below: lines.slice(index + 1, index + 4) }
    if (heading === null || !isHeading(heading, line, around)) {
      part.lines.push(line)
      entry = startsEntry(line) && !isRightOf(entry, line) ? line : entry
    } else if (heading.code !== part.section?.code) {
      parts.push({ section: { code: heading.code, title: heading.title }, lines: [] })
    }
  }
  return parts
}

/** What stands around a line: the last one that started an entry, the one above, and some below. */
interface Around {
  entry: TextLine | undefined
  above: TextLine | undefined
  below: readonly TextLine[]
}

// Parts of the letters' size.
const GAP = 1.7
const LARGER = 1.05

/**
 * Whether a text that could be a heading is one, and not the end of a name that wraps: it is larger, or
 * stands apart, or an entry or header comes next; and nothing that belongs to the entry above follows.
 */
function isHeading(heading: Heading, line: TextLine, { entry, above, below }: Around): boolean {
  const [next] = below
  if (next !== undefined && isLabelLine(next)) {
    return false
  }
  if (above === undefined || entry === undefined || line.size > above.size * LARGER) {
    return true
  }
  if (above.page === line.page && line.y - above.y > GAP * line.size) {
    return heading.isNamed || readHeader([above]) === undefined // below a header stands what a cell goes on with
  }
  const isFollowed = next === undefined || startsEntry(next) || readHeader(below) !== undefined
  return !isRightOf(entry, line) && (above.page !== line.page || (heading.isNamed && isFollowed))
}

/** Whether a line begins where no entry does: it goes on in a cell. */
const isRightOf = (entry: TextLine | undefined, line: TextLine): boolean =>
  entry !== undefined && leftOf(line) > leftOf(entry) + line.size

const leftOf = ({ pieces }: TextLine): number => pieces[0]?.x ?? 0

/**
 * Reads a part, which may have a table and blocks, one after the other.
 *
 * @param header of its table, or of the last one before
 */
function readPart({ lines, section }: Part, header: Header | undefined): RawEntry[] {
  const blocks = lines.filter((line) => startOf(line) !== undefined).length
  const rows = lines.filter((line) => numberAtStart(line) !== undefined).length
  const runs = blocks > 0 && blocks * BLOCKS_OF_ROWS >= rows ? runsOf(lines) : [{ isBlocks: false, lines }]
  return runs.flatMap((run) =>
    run.isBlocks ? readBlocks(run.lines, section) : readRows(run.lines, section, header),
  )
}

/** Names that wrap can look like rows; rows never look like blocks, but in a name. */
const BLOCKS_OF_ROWS = 4

/** Lines of one layout: a block's start begins blocks, and a header, or a part, begins a table. */
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
