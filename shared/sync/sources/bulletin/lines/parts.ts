import { leftOf, type TextLine, textOfLine } from '../../../formats/pdf/text-lines.ts'
import { isKnownEvent } from '../../../values/office-events.ts'
import { quote } from '../../../values/quote.ts'
import type { RawEntry } from '../raw-entry.ts'
import { type Heading, isLetterSpaced, readHeading, type Section } from '../sections.ts'
import { isOverColumns, type Middle, middleOf, startsEntry } from './alone.ts'
import { readHeader } from './header.ts'
import { isLabelLine } from './read-blocks.ts'

/** The lines below a heading, up to the next heading. */
export interface Part {
  section: Section | null
  lines: TextLine[]
  /** The line of the heading; absent for the lines above the first heading. */
  heading?: TextLine
  /** Lines that may be headings of other sections, but have a smaller font than the heading above the first entry. */
  smaller?: TextLine[]
}

/** Returns the parts of a document. A repeated heading begins no part, because an entry may continue below it. */
export function partsOf(lines: readonly TextLine[]): Part[] {
  const parts: Part[] = [{ section: null, lines: [] }]
  let entry: TextLine | undefined
  let first: TextLine | undefined
  let header: TextLine | undefined
  const middle = middleOf(lines)
  for (const [index, line] of lines.entries()) {
    const heading = readHeading(textOfLine(line))
    const part = parts.at(-1) as Part
    const below = lines.slice(index + 1, index + 4)
    const context = { entry, above: lines[index - 1], below, header, middle }
    header ??= readHeader([line, ...below]) === undefined ? undefined : line
    if (heading === null || !isHeading(heading, line, context)) {
      part.lines.push(line)
      entry = startsEntry(line) && !isRightOf(entry, line) ? line : entry
      continue
    }
    first = entry === undefined ? line : first
    if (heading.code !== part.section?.code && first !== undefined && line.size * LARGER < first.size) {
      part.lines.push(line)
      part.smaller = [...(part.smaller ?? []), line]
    } else if (heading.code !== part.section?.code) {
      const { isNamed: _, ...section } = heading
      parts.push({ section, heading: line, lines: [] })
    }
  }
  return parts
}

interface Context {
  /** The first line of the nearest entry above. */
  entry: TextLine | undefined
  above: TextLine | undefined
  below: readonly TextLine[]
  /** The first line of the first table header above. */
  header: TextLine | undefined
  middle: Middle
}

/** The maximum distance between two lines of a cell, as a multiple of the font size. */
const GAP = 1.7
/** A font is larger if its size exceeds another size by this factor. */
const LARGER = 1.05

/** Returns whether a line that reads like a heading is a heading, and not the end of a wrapped name. */
function isHeading(heading: Heading, line: TextLine, context: Context): boolean {
  const { entry, above, below, header, middle } = context
  const [next] = below
  if (next !== undefined && isLabelLine(next)) {
    return false
  }
  if (entry === undefined) {
    // below a table header, an indented text may be the first line of a cell
    return !isRightOf(header, line) || (middle.isCertain && isOverColumns(line, middle, [above, next]))
  }
  if (above === undefined || line.size > above.size * LARGER) {
    return true
  }
  const continues =
    isRightOf(entry, line) && !isFar(line, next) && !isOverColumns(line, middle, [above, next])
  if (above.page === line.page && isFar(above, line) && (heading.isNamed || !continues)) {
    return heading.isNamed || readHeader([above]) === undefined // a line below a header may continue a cell of the header
  }
  const isAlone = line.pieces.length === 1 || !isRightOf(entry, line)
  if (isAlone && readHeader(below.filter(({ page }) => page === line.page)) !== undefined) {
    return true
  }
  const isFollowed = next === undefined || startsEntry(next) || readHeader(below) !== undefined
  const hasWords = (heading.isNamed || (header !== undefined && heading.title !== null)) && isFollowed
  return isRightOf(entry, line)
    ? hasWords && isOverColumns(line, middle, [above, next])
    : hasWords || above.page !== line.page
}

