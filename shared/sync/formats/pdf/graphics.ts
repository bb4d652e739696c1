import { getResolvedPDFJS } from 'unpdf'

export const { OPS } = await getResolvedPDFJS()

/** The operators of a page, as PDF.js returns them. */
export interface Operators {
  fnArray: readonly number[]
  argsArray: readonly unknown[]
}

/** A transformation matrix (ISO 32000-1, 8.3.4). */
export type Matrix = readonly number[]

export interface Graphics {
  /** The text rendering mode (ISO 32000-1, 9.3.6). */
  mode: number
  /** The colour of filled letters and shapes. */
  fill: 'white' | 'none' | 'other'
  opacity: number
  /** Transforms coordinates of a drawing to coordinates of the page. */
  matrix: Matrix
}

const INITIAL: Graphics = { mode: 0, fill: 'other', opacity: 1, matrix: [1, 0, 0, 1, 0, 0] }
/** A colour counts as white if red, green and blue have at least this value. */
const WHITE = 0xf8

export interface Drawing {
  operator: number
  args: readonly unknown[]
  graphics: Graphics
}

/** Yields each operator that is not in `CHANGES`, with the current graphics state. */
export function* drawingsOf({ fnArray, argsArray }: Operators): Generator<Drawing> {
  const saved: Graphics[] = []
  let graphics = INITIAL
  for (const [index, operator] of fnArray.entries()) {
    const args = (argsArray[index] ?? []) as readonly unknown[]
    if (operator === OPS.save || operator === OPS.paintFormXObjectBegin) {
      saved.push(graphics)
    } else if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd) {
      graphics = saved.pop() ?? INITIAL
    }
    const change = CHANGES.get(operator)
    if (change === undefined) {
      yield { operator, args, graphics }
    } else {
      graphics = { ...graphics, ...change(args, graphics) }
    }
  }
}

type Change = (args: readonly unknown[], graphics: Graphics) => Partial<Graphics>

const CHANGES: ReadonlyMap<number, Change> = new Map<number, Change>([
  [OPS.setTextRenderingMode, ([mode]) => ({ mode: Number(mode) })],
  [OPS.setFillRGBColor, ([hex]) => ({ fill: isWhite(String(hex)) ? 'white' : 'other' })],
  [OPS.setFillColorN, () => ({ fill: 'other' })],
  [OPS.setFillTransparent, () => ({ fill: 'none' })],
  [OPS.setGState, ([state]) => opacityOf(state)],
  [OPS.transform, (args, { matrix }) => ({ matrix: product(matrix, args as Matrix) })],
  [
    OPS.paintFormXObjectBegin,
    ([own], { matrix }) => ({ matrix: own ? product(matrix, own as Matrix) : matrix }),
  ],
])

const isWhite = (hex: string): boolean =>
  [1, 3, 5].every((at) => Number.parseInt(hex.slice(at, at + 2), 16) >= WHITE)

function opacityOf(state: unknown): Partial<Graphics> {
  const opacity = (state as readonly (readonly [string, unknown])[]).find(([key]) => key === 'ca')?.[1]
  return typeof opacity === 'number' ? { opacity } : {}
}

/** Returns the matrix that applies `inner` first, then `outer`. */
export function product(outer: Matrix, inner: Matrix): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = inner
  const [x, y] = [apply(outer, a, b, 0), apply(outer, c, d, 0)]
  return [...x, ...y, ...apply(outer, e, f)]
}

/** Applies a matrix to a point, or to a direction if `w` is 0. */
export const apply = (
  [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: Matrix,
  x: number,
  y: number,
  w = 1,
): [number, number] => [a * x + c * y + e * w, b * x + d * y + f * w]
