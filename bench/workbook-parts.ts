/** The parts of a workbook with one worksheet that are the same whatever is in it (ECMA-376). */

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/package/2006/relationships'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const TYPES = 'http://schemas.openxmlformats.org/package/2006/content-types'
const SPREADSHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

export const WORKSHEET = 'xl/worksheets/sheet1.xml'
export const SHARED_STRINGS = 'xl/sharedStrings.xml'

/** The cell style of a day, by its place in `cellXfs` below. */
export const DAY_STYLE = 1

const relation = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`

const override = (name: string, type: string): string =>
  `<Override PartName="/${name}" ContentType="${SPREADSHEET}.${type}+xml"/>`

const contentTypes = `${HEAD}<Types xmlns="${TYPES}">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
${override('xl/workbook.xml', 'sheet.main')}
${override(WORKSHEET, 'worksheet')}
${override('xl/styles.xml', 'styles')}
${override(SHARED_STRINGS, 'sharedStrings')}
</Types>`

const packageRelations = `${HEAD}<Relationships xmlns="${RELATIONS}">
${relation('rId1', 'officeDocument', 'xl/workbook.xml')}
</Relationships>`

const workbook = `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}">
<sheets><sheet name="Solicitudes" sheetId="1" r:id="rId1"/></sheets>
</workbook>`

const workbookRelations = `${HEAD}<Relationships xmlns="${RELATIONS}">
${relation('rId1', 'worksheet', 'worksheets/sheet1.xml')}
${relation('rId2', 'styles', 'styles.xml')}
${relation('rId3', 'sharedStrings', 'sharedStrings.xml')}
</Relationships>`

const styles = `${HEAD}<styleSheet xmlns="${MAIN}">
<numFmts count="1"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/></numFmts>
<fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="2"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>
<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs>
</styleSheet>`

/** Name and content of each. */
export const PARTS: readonly (readonly [name: string, xml: string])[] = [
  ['[Content_Types].xml', contentTypes],
  ['_rels/.rels', packageRelations],
  ['xl/workbook.xml', workbook],
  ['xl/_rels/workbook.xml.rels', workbookRelations],
  ['xl/styles.xml', styles],
]

/** The element that holds the rows, and the one that holds the texts: what comes before and after them. */
export const SHEET_DATA = [
  `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>`,
  '</sheetData></worksheet>',
] as const
export const TEXTS = [`${HEAD}<sst xmlns="${MAIN}">`, '</sst>'] as const
