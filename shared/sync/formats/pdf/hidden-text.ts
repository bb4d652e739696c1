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

/** A letter that a page draws; white space and marks without a letter are not counted. */
export interface Letter {
  letter: string
  isHidden: boolean
  /** The number of the text that it belongs to. */
  text: number
}

/**
 * Returns the letters of a page in the order in which they are drawn. Those without ink, or in white, are hidden: white letters
 * may be on a dark ground. That is not known here, nor whether something is drawn over a text.
 */
export function drawnLetters({ fnArray, argsArray }: Operators): Letter[] {
  const letters: Letter[] = []
  const saved: Ink[] = []
  let ink = BLACK
  let text = 0
  for (const [index, operator] of fnArray.entries()) {
    const [first] = (argsArray[index] ?? []) as readonly unknown[]
    if (operator === OPS.showText) {
      const isHiddenNow = isHidden(ink)
      letters.push(...lettersOf(first).map((letter) => ({ letter, isHidden: isHiddenNow, text })))
    } else if (SAVE.has(operator)) {
      saved.push(ink)
    } else if (RESTORE.has(operator)) {
      ink = saved.pop() ?? BLACK
    } else {
      ink = { ...ink, ...CHANGES.get(operator)?.(first) }
    }
    text += MOVES.has(operator) ? 1 : 0
  }
  return letters
}

/** Returns the hidden texts of a page. */
export const hiddenTexts = (letters: readonly Letter[]): string[] =>
  [
    ...Map.groupBy(
      letters.filter((each) => each.isHidden),
      ({ text }) => text,
    ).values(),
  ].map((text) =>
    text
      .map(({ letter }) => letter)
      .join('')
      .trim(),
  )

/** Returns which of the texts of a page have hidden letters; none where its texts are not the letters that it draws. */
export function hiddenOf(texts: readonly string[], letters: readonly Letter[]): boolean[] {
  const drawn = letters.flatMap(({ letter, isHidden: hidden }) =>
    [...bare(letter)].map((each) => ({ each, hidden })),
  )
  const all = texts.map((text) => [...bare(text)])
  const isSame = all.flat().join('') === drawn.map(({ each }) => each).join('')
  let place = 0
  return all.map((own) => {
    const from = place
    place += own.length
    return isSame && drawn.slice(from, place).some(({ hidden }) => hidden)
  })
}

const bare = (text: string): string => text.normalize('NFKC').replace(/\s+/g, '')

/** Returns whether a page has a picture or a drawn shape. */
export const hasPicture = ({ fnArray, argsArray }: Operators): boolean =>
  fnArray.some(
    (operator, index) =>
      PICTURES.has(operator) ||
      (operator === OPS.constructPath && (argsArray[index] as readonly unknown[])[0] !== OPS.endPath),
  )

const PICTURES: ReadonlySet<number> = new Set([
  ...[OPS.paintImageXObject, OPS.paintImageXObjectRepeat, OPS.paintInlineImageXObject],
  ...[OPS.paintInlineImageXObjectGroup, OPS.paintImageMaskXObject, OPS.paintImageMaskXObjectGroup],
  ...[OPS.paintImageMaskXObjectRepeat, OPS.shadingFill],
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

const lettersOf = (glyphs: unknown): string[] =>
  (glyphs as readonly ({ unicode?: string } | number | null)[]).map((glyph) =>
    typeof glyph === 'object' ? (glyph?.unicode ?? '') : '',
  )
