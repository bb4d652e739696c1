import { splitPiece } from '../../../formats/pdf/split-piece.ts'
import { leftOf, type Piece, type TextLine } from '../../../formats/pdf/text-lines.ts'
import { coverOf, EDGE, type Edge, edgeBetween, FEW_ROWS, type Range } from './edges.ts'
import { type Header, isComplete } from './header.ts'
import { numberAtStart } from './numbers.ts'
import type { Role } from './roles.ts'

/** A column of a table. It ends where the next column begins. */
export interface Column extends Edge {
  role: Role
  /** False if neither the header nor the texts show the role. */
  isKnown: boolean
  /** Set in tables without a header: each text must begin at the left edge of its column. */
  isExact?: true
}

const FROM_LEFT = Number.NEGATIVE_INFINITY

export function columnsOf({ cells }: Header, lines: readonly TextLine[]): Column[] {
  const cover = coverOf(lines)
  const columns = cells.map(({ x, role, isKnown }, index): Column => {
    const before = cells[index - 1]
    return {
      role,
      isKnown,
      ...(before === undefined ? { from: FROM_LEFT } : edgeBetween(before.end, x, cover)),
    }
  })
  return isComplete(cells)
    ? columns.flatMap(withCodes(columns, lines))
    : [...columns, ...behind(columns, lines)]
}

/**
 * Returns a function that splits a column of events into a column of codes and a column of events (`0100 | Registro`), if a
 * wide gap follows most codes. The function does not split a column with words below the codes. The lines of such a column
 * are probably justified, and the gaps are wide spaces.
 */
const withCodes =
  (columns: readonly Column[], lines: readonly TextLine[]) =>
  (column: Column, index: number): Column[] => {
    const isWhole = column.role === 'event' && columns.every(({ role }) => role !== 'code')
    const end = columns[index + 1]?.from ?? Number.POSITIVE_INFINITY
    const own = isWhole
      ? lines.flatMap(({ pieces }) => pieces.filter(({ x }) => x >= column.from - EDGE && x < end - EDGE))
      : []
    const codes = own.filter(({ text }) => LOOKS.code.test(text))
    const right = codes.reduce((most, piece) => Math.max(most, piece.end), Number.NEGATIVE_INFINITY)
    const edge = leftmostOf(own.filter(({ x }) => x > right))
    const events = own.filter(({ text }) => LOOKS.event.test(text))
    const below = own.filter(({ x, text }) => x < edge && !LOOKS.code.test(text) && !LOOKS.event.test(text))
    const areApart = codes.length > events.length && below.length < codes.length * MIN_SHARE
    return edge < Number.POSITIVE_INFINITY && codes.length >= MIN_CODES && areApart
      ? [
          { ...column, role: 'code' },
          { ...column, from: edge - EDGE },
        ]
      : [column]
  }

const leftmostOf = (pieces: readonly Piece[]): number =>
  pieces.reduce((least, { x }) => Math.min(least, x), Number.POSITIVE_INFINITY)

/** The minimum number of codes in a column of codes. Fewer may be parts of names. */
const MIN_CODES = 2

/** Returns the columns without a header, to the right of the columns with headers. */
function behind(columns: readonly Column[], lines: readonly TextLine[]): Column[] {
  const last = columns.at(-1)?.from ?? FROM_LEFT
  const starts = lines.filter((line) => numberAtStart(line) !== undefined)
  return commonPlaces(starts, starts.length)
    .filter((place) => place > last + SAME_PLACE + EDGE)
    .map((place) => ({ from: place - EDGE, role: 'other', isKnown: false }))
}

/** The tolerance for the left edge of a column without a header, in points. */
const SAME_PLACE = 2
/** A column begins where texts of at least this share of the rows begin. Rarer left edges come from gaps within names. */
const MIN_SHARE = 0.1

/**
 * Returns the columns of a table without a header, with edges and roles derived from the texts.
 *
 * @param starts the first lines of the rows, which begin with the application number
 */
export function columnsWithoutHeader(lines: readonly TextLine[], starts: readonly TextLine[]): Column[] {
  const number = starts.reduce((most, line) => Math.max(most, leftOf(line)), Number.NEGATIVE_INFINITY)
  const places = commonPlaces(lines, starts.length).filter((place) => place > number + SAME_PLACE)
  const first: Column = { from: FROM_LEFT, role: 'number', isKnown: true }
  const bare = places.map(
    (place): Column => ({ from: place - EDGE, role: 'other', isKnown: false, isExact: true }),
  )
  return withRolesOf(lines, [first, ...bare], starts.length)
}

function commonPlaces(lines: readonly TextLine[], rows: number): number[] {
  const all = lines
    .flatMap((line) => (numberAtStart(line) === undefined ? line.pieces : line.pieces.slice(1)))
    .map(({ x }) => x)
    .sort((a, b) => a - b)
  const fewest = rows < FEW_ROWS ? 1 : Math.max(2, rows * MIN_SHARE)
  const groups: number[][] = []
  for (const x of all) {
    const group = groups.at(-1)
    if (group && x - (group[0] as number) <= SAME_PLACE) {
      group.push(x)
    } else {
      groups.push([x])
    }
  }
  return groups.filter((group) => group.length >= fewest).map((group) => group[0] as number)
}

