import type { Piece } from './text-lines.ts'

/** A gap between two words, or between two text items (`parts`) of a piece. Positions are in points. */
interface Gap {
  /** The index of the first character after the gap. */
  at: number
  /** The right edge of the text before the gap. */
  end: number
  /** The left edge of the text after the gap. */
  x: number
}

// `place` is the x coordinate at which a piece is to be split (see splitPiece).
/** The maximum distance between `place` and a gap between text items, in points. */
const EXACT = 2
/** The maximum distance between `place` and a gap between words, in points. The position of such a gap is an estimate. */
const ESTIMATED = 8
/** The nearest gap between words is used only if the second-nearest is more than CLEARLY times as far from `place`. */
const CLEARLY = 2

/**
 * Splits a piece of a line at the gap near the x coordinate `place`. A gap between text items takes precedence over a gap
 * between words. Returns undefined if no gap is near, or if two gaps between words are about equally near.
 */
export function splitPiece(piece: Piece, place: number): [Piece, Piece] | undefined {
  const gap = exactGap(piece, place) ?? estimatedGap(piece, place)
  if (gap === undefined) {
    return undefined
  }
  const { x, y, end, text, parts = [] } = piece
  const after = parts.filter(({ at }) => at >= gap.at).map((part) => ({ ...part, at: part.at - gap.at }))
  const before = parts.filter(({ at }) => at < gap.at)
  return [
    {
      x,
      y,
      end: gap.end,
      text: text.slice(0, gap.at).trimEnd(),
      ...(before.length > 1 ? { parts: before } : {}),
    },
    { x: gap.x, y, end, text: text.slice(gap.at), ...(after.length > 1 ? { parts: after } : {}) },
  ]
}

function exactGap({ parts = [] }: Piece, place: number): Gap | undefined {
  const index = parts.findIndex(
    ({ x }, at) => at > 0 && x >= place - EXACT && (parts[at - 1]?.end ?? x) <= place + EXACT,
  )
  const part = parts[index]
  return part && { at: part.at, x: part.x, end: parts[index - 1]?.end ?? part.x }
}

function estimatedGap(piece: Piece, place: number): Gap | undefined {
  const placeOf = placesOf(piece)
  const [nearest, second] = [...piece.text.matchAll(/ /g)]
    .map(({ index }) => ({ at: index + 1, end: placeOf(index), x: placeOf(index + 1) }))
    .map((gap) => ({ ...gap, distance: Math.max(0, place - gap.x, gap.end - place) }))
    .sort((a, b) => a.distance - b.distance)
  const isClear = second === undefined || second.distance > CLEARLY * Math.max(1, nearest?.distance ?? 0)
  return nearest !== undefined && nearest.distance <= ESTIMATED && isClear ? nearest : undefined
}

function placesOf({ x, end, text, parts = [{ at: 0, x, end }] }: Piece): (at: number) => number {
  return (at) => {
    const index = parts.findLastIndex((part) => part.at <= at)
    const part = parts[index] ?? { at: 0, x, end }
    const whole = text.slice(part.at, parts[index + 1]?.at)
    return part.x + ((part.end - part.x) * widthOf(text.slice(part.at, at))) / widthOf(whole)
  }
}

const NARROW = /[ijlIfrt.,;:'|!()[\]/ -]/
const BROAD = /[mwMW@%&—]/

/** Estimates the width of a text, as a multiple of the font size. */
const widthOf = (text: string): number =>
  [...text].reduce((width, letter) => {
    const isUpper = letter !== letter.toLowerCase()
    return width + (NARROW.test(letter) ? 0.3 : BROAD.test(letter) ? 0.85 : isUpper ? 0.68 : 0.55)
  }, 0)
