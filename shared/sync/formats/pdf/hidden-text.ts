import { drawingsOf, type Graphics, OPS, type Operators } from './graphics.ts'
import type { Shape } from './shapes.ts'
import type { PlacedText } from './text-lines.ts'

/** The reason why a text may be invisible. */
export type Hidden = 'no ink' | 'white'

/** Text rendering modes that fill letters without drawing outlines. */
const FILLED = [0, 4]
const INVISIBLE = [3, 7]

function hiddenBy({ mode, fill, opacity }: Graphics): Hidden | undefined {
  if (INVISIBLE.includes(mode) || opacity === 0 || (fill === 'none' && FILLED.includes(mode))) {
    return 'no ink'
  }
  return fill === 'white' && FILLED.includes(mode) ? 'white' : undefined
}

/** A drawn glyph, or an adjustment of the space between glyphs. For an adjustment, `letter` is empty. */
export interface Letter {
  letter: string
  hidden: Hidden | undefined
  /** The number of the sequence to which the letter belongs. Each operator in `MOVES` starts a new sequence. */
  text: number
}

/** Returns the letters of a page in drawing order. */
export function drawnLetters(operators: Operators): Letter[] {
  const letters: Letter[] = []
  let text = 0
  for (const { operator, args, graphics } of drawingsOf(operators)) {
    if (operator === OPS.showText) {
      const hidden = hiddenBy(graphics)
      letters.push(...lettersOf(args[0]).map((letter) => ({ letter, hidden, text })))
    }
    text += MOVES.has(operator) ? 1 : 0
  }
  return letters
}

const MOVES: ReadonlySet<number> = new Set([
  ...[OPS.beginText, OPS.endText, OPS.moveText, OPS.nextLine, OPS.setTextMatrix],
])

const lettersOf = (glyphs: unknown): string[] =>
  (glyphs as readonly ({ unicode?: string } | number | null)[]).map((glyph) =>
    typeof glyph === 'object' ? (glyph?.unicode ?? '') : '',
  )

/**
 * Returns for each text the reason why it may be hidden; undefined for a visible text.
 *
 * Normally, the texts together have exactly the drawn letters, in the same order. A text then counts as hidden if one
 * of its letters is hidden. Otherwise, a text counts as hidden if it contains a hidden sequence of letters, or is part
 * of one.
 */
export function hiddenOf(texts: readonly string[], letters: readonly Letter[]): (Hidden | undefined)[] {
  const all = texts.map((text) => [...bare(text)])
  if (!letters.some(({ hidden }) => hidden)) {
    return all.map(() => undefined)
  }
  const drawn = letters.flatMap(({ letter, hidden }) => [...bare(letter)].map((each) => ({ each, hidden })))
  if (all.flat().join('') !== drawn.map(({ each }) => each).join('')) {
    return hiddenByWords(all, letters)
  }
  let place = 0
  return all.map((own) => {
    const from = place
    place += own.length
    return worst(drawn.slice(from, place).map(({ hidden }) => hidden))
  })
}

const worst = (all: readonly (Hidden | undefined)[]): Hidden | undefined =>
  all.find((hidden) => hidden === 'no ink') ?? all.find((hidden) => hidden)

/** The minimum length of the texts that are compared. A single letter may occur in another text by chance. */
const FEWEST_LETTERS = 2

function hiddenByWords(texts: readonly string[][], letters: readonly Letter[]): (Hidden | undefined)[] {
  const hidden = [
    ...Map.groupBy(
      letters.filter((each) => each.hidden),
      ({ text }) => text,
    ).values(),
  ].map((own) => ({ own: bare(own.map(({ letter }) => letter).join('')), how: own[0]?.hidden }))
  return texts.map((letters) => {
    const text = letters.join('')
    return worst(
      hidden
        .filter(({ own }) => Math.min(own.length, text.length) >= FEWEST_LETTERS)
        .filter(({ own }) => own.includes(text) || text.includes(own))
        .map(({ how }) => how),
    )
  })
}

const bare = (text: string): string => text.normalize('NFKC').replace(/\s+/g, '')

/** The height of lowercase letters, as a share of the font size. */
const HEIGHT = 0.45

/** Returns whether a text is on a dark picture or filled shape. White letters are then visible. */
export function isOnDarkGround({ x, y, width, size }: PlacedText, shapes: readonly Shape[]): boolean {
  const middle = y - (HEIGHT * size) / 2
  const inset = Math.min(width / 2, size / 2)
  const ground = shapes.findLast(
    ({ kind, left, right, top, bottom }) =>
      kind !== 'stroke' &&
      left <= x + inset &&
      right >= x + width - inset &&
      top <= middle &&
      bottom >= middle,
  )
  return ground?.isDark === true
}
