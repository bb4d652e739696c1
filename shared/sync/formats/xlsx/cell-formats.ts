import type { CellForm } from '../sheet.ts'
import type { ArchivePart } from './archive.ts'
import { LIMITS } from './limits.ts'
import { tooLarge } from './workbook-error.ts'
import { type Attributes, readSmallPart, type XmlHandlers } from './xml-reader.ts'

interface Styles {
  readonly numberFormats: Map<number, string>
  readonly fonts: { isCrossedOut: boolean; isWhite: boolean }[]
  readonly fills: { isFilled: boolean }[]
  readonly cellFormats: Attributes[]
}

/**
 * Maps each cell style (the attribute `s` of a cell) to its display form, such as `date`. Omits styles that show plain
 * digits or letters.
 */
export async function readCellFormats(part: ArchivePart | undefined): Promise<ReadonlyMap<string, CellForm>> {
  const styles: Styles = { numberFormats: new Map(), fonts: [], fills: [], cellFormats: [] }
  if (part !== undefined) {
    await readSmallPart(part, 'its styles', collectInto(styles))
  }
  const forms = styles.cellFormats.map((format, place) => [`${place}`, shownForm(format, styles)] as const)
  return new Map(forms.flatMap(([style, form]) => (form === undefined ? [] : [[style, form]])))
}

/** Fonts and fills outside these sections belong to table styles and conditional formats. */
const SECTIONS: ReadonlySet<string> = new Set(['numFmts', 'fonts', 'fills', 'cellXfs'])

function collectInto({ numberFormats, fonts, fills, cellFormats }: Styles): XmlHandlers {
  let section = ''
  return {
    open(name, attributes) {
      section = SECTIONS.has(name) ? name : section
      switch (`${section} ${name}`) {
        case 'numFmts numFmt':
          numberFormats.set(Number(attributes.numFmtId), attributes.formatCode ?? '')
          break
        case 'fonts font':
          fonts.push({ isCrossedOut: false, isWhite: false })
          break
        case 'fonts strike':
          Object.assign(fonts.at(-1) ?? {}, { isCrossedOut: isOn(attributes) })
          break
        case 'fonts color':
          Object.assign(fonts.at(-1) ?? {}, { isWhite: isWhite(attributes) })
          break
        case 'fills fill':
          fills.push({ isFilled: true })
          break
        case 'fills patternFill':
          Object.assign(fills.at(-1) ?? {}, { isFilled: (attributes.patternType ?? 'none') !== 'none' })
          break
        case 'cellXfs xf':
          addFormat(cellFormats, attributes)
      }
    },
    close(name) {
      section = name === section ? '' : section
    },
  }
}

/** Returns whether a property of a font, such as `strike`, applies. */
export const isOn = ({ val = '1' }: Attributes): boolean => val !== '0' && val !== 'false'

/** Returns whether a colour is white. The first colour of a theme is its background colour, usually white. */
const isWhite = ({ rgb, theme, tint = '0' }: Attributes): boolean =>
  rgb?.toUpperCase() === 'FFFFFFFF' || (theme === '0' && Number(tint) === 0)

function addFormat(formats: Attributes[], format: Attributes): void {
  if (formats.push(format) > LIMITS.cellFormats) {
    throw tooLarge(`it has more than ${LIMITS.cellFormats} formats of cells`)
  }
}

function shownForm(
  { numFmtId = '0', fontId = '0', fillId = '0' }: Attributes,
  { fonts, fills, numberFormats }: Styles,
): CellForm | undefined {
  const font = fonts[Number(fontId)]
  if (font?.isCrossedOut) {
    return 'crossed out'
  }
  const isHidden = font?.isWhite && !fills[Number(fillId)]?.isFilled
  return isHidden ? 'white' : formOf(Number(numFmtId), numberFormats)
}

/** The built-in number formats that show a day (ECMA-376 part 1, 18.8.30). */
const BUILT_IN_DATES: ReadonlySet<number> = new Set([
  14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58,
])

/** The other built-in number formats, except plain digits. */
const BUILT_IN_OTHERS: ReadonlySet<number> = new Set([
  2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 18, 19, 20, 21, 32, 33, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
  48,
])
const DIGITS_ALONE = /^(?:general|0|#|@)$/i

/** Returns the display form of a number format; undefined for plain digits. */
export function formOf(id: number, defined: ReadonlyMap<number, string>): CellForm | undefined {
  const code = defined.get(id)
  const isDate = code === undefined ? BUILT_IN_DATES.has(id) : isDateCode(code)
  const isOther = code === undefined ? BUILT_IN_OTHERS.has(id) : !DIGITS_ALONE.test(code.trim())
  return isDate ? 'date' : isOther ? 'other' : undefined
}

/** Matches quoted text, escaped characters, spaces as wide as a character (`_x`) and repeated characters (`*x`). */
const LITERALS = /"[^"]*"|\\.|_.|\*./gs

/** Matches colours and currencies in brackets, but not elapsed time such as `[hh]`. */
const BRACKETS = /\[(?!(?:h+|m+|s+)\])[^\][]*\]/gi

/** Returns whether a format code shows a date. In a code with hours or seconds, `m` means minutes. */
export function isDateCode(code: string): boolean {
  const bare = code.replaceAll(LITERALS, '').replaceAll(BRACKETS, '').toLowerCase()
  return /[dy]/.test(bare) || (bare.includes('m') && !/[hs]|\[m+\]/.test(bare))
}
