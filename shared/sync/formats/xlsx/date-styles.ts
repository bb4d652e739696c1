import type { ArchivePart } from './archive.ts'
import { LIMITS } from './limits.ts'
import { tooLarge } from './workbook-error.ts'
import { readSmallPart } from './xml-reader.ts'

/**
 * Reads the styles with a date format, by the value of `s` in a cell: the position of the style among the cell formats. A
 * workbook without styles has none.
 */
export async function readDateStyles(styles: ArchivePart | undefined): Promise<ReadonlySet<string>> {
  if (styles === undefined) {
    return new Set()
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
  const isDate = (id: number): boolean => isDateFormat(id, defined)
  return new Set(formatIds.flatMap((id, place) => (isDate(id) ? [`${place}`] : [])))
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

/** Returns whether a number format, defined by the workbook or built in, has a day. */
export const isDateFormat = (id: number, defined: ReadonlyMap<number, string>): boolean => {
  const code = defined.get(id)
  return code === undefined ? BUILT_IN_DATES.has(id) : isDateCode(code)
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
