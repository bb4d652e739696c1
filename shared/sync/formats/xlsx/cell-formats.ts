import type { NumberForm } from '../sheet.ts'
import type { ArchivePart } from './archive.ts'
import { LIMITS } from './limits.ts'
import { tooLarge } from './workbook-error.ts'
import { readSmallPart } from './xml-reader.ts'

/**
 * Reads the styles that show numbers in another form than their digits, by the value of `s` in a cell: the position of the
 * style among the cell formats. A workbook without styles has none.
 */
export async function readCellFormats(
  styles: ArchivePart | undefined,
): Promise<ReadonlyMap<string, NumberForm>> {
  if (styles === undefined) {
    return new Map()
  }
  const defined = new Map<number, string>()
  const formatIds: number[] = []
  let section = ''
  await readSmallPart(styles, 'its styles', {
    open(name, { numFmtId = '0', formatCode = '' }) {
      // Styles of tables and of conditional formats define formats with ids of their own.
      if (name === 'numFmts' || name === 'cellXfs') {
        section = name
      } else if (name === 'numFmt' && section === 'numFmts') {
        defined.set(Number(numFmtId), formatCode)
      } else if (name === 'xf' && section === 'cellXfs') {
        addFormat(formatIds, Number(numFmtId))
      }
    },
    close(name) {
      section = name === section ? '' : section
    },
  })
  const forms = formatIds.map((id, place) => [`${place}`, formOf(id, defined)] as const)
  return new Map(forms.flatMap(([style, form]) => (form === undefined ? [] : [[style, form]])))
}

function addFormat(formatIds: number[], id: number): void {
  if (formatIds.push(id) > LIMITS.cellFormats) {
    throw tooLarge(`it has more than ${LIMITS.cellFormats} formats of cells`)
  }
}

/**
 * Built-in number formats with a day (ECMA-376 part 1, 18.8.30), including East Asian ones, without those of a time alone
 * (18-21, 32, 33, 45-47).
 */
const BUILT_IN_DATES: ReadonlySet<number> = new Set([
  14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58,
])

/** The other built-in formats that show more or less than the digits: 2-13, 18-21, 32, 33 and 37-48. */
const BUILT_IN_OTHERS: ReadonlySet<number> = new Set([
  2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 18, 19, 20, 21, 32, 33, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47,
  48,
])
const DIGITS_ALONE = /^(?:general|0|#|@)$/i

/** Returns the form of a number format, defined by the workbook or built in; undefined for the digits alone. */
export function formOf(id: number, defined: ReadonlyMap<number, string>): NumberForm | undefined {
  const code = defined.get(id)
  const isDate = code === undefined ? BUILT_IN_DATES.has(id) : isDateCode(code)
  const isOther = code === undefined ? BUILT_IN_OTHERS.has(id) : !DIGITS_ALONE.test(code.trim())
  return isDate ? 'date' : isOther ? 'other' : undefined
}

/** Literals of a code: quoted and escaped text, the width of a character, a fill. */
const LITERALS = /"[^"]*"|\\.|_.|\*./gs

/** Colours, conditions, currencies and languages, but not elapsed time such as `[hh]`. */
const BRACKETS = /\[(?!(?:h+|m+|s+)\])[^\][]*\]/gi

/**
 * Returns whether a format code has a day: a year or a day, or an `m` that is a month because the code has neither hours nor
 * seconds.
 */
export function isDateCode(code: string): boolean {
  const bare = code.replaceAll(LITERALS, '').replaceAll(BRACKETS, '').toLowerCase()
  return /[dy]/.test(bare) || (bare.includes('m') && !/[hs]|\[m+\]/.test(bare))
}
