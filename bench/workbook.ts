import { createWriteStream } from 'node:fs'
import { type PassThrough, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { type Column, SHEET_COLUMNS } from './corpus/sheet-columns.ts'
import type { SheetMark } from './corpus/sheet-mark.ts'

/** The maximum number of rows of a worksheet, without its header. */
export const MOST_ROWS = 1_048_575

const CHUNK_LENGTH = 64 * 1024
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const SCHEMAS = 'http://schemas.openxmlformats.org'
const MAIN = `${SCHEMAS}/spreadsheetml/2006/main`
const RELATION = `${SCHEMAS}/officeDocument/2006/relationships`
const PACKAGE = `${SCHEMAS}/package/2006`
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** The files in the archive that are the same for every workbook with one worksheet (ECMA-376). Cell style 1 is a day. */
const FIXED_PARTS: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `<Types xmlns="${PACKAGE}/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Override PartName="/xl/workbook.xml" ContentType="${SPREADSHEET}.sheet.main+xml"/>
<Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SPREADSHEET}.worksheet+xml"/>
<Override PartName="/xl/styles.xml" ContentType="${SPREADSHEET}.styles+xml"/>
<Override PartName="/xl/sharedStrings.xml" ContentType="${SPREADSHEET}.sharedStrings+xml"/>
</Types>`,
  '_rels/.rels': `<Relationships xmlns="${PACKAGE}/relationships">
<Relationship Id="rId1" Type="${RELATION}/officeDocument" Target="xl/workbook.xml"/>
</Relationships>`,
  'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${RELATION}">
<sheets><sheet name="Solicitudes" sheetId="1" r:id="rId1"/></sheets>
</workbook>`,
  'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${PACKAGE}/relationships">
<Relationship Id="rId1" Type="${RELATION}/worksheet" Target="worksheets/sheet1.xml"/>
<Relationship Id="rId2" Type="${RELATION}/styles" Target="styles.xml"/>
<Relationship Id="rId3" Type="${RELATION}/sharedStrings" Target="sharedStrings.xml"/>
</Relationships>`,
  'xl/styles.xml': `<styleSheet xmlns="${MAIN}">
<numFmts count="1"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts>
<cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="164" applyNumberFormat="1"/></cellXfs>
</styleSheet>`,
}

/** Each different text, with its index in the list of shared strings, in the order of first use. */
type Places = Map<string, number>

/**
 * Writes a sheet of `marks` as a workbook with shared strings and date cells. It keeps each different text in memory, but no
 * rows.
 *
 * @param marks at most `MOST_ROWS`
 */
export async function writeWorkbook(
  path: string,
  marks: Iterable<SheetMark>,
  signal: AbortSignal,
): Promise<void> {
  const places: Places = new Map()
  const zip = new ZipFile()
  const output = zip.outputStream as PassThrough
  const fail = (error: Error): void => void output.destroy(error)
  zip.on('error', fail)
  // Each file is generated after the file before it was written, so the shared strings are complete after the worksheet.
  const add = (name: string, chunks: Iterable<string>): void =>
    zip.addReadStreamLazy(name, (take) => take(null, Readable.from(chunks).on('error', fail)))
  for (const [name, xml] of Object.entries(FIXED_PARTS)) add(name, [HEAD + xml])
  add('xl/worksheets/sheet1.xml', inChunks(worksheetXml(marks, places)))
  add('xl/sharedStrings.xml', inChunks(sharedStringsXml(places)))
  zip.end()
  await pipeline(output, createWriteStream(path), { signal })
}

function* worksheetXml(marks: Iterable<SheetMark>, places: Places): Generator<string> {
  const cells = SHEET_COLUMNS.map((column, place) => cellWriter(column, columnName(place), places))
  const headers = SHEET_COLUMNS.map(({ header }, place) => textCell(`${columnName(place)}1`, header, places))
  yield `${HEAD}<worksheet xmlns="${MAIN}"><sheetData><row r="1">${headers.join('')}</row>`
  let row = 1
  for (const mark of marks) {
    row++
    yield `<row r="${row}">${cells.map((cell) => cell(mark, row)).join('')}</row>`
  }
  yield '</sheetData></worksheet>'
}

function* sharedStringsXml(places: Places): Generator<string> {
  yield `${HEAD}<sst xmlns="${MAIN}">`
  for (const text of places.keys()) {
    yield `<si><t xml:space="preserve">${escaped(text)}</t></si>`
  }
  yield '</sst>'
}

function* inChunks(pieces: Iterable<string>): Generator<string> {
  let chunk = ''
  for (const piece of pieces) {
    chunk += piece
    if (chunk.length >= CHUNK_LENGTH) {
      yield chunk
      chunk = ''
    }
  }
  yield chunk
}

/** Returns a function that writes the cell of a mark in a column; it returns an empty text for an empty cell. */
function cellWriter(
  { kind, cell }: Column,
  name: string,
  places: Places,
): (mark: SheetMark, row: number) => string {
  const write = { text: textCell, integer: integerCell, day: dayCell }[kind]
  return (mark, row) => {
    const value = cell(mark)
    return value === null || value === '' ? '' : write(name + row, value, places)
  }
}

/** Returns the letter of a column. The sheet has fewer than 26 columns. */
const columnName = (place: number): string => String.fromCharCode(65 + place)

const integerCell = (reference: string, digits: string): string => `<c r="${reference}"><v>${digits}</v></c>`

/** Returns a date cell. A spreadsheet counts the days since 1899-12-30, which is correct for days from March 1900 on. */
function dayCell(reference: string, day: string): string {
  const serial = (Date.parse(day) - Date.UTC(1899, 11, 30)) / 86_400_000
  return `<c r="${reference}" s="1"><v>${serial}</v></c>`
}

function textCell(reference: string, text: string, places: Places): string {
  const place = places.get(text) ?? places.size
  places.set(text, place)
  return `<c r="${reference}" t="s"><v>${place}</v></c>`
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '\r': '&#13;' }

/** Escapes a text for XML, also the carriage return, which a parser would otherwise read as a line feed. */
const escaped = (text: string): string =>
  text.replace(/[&<>\r]/g, (character) => ENTITIES[character] as string)