const LOOKS = {
  resolution: /^(?:[A-Z]+\.?\s*)?\d{4}\s?\/\s?\d*$/,
  /** A resolution, or one line of a wrapped resolution. */
  resolutionPart: /^(?:(?:[A-Z]+\.?\s*)?\d{4}\s?\/\s?\d*|\d{1,9})$/,
  code: /^\d{3,4}$/,
  event: /^\d{3,4}\s*[-–.:]?\s+\p{L}/u,
  classes: /^\d{1,2}(?:\s?[,;y-]\s?\d{1,2})*$/,
}
/** A column has a role if more than this share of its texts match the pattern of the role. */
const MIN_MATCHING = 0.6
/** In a column of resolutions, more than this share of the texts has a year. The others are ends of wrapped resolutions. */
const MIN_RESOLUTIONS = 0.3
/**
 * A column also has the role `event` if an event begins in more than this share of the rows. If events are wrapped, only their
 * first lines match the pattern, and the share of matching texts can be less than `MIN_MATCHING`.
 */
const MIN_EVENTS = 0.3

function withRolesOf(lines: readonly TextLine[], columns: readonly Column[], rows: number): Column[] {
  const texts = columns.map((): string[] => [])
  for (const { column, text } of lines.flatMap((line) => fragmentsOf(line, columns))) {
    texts[column]?.push(text)
  }
  const countOf = (own: readonly string[], look: RegExp) => own.filter((text) => look.test(text)).length
  const most = (look: keyof typeof LOOKS) => (own: readonly string[]) =>
    countOf(own, LOOKS[look]) > own.length * MIN_MATCHING
  const events = texts.map((own, index) => (index === 0 ? 0 : countOf(own, LOOKS.event)))
  const mostEvents = Math.max(...events)
  const hasEvents = (own: readonly string[], index: number) =>
    index === events.lastIndexOf(mostEvents) &&
    (most('event')(own) || mostEvents > Math.max(1, rows * MIN_EVENTS))
  const roles = texts.map((own, index): Role | undefined => {
    if (index === 0) return 'number'
    if (most('resolutionPart')(own) && countOf(own, LOOKS.resolution) > own.length * MIN_RESOLUTIONS) {
      return 'resolution'
    }
    if (most('code')(own)) return 'code'
    if (hasEvents(own, index)) return 'event'
    return own.every((text) => LOOKS.classes.test(text)) ? 'other' : undefined
  })
  return columns.map((column, index) => {
    const isBare = roles[index] === 'code' && !texts[index + 1]?.some((text) => /\p{Ll}/u.test(text))
    const isName = roles[index] === 'resolution' && !isBehindName(roles, index, rows)
    const role = isBare || isName ? undefined : (roles[index] ?? roleBeside(roles, index))
    return role === undefined ? column : { ...column, role, isKnown: true }
  })
}

/** Returns false if the resolutions in a column may be names that look like resolutions. */
const isBehindName = (roles: readonly (Role | undefined)[], index: number, rows: number): boolean =>
  index > 1 && (rows >= FEW_ROWS || roles.slice(1, index).some((role) => role === 'event'))

const roleBeside = (roles: readonly (Role | undefined)[], index: number): Role | undefined =>
  roles[index - 1] === 'code' ? 'event' : index === 1 ? 'name' : undefined

/** The part of a line in one column. Other comments in this folder call it a text. */
export interface Fragment {
  line: TextLine
  column: number
  role: Role
  text: string
  x: number
  end: number
  /** The baseline. */
  y: number
  /** True if the column of the text is uncertain. */
  crosses: boolean
}

/** Splits a line into texts, at most one for each column, from left to right. */
export function fragmentsOf(line: TextLine, columns: readonly Column[]): Fragment[] {
  const fragments: Fragment[] = []
  for (const { piece, column, crosses } of line.pieces.flatMap((each) => inColumns(each, columns))) {
    const last = fragments.at(-1)
    if (last?.column === column) {
      last.text += ` ${piece.text}`
      last.end = piece.end
      last.crosses ||= crosses
    } else {
      const { x, y, end, text } = piece
      const { role = 'other', isExact, left = x, from = x } = columns[column] ?? {}
      const isBehind = isExact === true && x > from + EDGE + SAME_PLACE
      const isBefore = x < left - EDGE && end > left
      fragments.push({ line, column, role, text, x, y, end, crosses: crosses || isBehind || isBefore })
    }
  }
  return fragments
}

const isBetween = ({ x, end }: Piece, range: Range | undefined): boolean =>
  range !== undefined && x >= range.first - EDGE && end <= range.last

function inColumns(
  piece: Piece,
  columns: readonly Column[],
): { piece: Piece; column: number; crosses: boolean }[] {
  const column = Math.max(
    0,
    columns.findLastIndex(({ from }) => from <= piece.x + EDGE),
  )
  const next = columns[column + 1]
  if (next === undefined || piece.end <= next.from + EDGE + EDGE) {
    return [
      { piece, column, crosses: [columns[column], next].some((each) => isBetween(piece, each?.mayBeginAt)) },
    ]
  }
  const parts = next.isExact ? undefined : splitPiece(piece, next.from + EDGE)
  return parts === undefined
    ? [{ piece, column, crosses: true }]
    : [
        { piece: parts[0], column, crosses: false },
        ...inColumns({ ...parts[1], x: Math.max(parts[1].x, next.from) }, columns),
      ]
}
