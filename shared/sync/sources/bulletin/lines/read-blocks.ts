import { type Piece, type TextLine, textOfLine } from '../../../formats/pdf/text-lines.ts'
import { quote } from '../../../values/quote.ts'
import { type RawEntry, rawEntry } from '../raw-entry.ts'
import type { Section } from '../sections.ts'
import { joinLines } from './join-lines.ts'
import { blockStart, hasUnknownLabel, readLabel, splitEvent } from './labels.ts'
import { type Role, roleOf } from './roles.ts'

/** A block that is being read: the lines of each label so far. */
interface Block {
  rowNumber: number
  number: string
  /** Where its labels stand, in points. */
  x: number
  texts: Partial<Record<Role, string[]>>
  /** The label that goes on where a line has none. */
  open: Role
  broken: string | null
}

/** Reads labelled blocks, each from its number to the next one; they go on over pages. */
export function readBlocks(lines: readonly TextLine[], section: Section | null): RawEntry[] {
  const blocks: Block[] = []
  for (const line of lines) {
    const block = blocks.at(-1)
    const start = startOf(line)
    if (start !== undefined) {
      blocks.push(opened(line, start))
    } else if (block !== undefined) {
      addPieces(block, line.pieces)
    }
  }
  return blocks.map((block) => entryOf(block, section))
}

/** The number of a block that a line begins, what follows in that text, and the pieces behind. */
interface Start {
  number: string
  rest: string
  behind: readonly Piece[]
}

/** A number may stand in a column of its own, apart from its label. */
export function startOf({ pieces }: Pick<TextLine, 'pieces'>): Start | undefined {
  const [first, second, ...behind] = pieces
  const alone = blockStart(first?.text ?? '')
  if (alone !== undefined) {
    return { ...alone, behind: pieces.slice(1) }
  }
  const together = second && first && blockStart(`${first.text} ${second.text}`)
  return together ? { ...together, behind } : undefined
}

function opened({ number: rowNumber, pieces }: TextLine, { number, rest, behind }: Start): Block {
  const [{ x }] = pieces as [Piece]
  const block: Block = { rowNumber, number, x, texts: {}, open: 'name', broken: null }
  const all = rest === '' ? behind : [{ x, end: x, text: rest }, ...behind]
  addPieces(block, all)
  return block
}

/** Points to the right of its labels at which a text is a value's. */
const INDENTED = 12

function addPieces(block: Block, pieces: readonly Piece[]): void {
  const isIndented = pieces.length === 1 && (pieces[0] as Piece).x > block.x + INDENTED
  for (const [index, { text }] of pieces.entries()) {
    const next = pieces[index + 1]
    const bare = index + 1 < pieces.length && next ? roleOf(text) : undefined
    const label = isIndented ? undefined : (readLabel(text) ?? (bare && { role: bare, text: '' }))
    if (label !== undefined) {
      open(block, label.role, label.text)
    } else {
      block.broken ??= !isIndented && hasUnknownLabel(text) ? unknownLabel(text) : null
      add(block, text)
    }
  }
}

const unknownLabel = (text: string): string => `It has a label that is not known: ${quote(text)}.`

function open(block: Block, role: Role, text: string): void {
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
    broken,
  })
}

/** Whether a line is a part of a block by its label, and does not start one. */
export const isLabelLine = (line: TextLine): boolean =>
  startOf(line) === undefined &&
  (readLabel(textOfLine(line)) ?? readLabel(line.pieces[0]?.text ?? '')) !== undefined
