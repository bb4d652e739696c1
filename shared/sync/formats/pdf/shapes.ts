import { apply, drawingsOf, type Graphics, type Matrix, OPS, type Operators, product } from './graphics.ts'

/** A rectangle in points from the upper left corner of the page. */
export interface Box {
  left: number
  top: number
  right: number
  bottom: number
}

/** The bounds of a picture, or of a connected part of a path. */
export interface Shape extends Box {
  kind: 'picture' | 'fill' | 'stroke'
  /** True for pictures, strokes, and fills that are visible on white paper. */
  isDark: boolean
  /** The number of points; a rectangle has four, or five if its first point is repeated at the end. */
  points: number
}

/**
 * Returns the pictures and paths of a page in drawing order. Ignores clipping.
 *
 * @param view converts PDF coordinates to the coordinates of the result
 */
export const shapesOf = (operators: Operators, view: Matrix): Shape[] =>
  [...drawingsOf(operators)].flatMap(({ operator, args, graphics }) => {
    const matrix = product(view, graphics.matrix)
    const pictures = PICTURES.get(operator)
    if (pictures !== undefined) {
      return pictures(args).map(
        (own): Shape => ({
          ...{ kind: 'picture', isDark: true, points: 5 },
          ...boxOf(product(matrix, own), [0, 0, 1, 0, 1, 1, 0, 1]),
        }),
      )
    }
    return operator === OPS.constructPath ? shapesOfPath(args, matrix, graphics) : []
  })

/** For each operator, the function that returns the matrices of its pictures. */
const PICTURES: ReadonlyMap<number, (args: readonly unknown[]) => Matrix[]> = new Map<
  number,
  (args: readonly unknown[]) => Matrix[]
>([
  ...[OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject].map(
    (operator) => [operator, () => [[]]] as const,
  ),
  [OPS.paintImageXObjectRepeat, ([, x, y, places]) => repeated([Number(x), 0, 0, Number(y)], places)],
  [OPS.paintImageMaskXObjectRepeat, ([, a, b, c, d, places]) => repeated([a, b, c, d].map(Number), places)],
  [OPS.paintImageMaskXObjectGroup, ([images]) => matricesOf(images)],
  [OPS.paintInlineImageXObjectGroup, ([, images]) => matricesOf(images)],
])

const matricesOf = (images: unknown): Matrix[] =>
  (images as readonly { transform: Matrix }[]).map(({ transform }) => transform)

function repeated(matrix: Matrix, places: unknown): Matrix[] {
  const all = [...(places as ArrayLike<number> & Iterable<number>)]
  return all.flatMap((x, index) => (index % 2 === 0 ? [[...matrix, x, all[index + 1] ?? 0]] : []))
}

const FILLS: readonly number[] = [
  ...[OPS.fill, OPS.eoFill, OPS.fillStroke, OPS.eoFillStroke],
  ...[OPS.closeFillStroke, OPS.closeEOFillStroke],
]

function shapesOfPath([paint, data]: readonly unknown[], matrix: Matrix, graphics: Graphics): Shape[] {
  if (paint === OPS.endPath) {
    return []
  }
  const isFill = FILLS.includes(Number(paint))
  const isDark = !isFill || (graphics.fill === 'other' && graphics.opacity > 0)
  const [numbers] = data as readonly [ArrayLike<number> | null]
  return linesOfPath(numbers ?? []).map((points) => ({
    ...{ kind: isFill ? 'fill' : 'stroke', isDark, points: points.length / 2 },
    ...boxOf(matrix, points),
  }))
}

/** The number of operands of each path operator of PDF.js: move, line, cubic curve, quadratic curve, close. */
const NUMBERS = [2, 2, 6, 4, 0]
const MOVE = 0

function linesOfPath(data: ArrayLike<number>): number[][] {
  const lines: number[][] = []
  for (let index = 0; index < data.length; ) {
    const operator = data[index] as number
    const count = NUMBERS[operator] ?? 0
    if (operator === MOVE || lines.length === 0) {
      lines.push([])
    }
    for (let at = index + 1; at <= index + count; at++) {
      lines.at(-1)?.push(data[at] as number)
    }
    index += 1 + count
  }
  return lines.filter(({ length }) => length > 2)
}

/** Returns the bounds of transformed points. `points` alternates between x and y. */
export function boxOf(matrix: Matrix, points: readonly number[]): Box {
  const box = {
    left: Number.POSITIVE_INFINITY,
    top: Number.POSITIVE_INFINITY,
    right: Number.NEGATIVE_INFINITY,
    bottom: Number.NEGATIVE_INFINITY,
  }
  for (let index = 0; index < points.length; index += 2) {
    const [x, y] = apply(matrix, points[index] as number, points[index + 1] as number)
    box.left = Math.min(box.left, x)
    box.right = Math.max(box.right, x)
    box.top = Math.min(box.top, y)
    box.bottom = Math.max(box.bottom, y)
  }
  return box
}