const isFar = (above: TextLine, below: TextLine | undefined): boolean =>
  below?.page !== above.page || below.y - above.y > GAP * below.size

const isRightOf = (entry: TextLine | undefined, line: TextLine): boolean =>
  entry !== undefined && leftOf(line) > leftOf(entry) + line.size

/**
 * Rejects the entries without an event that are below an uncertain line. Such a line may be the heading of another section,
 * or an event. The meaning of an entry without an event depends on its section.
 *
 * @param outside lines that are possibly not part of an entry
 */
export function rejectUncertain(
  { lines, smaller = [] }: Part,
  entries: readonly RawEntry[],
  outside: ReadonlySet<TextLine>,
): readonly RawEntry[] {
  const places = new Map(lines.map(({ number }, place) => [number, place]))
  const placeOf = ({ rowNumber }: RawEntry): number => places.get(rowNumber) as number
  const first = entries.reduce((least, entry) => Math.min(least, placeOf(entry)), Number.POSITIVE_INFINITY)
  const isEvent = (line: TextLine): boolean =>
    !isRightOf(lines[first], line) && isKnownEvent(textOfLine(line))
  const place = lines.findIndex(
    (line, index) =>
      smaller.includes(line) ||
      (index < first
        ? isEvent(line)
        : outside.has(line) && (mayBeHeading(line) || (startsEntry(line) && isEvent(line)))),
  )
  const heading = lines[place]
  return heading === undefined
    ? entries
    : entries.map((entry) =>
        placeOf(entry) > place && entry.event === ''
          ? { ...entry, broken: entry.broken ?? uncertain(heading) }
          : entry,
      )
}

/**
 * Returns the parts below the heading of a section without entries, each with this heading. Example: the heading `M2` is
 * directly above the heading `M5`, and no entry belongs to `M2`. The entries below `M5` may belong to `M2`. Ignores a table of
 * contents: headings directly above a part that include the section of the part.
 *
 * @param isFilled returns whether a part has entries
 */
export function headingsAbove(
  parts: readonly Part[],
  isFilled: (part: Part) => boolean,
): Map<Part, TextLine> {
  const codeOf = ({ section }: Part): string | undefined => section?.code
  const filled = new Set(parts.filter(isFilled).map(codeOf))
  return new Map(
    parts.flatMap((part, index) => {
      const first = parts.slice(0, index).findLastIndex(({ heading, lines }) => !heading || lines.length > 0)
      const above = parts.slice(first + 1, index)
      const last = above.findLast((each) => !filled.has(codeOf(each)))?.heading
      return last === undefined || above.some((each) => codeOf(each) === codeOf(part)) ? [] : [[part, last]]
    }),
  )
}

/** Rejects the entries without an event if another heading is above the heading of the part (see `headingsAbove`). */
export const rejectShared = (
  entries: readonly RawEntry[],
  above: TextLine | undefined,
): readonly RawEntry[] =>
  above === undefined
    ? entries
    : entries.map((entry) =>
        entry.event === '' ? { ...entry, broken: entry.broken ?? shared(above) } : entry,
      )

const shared = (above: TextLine): string =>
  `It has no event, and the heading ${quote(textOfLine(above))} above the heading of its section has no entries.`

const uncertain = (heading: TextLine): string =>
  `It has no event, and ${quote(textOfLine(heading))} above it may be the heading of its section, or its event.`

/** Matches the beginning of a text that may be a heading, such as `V. Registros`. */
const LIKE_HEADING = /^[^\p{L}]*\p{Lu}[^\p{L}]*\p{L}{2}/u

const mayBeHeading = (line: TextLine): boolean =>
  !startsEntry(line) &&
  (LIKE_HEADING.test(textOfLine(line)) ||
    isLetterSpaced(textOfLine(line)) ||
    readHeading(textOfLine(line)) !== null)
