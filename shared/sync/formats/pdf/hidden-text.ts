import { getResolvedPDFJS } from 'unpdf'

const { OPS } = await getResolvedPDFJS()

/** The operators of a page. */
export interface Operators {
  fnArray: readonly number[]
  argsArray: readonly unknown[]
}

/** How text is drawn. */
interface Ink {
  /** The mode of rendering, ISO 32000-1, 9.3.6. */
  mode: number
  /** The colour of filled letters. */
  fill: 'white' | 'none' | 'other'
  opacity: number
}

const BLACK: Ink = { mode: 0, fill: 'other', opacity: 1 }
/** The modes that fill letters and do not stroke them, and those that draw nothing. */
const FILLED = [0, 4]
const INVISIBLE = [3, 7]
/** The least of each of red, green and blue. */
const WHITE = 0xf8

const isHidden = ({ mode, fill, opacity }: Ink): boolean =>
  INVISIBLE.includes(mode) || opacity === 0 || (fill !== 'other' && FILLED.includes(mode))

/**
 * Returns the texts of a page that are drawn without ink, or in white. White letters may be on a dark ground: that is not
 * known here, nor whether something is drawn over a text.
 */
export function hiddenTexts({ fnArray, argsArray }: Operators): string[] {
  const texts: string[] = []
  const saved: Ink[] = []
  let ink = BLACK
  let text = ''
  for (const [index, operator] of fnArray.entries()) {
    const [first] = (argsArray[index] ?? []) as readonly unknown[]
    if (operator === OPS.showText) {
      text += isHidden(ink) ? lettersOf(first) : ''
    } else if (SAVE.has(operator)) {
      saved.push(ink)
    } else if (RESTORE.has(operator)) {
      ink = saved.pop() ?? BLACK
    } else {
      ink = { ...ink, ...CHANGES.get(operator)?.(first) }
    }
    if (MOVES.has(operator)) {
      texts.push(text)
      text = ''
    }
  }
  return [...texts, text].map((each) => each.trim()).filter((each) => each !== '')
}

/** Returns whether a page has a picture. */
export const hasPicture = ({ fnArray }: Operators): boolean =>
  fnArray.some((operator) => PICTURES.has(operator))

const PICTURES: ReadonlySet<number> = new Set([
  ...[OPS.paintImageXObject, OPS.paintImageXObjectRepeat, OPS.paintInlineImageXObject],
  ...[OPS.paintInlineImageXObjectGroup, OPS.paintImageMaskXObject, OPS.paintImageMaskXObjectGroup],
  ...[OPS.paintImageMaskXObjectRepeat],
])

const SAVE: ReadonlySet<number> = new Set([OPS.save, OPS.paintFormXObjectBegin])
const RESTORE: ReadonlySet<number> = new Set([OPS.restore, OPS.paintFormXObjectEnd])
/** What ends a text. */
const MOVES: ReadonlySet<number> = new Set([
  ...[OPS.beginText, OPS.endText, OPS.moveText, OPS.nextLine, OPS.setTextMatrix],
])

/** The operators that change the ink, with their first argument. */
const CHANGES: ReadonlyMap<number, (argument: unknown) => Partial<Ink>> = new Map<
  number,
  (argument: unknown) => Partial<Ink>
>([
  [OPS.setTextRenderingMode, (mode) => ({ mode: Number(mode) })],
  [OPS.setFillRGBColor, (hex) => ({ fill: isWhite(String(hex)) ? 'white' : 'other' })],
  [OPS.setFillColorN, () => ({ fill: 'other' })],
  [OPS.setFillTransparent, () => ({ fill: 'none' })],
  [OPS.setGState, opacityOf],
])

const isWhite = (hex: string): boolean =>
  [1, 3, 5].every((at) => Number.parseInt(hex.slice(at, at + 2), 16) >= WHITE)

/** Returns the opacity of filled shapes, where a state of graphics changes it. */
function opacityOf(state: unknown): Partial<Ink> {
  const opacity = (state as readonly (readonly [string, unknown])[]).find(([key]) => key === 'ca')?.[1]
  return typeof opacity === 'number' ? { opacity } : {}
}

const lettersOf = (glyphs: unknown): string =>
  (glyphs as readonly ({ unicode?: string } | number | null)[])
    .map((glyph) => (typeof glyph === 'object' ? (glyph?.unicode ?? '') : ''))
    .join('')
