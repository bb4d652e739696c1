import { buffer } from 'node:stream/consumers'
import yazl from 'yazl'

/** A cell to write: a text becomes a shared string, null is omitted, a function returns its own XML. */
export type TestCell = string | number | null | ((reference: string) => string)

export interface TestSheet {
  rows?: readonly (readonly TestCell[])[]
  merged?: readonly string[]
  state?: 'visible' | 'hidden' | 'veryHidden'
  /** The name on its tab; default: `S` and its position. */
  name?: string
  /** The last word of its relationship's type. */
  kind?: string
}

export interface TestWorkbook extends TestSheet {
  /** Number formats by their built-in id or their code: style 1 of a cell is the first of them. */
  formats?: readonly (number | string)[]
  date1904?: boolean
  /** Sheets before the sheet with the rows. */
  sheetsBefore?: readonly TestSheet[]
  /** The contents of parts, or null for a missing part. */
  parts?: Readonly<Record<string, string | null>>
  /** Changes the XML of every part before it is written. */
  rewrite?: (xml: string, part: string) => string
  isStored?: boolean
}

export const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006/relationships'
const FIRST_OWN_FORMAT = 164

/** Returns a number cell in one of the formats of the workbook. */
export const styled =
  (value: number, style = 1): TestCell =>
  (reference) =>
    `<c r="${reference}" s="${style}"><v>${value}</v></c>`

/** Returns a cell with this type and XML content. */
export const typed =
  (type: string, content: string): TestCell =>
  (reference) =>
    `<c r="${reference}" t="${type}">${content}</c>`

/** Builds a minimal workbook, and returns the bytes of its file. */
export async function buildWorkbook(workbook: TestWorkbook): Promise<Buffer> {
  return await zip(Object.entries({ ...partsOf(workbook), ...workbook.parts }), workbook)
}

/** Returns a zip archive of texts. */
export async function zip(
  parts: readonly (readonly [name: string, text: string | null])[],
  { isStored = false, rewrite = (text) => text }: Pick<TestWorkbook, 'isStored' | 'rewrite'> = {},
): Promise<Buffer> {
  const file = new yazl.ZipFile()
  for (const [name, text] of parts) {
    if (text !== null) {
      file.addBuffer(Buffer.from(rewrite(text, name)), name, { compress: !isStored, mtime: new Date(0) })
    }
  }
  file.end()
  return await buffer(file.outputStream)
}

function partsOf(workbook: TestWorkbook): Record<string, string> {
  const sheets = [...(workbook.sheetsBefore ?? []), workbook]
  const texts: string[] = []
  const sheetParts = sheets.map((sheet, place) => [sheetPath(place), sheetXml(sheet, texts)])
  return {
    '_rels/.rels': relationships([['officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': workbookXml(sheets, workbook.date1904 ?? false),
    'xl/_rels/workbook.xml.rels': relationships([
      ...sheets.map(({ kind = 'worksheet' }, place) => [kind, `worksheets/sheet${place + 1}.xml`] as const),
      ['styles', 'styles.xml'],
      ['sharedStrings', 'sharedStrings.xml'],
    ]),
    'xl/styles.xml': stylesXml(workbook.formats ?? []),
    ...Object.fromEntries(sheetParts),
    'xl/sharedStrings.xml': element(
      'sst',
      texts.map((text) => `<si><t>${escapeText(text)}</t></si>`),
    ),
  }
}

const sheetPath = (place: number): string => `xl/worksheets/sheet${place + 1}.xml`

const element = (name: string, content: readonly string[]): string =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<${name} xmlns="${MAIN}">${content.join('')}</${name}>`

const relationships = (targets: readonly (readonly [kind: string, target: string])[]): string =>
  `<Relationships xmlns="${PACKAGE}">${targets
    .map(
      ([kind, target], place) =>
        `<Relationship Id="rId${place + 1}" Type="${OFFICE}/${kind}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`

const workbookXml = (sheets: readonly TestSheet[], date1904: boolean): string =>
  element('workbook', [
    date1904 ? '<workbookPr date1904="1"/>' : '<workbookPr/>',
    '<sheets>',
    ...sheets.map(
      ({ state = 'visible', name }, place) =>
        `<sheet xmlns:r="${OFFICE}" name="${escapeText(name ?? `S${place}`)}" sheetId="${place + 1}" state="${state}"` +
        ` r:id="rId${place + 1}"/>`,
    ),
    '</sheets>',
  ])

function stylesXml(formats: readonly (number | string)[]): string {
  const own = formats.filter((format) => typeof format === 'string')
  const ids = formats.map((format) =>
    typeof format === 'string' ? FIRST_OWN_FORMAT + own.indexOf(format) : format,
  )
  return element('styleSheet', [
    '<numFmts>',
    ...own.map(
      (code, place) => `<numFmt numFmtId="${FIRST_OWN_FORMAT + place}" formatCode="${escapeText(code)}"/>`,
    ),
    '</numFmts><cellStyleXfs><xf numFmtId="0"/></cellStyleXfs><cellXfs><xf numFmtId="0"/>',
    ...ids.map((id) => `<xf numFmtId="${id}"/>`),
    '</cellXfs>',
  ])
}

function sheetXml({ rows = [], merged = [] }: TestSheet, texts: string[]): string {
  const merges = merged.map((reference) => `<mergeCell ref="${reference}"/>`)
  return element('worksheet', [
    '<sheetData>',
    ...rows.map((cells, place) => rowXml(cells, place + 1, texts)),
    '</sheetData>',
    ...(merges.length > 0 ? ['<mergeCells>', ...merges, '</mergeCells>'] : []),
  ])
}

const rowXml = (cells: readonly TestCell[], row: number, texts: string[]): string =>
  `<row r="${row}">${cells.map((cell, column) => cellXml(cell, columnName(column) + row, texts)).join('')}</row>`

function cellXml(cell: TestCell, reference: string, texts: string[]): string {
  if (cell === null) {
    return ''
  }
  if (typeof cell === 'function') {
    return cell(reference)
  }
  return typeof cell === 'number'
    ? `<c r="${reference}"><v>${cell}</v></c>`
    : `<c r="${reference}" t="s"><v>${texts.push(cell) - 1}</v></c>`
}

/** Returns the name of a column: `A` for 0, `AB` for 27. */
export const columnName = (column: number): string =>
  (column < 26 ? '' : columnName(Math.floor(column / 26) - 1)) + String.fromCharCode(65 + (column % 26))

/**
 * Escapes a text as Excel does: a character that XML cannot contain or would change becomes `_xHHHH_`, as does the
 * underscore of a literal `_xHHHH_`.
 */
export const escapeText = (text: string): string =>
  text
    .replaceAll(/_(?=x[0-9a-f]{4}(_|[^\t\n\u0020-\ud7ff\ue000-\ufffd]))/gi, '_x005F_')
    .replaceAll(/[^\t\n\u0020-\ud7ff\ue000-\ufffd]/g, codeOf)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')

const codeOf = (unit: string): string =>
  `_x${unit.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`
