import type { PlacedText } from './text-lines.ts'

/** A text as PDF.js tells of it: its matrix has the directions of writing and of height, and its origin. */
export interface RawText {
  str: string
  transform: readonly number[]
  width: number
}

/** Quarter turns to the right of the direction in which a text is written. */
type Turn = 0 | 1 | 2 | 3

const TURNED: readonly ((x: number, y: number) => readonly [number, number])[] = [
  (x, y) => [x, y],
  (x, y) => [y, -x],
  (x, y) => [-x, -y],
  (x, y) => [-y, x],
]

/**
 * Places a page's texts so that most of them are read from left to right, whichever way the page or its
 * content is turned; what is written in another direction (a watermark, a stamp at the margin) is left out.
 *
 * @param view the matrix from the PDF's coordinates to those of the page as it is shown, y downwards
 */
export function upright(texts: readonly RawText[], view: readonly number[]): PlacedText[] {
  const seen = texts.map((text) => place(text, view))
  const letters = [0, 0, 0, 0]
  for (const { turn, placed } of seen) {
    letters[turn] = (letters[turn] ?? 0) + placed.text.trim().length
  }
  const most = letters.indexOf(Math.max(...letters)) as Turn
  const turned = TURNED[most] as (typeof TURNED)[number]
  return seen.flatMap(({ turn, isSlanted, placed }) => {
    const [x, y] = turned(placed.x, placed.y)
    return turn === most && !isSlanted ? [{ ...placed, x, y }] : []
  })
}

const SLANT = 0.2

function place({ str, transform, width }: RawText, view: readonly number[]) {
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = transform
  const [va = 1, vb = 0, vc = 0, vd = 1, ve = 0, vf = 0] = view
  const right = va * a + vc * b
  const down = vb * a + vd * b
  const isLevel = Math.abs(right) >= Math.abs(down)
  const turn: Turn = isLevel ? (right >= 0 ? 0 : 2) : down > 0 ? 1 : 3
  const [along, across] = isLevel ? [right, down] : [down, right]
  return {
    turn,
    isSlanted: Math.abs(across) > SLANT * Math.abs(along),
    placed: { text: str, x: va * e + vc * f + ve, y: vb * e + vd * f + vf, width, size: Math.hypot(c, d) },
  }
}
