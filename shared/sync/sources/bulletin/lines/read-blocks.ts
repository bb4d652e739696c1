import { joinLines, type Piece, type TextLine, textOfLine } from '../../../formats/pdf/text-lines.ts'
import { quote } from '../../../values/quote.ts'
import { remarkAgainst } from '../../../values/without-effect.ts'
import { type RawEntry, rawEntry } from '../raw-entry.ts'
import type { Section } from '../sections.ts'
import { leadingNumber } from './numbers.ts'
import { type Role, roleOf } from './roles.ts'

/** A block: an entry whose texts have labels, such as `Evento:`. */
interface Block {
  rowNumber: number
  number: string
  /** The left and right ends of the first line, in points. */
  x: number
  end: number
  /** The left edge of the values, if they are in a column beside the labels. */
  values: number | undefined
  texts: Partial<Record<Role, string[]>>
  /** The role of the last label. A line without a label continues the text of this label. */
  open: Role
  broken: string | null
}

/** `outside` has the lines that are possibly not part of a block. */
interface ReadBlocks {
  entries: RawEntry[]
  outside: TextLine[]
}

/** Reads labelled blocks. A block begins with a text such as `Solicitud N° 1604543`, and may continue on the next page. */
export function readBlocks(lines: readonly TextLine[], section: Section | null): ReadBlocks {
  const blocks: Block[] = []
  const outside: TextLine[] = []
  const right = lines.reduce((most, line) => Math.max(most, endOf(line)), 0)
  for (const [index, line] of lines.entries()) {
    const block = blocks.at(-1)
    const start = startOf(line)
    if (start !== undefined) {
      blocks.push(opened(line, start))
    } else if (block !== undefined) {
      addPieces(block, line.pieces)
      if (!isLabelLine(line) && fitsBehind(lines[index - 1], line, right)) {
        outside.push(line)
      }
    }
  }
  return { entries: blocks.map((block) => entryOf(block, section)), outside }
}

const endOf = ({ pieces }: TextLine): number => pieces.at(-1)?.end ?? 0

/**
 * Returns whether the first word of a line fits at the end of the line above. If it fits, the line may be a separate text
 * and not the continuation of a wrapped text.
 */
function fitsBehind(above: TextLine | undefined, { pieces, size }: TextLine, right: number): boolean {
  const [{ x, end, text }] = pieces as [Piece]
  const [word = ''] = text.split(' ')
  return above !== undefined && endOf(above) + size + ((end - x) * word.length) / text.length <= right
}

/** The first line of a block. `rest` is the text after the number in the same piece. `behind` has the later pieces. */
interface Start {
  number: string
  rest: string
  behind: readonly Piece[]
  /** The left edge of the number, if the number is in a column beside its label. */
  values?: number
}

/** Returns the start of a block; undefined for any other line. */
export function startOf({ pieces }: Pick<TextLine, 'pieces'>): Start | undefined {
  const [first, second, ...behind] = pieces
  const alone = blockStart(first?.text ?? '')
  if (alone !== undefined) {
    return { ...alone, behind: pieces.slice(1) }
  }
  const together = second && first && blockStart(`${first.text} ${second.text}`)
  return together ? { ...together, behind, values: second.x } : undefined
}

function opened({ number: rowNumber, y, pieces }: TextLine, { number, rest, behind, values }: Start): Block {
  const [{ x }] = pieces as [Piece]
  const end = (pieces.at(-1) as Piece).end
  const block: Block = { rowNumber, number, x, end, values, texts: {}, open: 'name', broken: null }
  const all = rest === '' ? behind : [{ x, y, end: x, text: rest }, ...behind]
  all.forEach((piece) => {
    addLabelled(block, piece, readLabel(piece.text))
  })
  return block
}

/** The maximum indentation of a label relative to the first line of its block, in points. */
const INDENTED = 12
/** The tolerance for the position of values and of aligned lines, in points. */
const SAME_PLACE = 2

const isSame = (a: number, b: number): boolean => Math.abs(a - b) <= SAME_PLACE

function addPieces(block: Block, pieces: readonly Piece[]): void {
  const [first] = pieces as [Piece]
  const end = (pieces.at(-1) as Piece).end
  const { values } = block
  const isBare = pieces[1] !== undefined && values !== undefined && isSame(pieces[1].x, values)
  const isAligned =
    first.x <= block.x + INDENTED ||
    isSame(end, block.end) ||
    isSame((first.x + end) / 2, (block.x + block.end) / 2)
  const isValue = pieces.length === 1 && values !== undefined && isSame(first.x, values)
  for (const [index, piece] of pieces.entries()) {
    const bare = index === 0 && isBare ? roleOf(piece.text) : undefined
    const label = isValue ? undefined : (readLabel(piece.text) ?? (bare && { role: bare, text: '' }))
    if (label !== undefined && index === 0 && !isAligned) {
      block.broken ??= `The label of ${quote(piece.text)} is not below the other labels.`
    }
    addLabelled(block, piece, label)
  }
}

