import { whole } from '../figures-table.ts'

export interface Point {
  readonly marks: number
  readonly ms: number
}

/** One way to search: its points from left to right. */
export interface Series {
  readonly name: string
  readonly points: readonly Point[]
}

const WIDTH = 720
const HEIGHT = 440
const PLOT = { left: 64, right: WIDTH - 96, top: 64, bottom: HEIGHT - 76 }
/** Told apart by red-green blind eyes, too, and on white as on black. */
const COLORS = ['#2f81f7', '#db6d28', '#2da44e']
const MOST_LINES = 6

const STYLE = `
  text { font: 13px system-ui, sans-serif; fill: #1f2328 }
  .title { font-size: 16px; font-weight: 600 }
  .quiet { fill: #59636e }
  .grid { stroke: #d1d9e0 }
  .back { fill: #ffffff }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc }
    .quiet { fill: #9198a1 }
    .grid { stroke: #3d444d }
    .back { fill: #0d1117 }
  }`

/**
 * A line for each way: the time that 95 of 100 searches do not exceed, against the number of marks on a logarithmic
 * scale.
 *
 * @returns an SVG image; undefined where there is no point at all
 */
export function drawChart(series: readonly Series[]): string | undefined {
  const drawn = series.filter(({ points }) => points.length > 0)
  const points = drawn.flatMap(({ points }) => points)
  if (points.length === 0) {
    return undefined
  }
  const sizes = [...new Set(points.map(({ marks }) => marks))].sort((a, b) => a - b)
  const levels = levelsUpTo(Math.max(...points.map(({ ms }) => ms)))
  const x = acrossFrom(sizes)
  const y = (ms: number): number => {
    const top = levels.at(-1) ?? 1
    return round(PLOT.bottom - (ms / top) * (PLOT.bottom - PLOT.top))
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img">`,
    '<title>p95 of a search against the number of marks</title>',
    `<style>${STYLE}\n</style>`,
    `<rect class="back" width="${WIDTH}" height="${HEIGHT}"/>`,
    text(PLOT.left, 28, '95 of 100 searches are answered within (ms)', 'title'),
    ...levels.flatMap((ms) => [
      `<line class="grid" x1="${PLOT.left}" y1="${y(ms)}" x2="${PLOT.right}" y2="${y(ms)}"/>`,
      text(PLOT.left - 8, y(ms) + 4, whole(ms), 'quiet', 'end'),
    ]),
    ...sizes.map((marks) => text(x(marks), PLOT.bottom + 38, whole(marks), 'quiet', 'middle')),
    text((PLOT.left + PLOT.right) / 2, PLOT.bottom + 62, 'marks (logarithmic)', 'quiet', 'middle'),
    ...drawn.flatMap((each, place) => line(each, COLORS[place % COLORS.length] ?? '', x, y, isUnder(points))),
    '</svg>',
    '',
  ].join('\n')
}

/** Round numbers from 0 to at least `highest`, evenly spaced. */
export function levelsUpTo(highest: number): number[] {
  const rough = Math.max(highest, 1) / MOST_LINES
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power
  return Array.from({ length: Math.ceil(Math.max(highest, 1) / step) + 1 }, (_, place) => round(place * step))
}

/** By their logarithms; a single size stands in the middle. */
function acrossFrom(sizes: readonly number[]): (marks: number) => number {
  const [first, last] = [Math.log(sizes[0] ?? 1), Math.log(sizes.at(-1) ?? 1)]
  const share = (marks: number): number => (last > first ? (Math.log(marks) - first) / (last - first) : 0.5)
  const inset = 24
  return (marks) => round(PLOT.left + inset + share(marks) * (PLOT.right - PLOT.left - 2 * inset))
}

/** The figure of a point that has another one above it stands below, out of the way. */
const isUnder =
  (points: readonly Point[]) =>
  ({ marks, ms }: Point): boolean =>
    points.some((other) => other.marks === marks && other.ms > ms)

function line(
  { name, points }: Series,
  color: string,
  x: (marks: number) => number,
  y: (ms: number) => number,
  under: (point: Point) => boolean,
): string[] {
  const last = points.at(-1) ?? { marks: 1, ms: 0 }
  const path = points.map(({ marks, ms }) => `${x(marks)},${y(ms)}`).join(' ')
  return [
    `<polyline fill="none" stroke="${color}" stroke-width="2" points="${path}"/>`,
    ...points.flatMap((point) => {
      const { marks, ms } = point
      const figure = ms.toFixed(ms < 100 ? 1 : 0)
      return [
        `<circle cx="${x(marks)}" cy="${y(ms)}" r="4" fill="${color}"/>`,
        text(x(marks), y(ms) + (under(point) ? 20 : -10), figure, '', 'middle'),
      ]
    }),
    text(x(last.marks) + 24, y(last.ms) + 4, name, '', 'start', color),
  ]
}

const text = (
  x: number,
  y: number,
  words: string,
  className: string,
  anchor = 'start',
  color?: string,
): string =>
  `<text x="${x}" y="${y}"${className === '' ? '' : ` class="${className}"`} text-anchor="${anchor}"` +
  `${color === undefined ? '' : ` style="fill: ${color}"`}>${escaped(words)}</text>`

const escaped = (words: string): string =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const round = (value: number): number => Math.round(value * 100) / 100
