/** The parts of a workbook that hold its rows and its texts, a chunk at a time. */

import type { SheetMark } from './corpus/sheet-mark.ts'
import { type ClassLayout, type Column, type Entry, entriesOf, sheetColumns } from './corpus/sheet-rows.ts'
import { DAY_STYLE, SHEET_DATA, TEXTS } from './workbook-parts.ts'

/** What a worksheet has room for, the row of the headers apart. */
export const MOST_ROWS = 1_048_575

const CHUNK_LENGTH = 64 * 1024

/** Gives each different text the next number, from 0 on. */
type Places = Map<string, number>

/**
 * The worksheet, headers first; `places` is filled with its texts on the way.
 *
 * @throws RangeError at the first row for which there is no room
 */
export function* worksheetXml(
  marks: Iterable<SheetMark>,
  classes: ClassLayout,
  places: Places,
): Generator<string> {
  const columns = sheetColumns(classes)
  const cells = columns.map((column, place) => cellWriter(column, columnName(place), places))
  const headers = columns.map(({ header }, place) => textCell(`${columnName(place)}1`, header, places))
  let chunk = `${SHEET_DATA[0]}<row r="1">${headers.join('')}</row>`
  let row = 1
  for (const entry of entries(marks, classes)) {
    row++
    if (row > MOST_ROWS + 1)
      throw new RangeError(`A worksheet has room for ${MOST_ROWS} rows below its headers`)
    chunk += `<row r="${row}">`
    for (const cell of cells) chunk += cell(entry, row)
    chunk += '</row>'
    if (chunk.length >= CHUNK_LENGTH) {
      yield chunk
      chunk = ''
    }
  }
  yield chunk + SHEET_DATA[1]
}

/** The texts in the order of their numbers. */
export function* sharedStringsXml(places: Places): Generator<string> {
  let chunk: string = TEXTS[0]
  for (const text of places.keys()) {
    chunk += /^\s|\s$/.test(text)
      ? `<si><t xml:space="preserve">${escaped(text)}</t></si>`
      : `<si><t>${escaped(text)}</t></si>`
    if (chunk.length >= CHUNK_LENGTH) {
      yield chunk
      chunk = ''
    }
  }
  yield chunk + TEXTS[1]
}

function* entries(marks: Iterable<SheetMark>, classes: ClassLayout): Generator<Entry> {
  for (const mark of marks) yield* entriesOf(mark, classes)
}

/** A cell of nothing is not written. */
type CellWriter = (entry: Entry, row: number) => string

function cellWriter({ kind, cell }: Column, name: string, places: Places): CellWriter {
  const write = { text: textCell, integer: integerCell, day: dayCell }[kind]
  return (entry, row) => {
    const value = cell(entry)
    return value === null || value === '' ? '' : write(name + row, value, places)
  }
}

/** Of a sheet with few columns: A to Z. */
const columnName = (place: number): string => String.fromCharCode(65 + place)

const integerCell = (reference: string, digits: string): string => `<c r="${reference}"><v>${digits}</v></c>`

const dayCell = (reference: string, day: string): string =>
  `<c r="${reference}" s="${DAY_STYLE}"><v>${serialOf(day)}</v></c>`

function textCell(reference: string, text: string, places: Places): string {
  let place = places.get(text)
  if (place === undefined) {
    place = places.size
    places.set(text, place)
  }
  return `<c r="${reference}" t="s"><v>${place}</v></c>`
}

const MS_PER_DAY = 86_400_000
const serials = new Map<string, number>()

/** The day as a spreadsheet counts it since 1899-12-30; right from March 1900 on. */
function serialOf(day: string): number {
  const known = serials.get(day)
  if (known !== undefined) return known
  const serial = (Date.parse(day) - Date.UTC(1899, 11, 30)) / MS_PER_DAY
  serials.set(day, serial)
  return serial
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

/** A carriage return would be read as the end of a line. */
const escaped = (text: string): string =>
  text.replace(/[&<>\r]/g, (character) => ENTITIES[character] as string)
