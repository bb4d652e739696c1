import { markLostLetters } from '../../text/lost-letters.ts'
import { apply, type Matrix } from './graphics.ts'
import type { Hidden } from './hidden-text.ts'
import type { PlacedText } from './text-lines.ts'

/** A text item of PDF.js. `transform` places the item on the page. */
export interface RawText {
  str: string
  transform: readonly number[]
  width: number
}

type InkedText = RawText & { hidden: Hidden | undefined }

/** The direction of writing, in clockwise quarter turns from left-to-right. */
type Turn = 0 | 1 | 2 | 3

/** For each Turn, the matrix that rotates texts of this direction to run from left to right. */
const TURNED: readonly Matrix[] = [
  [1, 0, 0, 1, 0, 0],
  [0, -1, 1, 0, 0, 0],
  [-1, 0, 0, -1, 0, 0],
  [0, 1, -1, 0, 0, 0],
]

/**
 * The texts of a page: texts that run from left to right (`texts`), texts smaller than one point (`tiny`), and texts
 * in another direction (`turned`).
 */
export interface UprightTexts {
  texts: (PlacedText & { hidden: Hidden | undefined })[]
  tiny: string[]
  turned: string[]
  /** Transforms coordinates of the displayed page to coordinates of `texts`. */
  turn: Matrix
}

/**
 * Rotates the texts of a page so that most letters run from left to right.
 *
 * @param view the matrix from PDF coordinates to the coordinates of the displayed page (y downwards)
 */
export function upright(texts: readonly InkedText[], view: Matrix): UprightTexts {
  const all = texts.map((text) => place(text, view))
  const seen = all.filter(({ placed }) => placed.size >= SMALLEST)
  const letters = [0, 0, 0, 0]
  for (const { turn, placed } of seen) {
    letters[turn] = (letters[turn] ?? 0) + placed.text.trim().length
  }
  const most = letters.indexOf(Math.max(...letters)) as Turn
  const turn = TURNED[most] as Matrix
  const [others, own] = [true, false].map((isOther) =>
    seen.filter(({ turn, isSlanted }) => (turn !== most || isSlanted) === isOther),
  ) as [typeof seen, typeof seen]
  return {
    texts: own.map(({ placed }) => {
      const [x, y] = apply(turn, placed.x, placed.y)
      return { ...placed, x, y }
    }),
    tiny: all.filter(({ placed }) => placed.size < SMALLEST).map(({ placed }) => placed.text),
    turned: others.map(({ placed }) => placed.text),
    turn,
  }
}

/** The minimum font size of visible letters, in points. */
const SMALLEST = 1

/** The maximum slope of a text that is not slanted. */
const SLANT = 0.2

function place({ str, transform, width, hidden }: InkedText, view: Matrix) {
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
    placed: {
      ...{ text: markLostLetters(str), x: va * e + vc * f + ve, y: vb * e + vd * f + vf, width },
      ...{ size: Math.hypot(c, d), hidden },
    },
  }
}
