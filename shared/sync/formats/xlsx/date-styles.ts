import type { Part } from './archive.ts'
import { isDateFormat } from './date-format.ts'
import { LIMITS } from './limits.ts'
import { tooLarge } from './workbook-error.ts'
import { readSmallPart } from './xml-reader.ts'

/**
 * The styles whose numbers are days, by what a cell writes in its `s`: the place of the style among the
 * formats of cells. A workbook without styles has none.
 */
export async function readDateStyles(styles: Part | undefined): Promise<ReadonlySet<string>> {
  if (styles === undefined) {
    return new Set()
  }
  const defined = new Map<number, string>()
  const formatIds: number[] = []
  let section = ''
  await readSmallPart(styles, 'its styles', {
    open(name, { numFmtId = '0', formatCode = '' }) {
      // Styles of tables and of conditional formats define formats as well, under numbers of their own.
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
