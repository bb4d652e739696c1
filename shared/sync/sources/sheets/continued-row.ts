import type { SheetRow } from '../../formats/sheet.ts'
import { foldWords } from '../../text/fold-words.ts'
import type { Cell } from '../../values/cell.ts'
import { noClass, readClasses } from '../../values/classes.ts'
import { isDitto } from '../../values/ditto.ts'
import { readDay, readNumber, textOf } from '../../values/read-value.ts'
import type { FoundColumns } from './columns.ts'
import { ALL_FIELDS, type Field } from './header-words.ts'

/** Fields that can have several values in one application. */
const REPEATABLE: ReadonlySet<Field> = new Set<Field>([
  'clases',
  'cobertura',
  'solicitante',
  'titular',
  'representante',
  'paisSolicitante',
  'paisTitular',
  'paisRepresentante',
])
const SINGLE = ALL_FIELDS.filter((field) => !REPEATABLE.has(field))

/** Matches a folded text (lower case, without accents) that begins like a total, a footer or a legend. */
const NOTE =
  /^(?:(?:gran |sub ?)?total(?:es)?|suma|pag(?:ina)?|page|hoja|notas?|fuentes?|leyenda|glosario|simbologia|emitido|impreso|generado|fecha de (?:emision|impresion|generacion)|cantidad|registros|fin|continua|observacion(?:es)?)(?: |$)/
/** Matches a folded text such as `pagina 1 de 2` or `12 marcas`. */
const LABEL =
  /^(?:(?:gran |sub ?)?total(?:es)?(?: general)?|pag(?:ina)? \d+(?: de \d+)?|\d+ (?:filas?|rows?|registros?|solicitudes|marcas)(?: \p{L}+){0,3})$/u
const LONGEST_NOTE = 200
/** A number above this in the column of classes is not a class, but a count, for example of applications. */
const MAX_CLASS_LIKE = 99

/**
 * The kind of a row without an application number:
 *
 * - `note`: not a mark, for example a total or a footer;
 * - `separate`: not a part of the application above;
 * - `continued`: a further row of the application above;
 * - `unclear`: perhaps a part of the application above.
 */
type Continuation = 'note' | 'separate' | 'continued' | 'unclear'

/**
 * Decides whether a row without a readable application number belongs to the application above
 * (docs/operate/sync.md#rows-without-a-number).
 *
 * @param above the nearest row above with an application number
 */
export function continuationOf(
  columns: FoundColumns,
  row: SheetRow,
  above: SheetRow | undefined,
): Continuation {
  const cell = (field: Field): Cell => row.cells[columns.at[field]] ?? null
  const filled = ALL_FIELDS.filter((field) => !isBlank(cell(field)))
  const classes = classIn(cell('clases'))
  if (isNote(columns, row, classes === 'class')) {
    return 'note'
  }
  if (above !== undefined && (isBroken(columns, above) || continuesLine(columns, row, above))) {
    return 'unclear'
  }
  if (isSentence(columns, row)) {
    return 'note'
  }
  if (above === undefined) {
    return 'separate'
  }
  const differs = (field: Field): boolean =>
    SINGLE.includes(field) && textOf(cell(field)) !== textOf(above.cells[columns.at[field]] ?? null)
  if (isRestOfName(filled) && row.number === above.number + 1) {
    return 'unclear'
  }
  const hasOwn = (field: Field): boolean => filled.includes(field) && differs(field)
  if (filled.includes('nroSolicitud') || hasOwn('denominacion') || hasOwnDay(columns, row, above)) {
    return 'separate'
  }
  if (filled.some(hasOwn)) {
    return classes === 'class' ? 'unclear' : 'separate'
  }
  if (classes === 'none') {
    return filled.some((field) => REPEATABLE.has(field)) ? 'unclear' : 'separate'
  }
  return OF_CLASSES[classes]
}

/** Returns whether a row may be the rest of the name in the row above. Some programs split a cell into several rows. */
const isRestOfName = (filled: readonly Field[]): boolean =>
  filled.includes('denominacion') &&
  filled.every((field) => field === 'denominacion' || (REPEATABLE.has(field) && field !== 'clases'))