function addLabelled(block: Block, { text }: Piece, label: Labelled | undefined): void {
  if (label !== undefined) {
    open(block, label.role, label.text)
  } else {
    block.broken ??= hasUnknownLabel(text) ? unknownLabel(text) : null
    add(block, text)
  }
  block.broken ??= INNER_LABEL.test(label?.text ?? text)
    ? `It has another label within ${quote(text)}.`
    : null
}

/** The roles that only one label of a block may have. */
const UNIQUE_ROLES: ReadonlySet<Role> = new Set(['code', 'event', 'resolution'])

const unknownLabel = (text: string): string => `It has an unknown label: ${quote(text)}.`

function open(block: Block, role: Role, text: string): void {
  if (UNIQUE_ROLES.has(role) && block.texts[role] !== undefined) {
    block.broken ??= `It has two labels of the same kind, the second one with ${quote(text)}.`
  }
  block.open = role
  add(block, text)
}

function add(block: Block, text: string): void {
  const { event, label } = block.open === 'event' ? splitEvent(text) : { event: text, label: '' }
  const texts = block.texts[block.open] ?? []
  block.texts[block.open] = texts
  texts.push(event)
  const inner = label === '' ? undefined : readLabel(label)
  if (inner !== undefined) {
    open(block, inner.role, inner.text)
  }
}

function entryOf({ rowNumber, number, texts, broken }: Block, section: Section | null): RawEntry {
  const all = (role: Role) => joinLines(texts[role] ?? [])
  return rawEntry({
    rowNumber,
    number,
    event: [all('code'), all('event')].filter((text) => text !== '').join(' '),
    resolution: all('resolution'),
    section,
    broken: broken ?? remarkAgainst(all('note')),
  })
}

/** Returns whether a line begins with a known label, and does not start a block. */
export const isLabelLine = (line: TextLine): boolean =>
  startOf(line) === undefined &&
  (readLabel(textOfLine(line)) ?? readLabel(line.pieces[0]?.text ?? '')) !== undefined

interface Labelled {
  role: Role
  text: string
}

/** The pattern of the abbreviation for "number", as in `Solicitud N° 1604543`. */
const SIGN = String.raw`N(?:[°º.]|ro\.?|[úu]mero)*`
const START = new RegExp(
  String.raw`^(?:${SIGN}\s*(?:de\s+(?:la\s+)?)?)?Solicitud(?:\s+de\s+marca)?\s*(?:${SIGN}\s*)?[:.]?\s*` +
    String.raw`(?<number>\d[\w.,-]*)(?<rest>.*)$`,
  'iu',
)
const LABEL = /^(?<label>\p{L}[\p{L}°º.()/ ]{0,40}?)\s*:\s*(?<text>.*)$/u
/** A label within a text, as in blocks of a single line. */
const INNER_LABEL = /\s(?:Evento|C[óo]digo|Descripci[óo]n|Resoluci[óo]n)(?:\s*N[°º])?\s*:\s*\d/u
/** The label of a resolution after the words of an event, in the same text. */
const INNER_RESOLUTION = /^(?<event>.*\S)\s+(?<label>(?:N[°º]\s*)?Resoluci[óo]n(?:\s*N[°º])?\s*:\s*.*)$/u

/** Splits the first text of a block into the number and the rest; undefined for a text that starts no block. */
export function blockStart(text: string): { number: string; rest: string } | undefined {
  const { number, rest = '' } = START.exec(text)?.groups ?? {}
  return number !== undefined && leadingNumber(number) !== undefined
    ? { number, rest: rest.trim() }
    : undefined
}

function readLabel(text: string): Labelled | undefined {
  const { label = '', text: rest = '' } = LABEL.exec(text)?.groups ?? {}
  const role = roleOf(label)
  return role === undefined ? undefined : { role, text: rest }
}

function splitEvent(text: string): { event: string; label: string } {
  const { event = text, label = '' } = INNER_RESOLUTION.exec(text)?.groups ?? {}
  return { event, label }
}

const VALUE = /^(?:\d{3,4}\s+\p{Lu}\p{Ll}+\s.*|\d{4}\/\d+)$/u
const MAX_WORDS = 3

/** Returns whether a text is an unknown label of at most `MAX_WORDS` words, followed by an event or a resolution. */
function hasUnknownLabel(text: string): boolean {
  const { label = '', text: rest = '' } = LABEL.exec(text)?.groups ?? {}
  return (
    label !== '' && roleOf(label) === undefined && label.split(' ').length <= MAX_WORDS && VALUE.test(rest)
  )
}