const OF_CLASSES = { class: 'continued', count: 'separate', other: 'unclear' } as const

/** Copies from `above` the fields that can have only one value. Removes the ditto marks of `row`. */
export function completeRow(columns: FoundColumns, row: SheetRow, above: SheetRow): SheetRow {
  const cells = row.cells.map((cell) => (isDitto(cell) ? null : cell))
  for (const field of SINGLE) {
    const column = columns.at[field]
    if (column >= 0) {
      while (cells.length <= column) {
        cells.push(null)
      }
      cells[column] = above.cells[column] ?? null
    }
  }
  return { ...row, cells }
}

/** Returns whether a cell is empty, a placeholder (`-`) or a ditto mark (`ídem`). */
function isBlank(cell: Cell): boolean {
  return isDitto(cell) || readNumber(textOf(cell)) === null
}

function classIn(cell: Cell): 'none' | 'class' | 'count' | 'other' {
  if (isBlank(cell)) {
    return 'none'
  }
  const classes = readClasses(cell)
  if (classes === undefined || classes.length === 0) {
    return 'other'
  }
  if (noClass(classes) === undefined) {
    return 'class'
  }
  return classes.every((one) => one > MAX_CLASS_LIKE) ? 'count' : 'other'
}

/** Matches a text such as `Total: 80` or `Total 80`. */
const NOTE_VALUE = /^[^:=]{1,40}[:=]|\d\s*$/

/**
 * Returns whether a row is a note, such as a total. `NOTE` also matches names of persons, such as `Fuentes SpA`. In
 * a `REPEATABLE` column, a text is therefore a note only if it also matches `NOTE_VALUE` and the row has no class.
 */
function isNote({ at }: FoundColumns, { cells }: SheetRow, hasClass: boolean): boolean {
  if (typeof readDay(cells[at.fechaPresentacion] ?? null, 1900) === 'string') {
    return false
  }
  if (cells.every((cell) => cell === null || (typeof cell === 'string' && /^[-+=─|: ]+$/.test(cell)))) {
    return true // a line of dashes or other punctuation
  }
  const repeatable = new Set([...REPEATABLE].map((field) => at[field]))
  return cells.some((cell, column) => {
    if (typeof cell !== 'string' || cell.length > LONGEST_NOTE) {
      return false
    }
    const words = foldWords(cell)
    return (
      LABEL.test(words) ||
      (NOTE.test(words) && (!repeatable.has(column) || (!hasClass && NOTE_VALUE.test(cell))))
    )
  })
}

const WORDS = /\p{L}\S*\s+\S/u

/** Returns whether a row is a title or a footer: a single cell with several words. */
function isSentence({ at }: FoundColumns, { cells }: SheetRow): boolean {
  const column = cells.findIndex((cell) => cell !== null)
  const isAlone = column === cells.length - 1
  const isOfMark = ALL_FIELDS.some((field) => field !== 'nroSolicitud' && at[field] === column)
  return isAlone && !isOfMark && WORDS.test(textOf(cells[column] ?? null))
}

/**
 * Returns whether a row with too few cells may be the rest of the row above. In a delimited text, an unquoted line break
 * in a cell splits a row into two.
 */
export function continuesLine(columns: FoundColumns, row: SheetRow, above: SheetRow): boolean {
  const endsInText = LETTER.test(textOf(above.cells[columns.width - 1] ?? null))
  return (
    row.number === above.number + 1 &&
    isBroken(columns, row) &&
    (isBroken(columns, above) || (row.written === 1 && endsInText))
  )
}

const LETTER = /\p{L}/u

/** Returns whether a row has fewer cells than the header row. */
const isBroken = ({ width }: FoundColumns, { written }: SheetRow): boolean =>
  written !== undefined && written < width

function hasOwnDay({ at }: FoundColumns, row: SheetRow, above: SheetRow): boolean {
  const day = (cells: readonly Cell[]) => readDay(cells[at.fechaPresentacion] ?? null, 1900)
  const own = day(row.cells)
  return typeof own === 'string' && own !== day(above.cells)
}
