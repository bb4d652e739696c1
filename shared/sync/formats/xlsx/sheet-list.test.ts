import { describe, expect, test } from 'vitest'
import {
  buildWorkbook,
  OFFICE,
  type TestWorkbook,
  zip,
} from '../../../../test/support/sheets/build-workbook.ts'
import { readCells, withFile } from '../../../../test/support/sheets/read-workbook.ts'
import { openWorkbook } from './open-workbook.ts'

const rows = [['found'], ['it']]
const read = async (workbook: TestWorkbook) => readCells(await buildWorkbook(workbook))

/** Returns a rewrite that changes the target of a relationship. */
const retarget = (from: string, to: string) => (xml: string) =>
  xml.replace(`Target="${from}"`, `Target="${to}"`)

const relationship = (id: string, kind: string, target: string): string =>
  `<Relationships><Relationship Id="${id}" Type="${OFFICE}/${kind}" Target="${target}"/></Relationships>`

describe('the sheet is found', () => {
  test.each([
    ['by an absolute address', 'worksheets/sheet1.xml', '/xl/worksheets/sheet1.xml'],
    ['by an address with a parent folder (..)', 'worksheets/sheet1.xml', '../xl/./worksheets/sheet1.xml'],
    ['by an address in another case', 'worksheets/sheet1.xml', 'Worksheets/SHEET1.XML'],
    ['by an address with an escaped letter', 'worksheets/sheet1.xml', 'worksheets/sheet%31.xml'],
    ['through an absolute address of the workbook', 'xl/workbook.xml', '/xl/workbook.xml'],
  ])('%s', async (_, from, to) => {
    expect(await read({ rows, rewrite: retarget(from, to) })).toEqual(rows)
  })

  test('if no part is in its usual place', async () => {
    const usual = await buildWorkbook({ rows, rewrite: (xml) => xml })
    expect(await readCells(usual)).toEqual(rows)
    const parts = {
      '_rels/.rels': relationship('x', 'officeDocument', 'libro.xml'),
      'libro.xml': '<workbook xmlns:q="q"><sheets><sheet name="a" q:id="a b"/></sheets></workbook>',
      '_rels/libro.xml.rels': relationship('a b', 'worksheet', 'hoja 100%.xml'),
      'hoja 100%.xml': '<worksheet><sheetData><row><c><v>1</v></c></row></sheetData></worksheet>',
    }
    expect(await readCells(await zip(Object.entries(parts)))).toEqual([[1]])
  })

  test('in the strict form of the format', async () => {
    const rewrite = (xml: string): string =>
      xml
        .replaceAll(
          'http://schemas.openxmlformats.org/officeDocument/2006',
          'http://purl.oclc.org/ooxml/officeDocument',
        )
        .replaceAll(
          'http://schemas.openxmlformats.org/spreadsheetml/2006',
          'http://purl.oclc.org/ooxml/spreadsheetml',
        )
    expect(await read({ rows, rewrite })).toEqual(rows)
  })

  test('where a target has backslashes', async () => {
    const rewrite = (xml: string): string => xml.replace('worksheets/sheet1.xml', 'worksheets\\sheet1.xml')
    expect(await read({ rows, rewrite })).toEqual(rows)
  })

  test('where every element has a prefix', async () => {
    const rewrite = (xml: string): string =>
      xml.replaceAll(/<(\/?)(?=[A-Za-z])/g, '<$1x:').replaceAll('xmlns=', 'xmlns:x=')
    const merged = ['A1:B1']
    expect(await read({ rows, merged, rewrite })).toEqual([['found', 'found'], ['it']])
  })
})

describe('the first of several sheets', () => {
  const other = [['not'], ['this']]

  test('is the leftmost', async () => {
    expect(await read({ rows: other, sheetsBefore: [{ rows }] })).toEqual(rows)
  })

  test.each(['hidden', 'veryHidden'] as const)('is not %s', async (state) => {
    expect(await read({ rows, sheetsBefore: [{ rows: other, state }] })).toEqual(rows)
  })

  test.each(['chartsheet', 'dialogsheet', 'xlMacrosheet'])('is not a %s', async (kind) => {
    expect(await read({ rows, sheetsBefore: [{ rows: other, kind }] })).toEqual(rows)
  })

  test('is listed once, however often the workbook names it', async () => {
    const rewrite = (xml: string): string => xml.replace(/<sheet .*?\/>/, (tag) => tag.repeat(100_000))
    const bytes = await buildWorkbook({ rows: other, sheetsBefore: [{ rows }], rewrite })
    const { worksheets } = await withFile(bytes, async (path) => {
      const workbook = await openWorkbook(path)
      await workbook.close()
      return workbook
    })
    expect(worksheets.map(({ name }) => name)).toEqual(['S0', 'S1'])
  })
})

describe('a file that is not a workbook is rejected with the reason:', () => {
  const officeDocument = (target: string): string => relationship('x', 'officeDocument', target)

  test.each<[string, Record<string, string>, string]>([
    [
      'a plain archive',
      { 'a.txt': 'a' },
      'it is a zip archive without "_rels/.rels", which every workbook has',
    ],
    [
      'an OpenDocument sheet',
      { mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<a/>' },
      'it is a zip archive without "_rels/.rels", which every workbook has',
    ],
    [
      'a text document',
      { '_rels/.rels': officeDocument('word/document.xml'), 'word/document.xml': '<w:document/>' },
      'its main part is a "document", not a workbook',
    ],
    [
      'a binary workbook',
      { '_rels/.rels': officeDocument('xl/workbook.bin'), 'xl/workbook.bin': '' },
      'it is a binary workbook (.xlsb): save it as .xlsx',
    ],
    ['a package that names no main part', { '_rels/.rels': '<Relationships/>' }, 'do not name a workbook'],
    [
      'a package whose main part is missing',
      { '_rels/.rels': officeDocument('xl/a.xml') },
      'it lacks its part "xl/a.xml"',
    ],
    [
      'a workbook without relationships',
      { '_rels/.rels': officeDocument('xl/workbook.xml'), 'xl/workbook.xml': '<workbook/>' },
      'without "xl/_rels/workbook.xml.rels"',
    ],
  ])('%s', async (_, parts, words) => {
    await expect(zip(Object.entries(parts)).then(readCells)).rejects.toMatchObject({
      name: 'SyncError',
      code: 'not_a_sheet',
      message: expect.stringContaining(words),
    })
  })

  test('a workbook without its sheet', async () => {
    await expect(read({ rows, parts: { 'xl/worksheets/sheet1.xml': null } })).rejects.toMatchObject({
      code: 'not_a_sheet',
      message: 'The file is not a workbook that can be read: it lacks its part "xl/worksheets/sheet1.xml"',
    })
  })

  const long = `a\u202e${'b'.repeat(5_000)}`
  test.each<[string, Record<string, string>, string]>([
    [
      'a missing part',
      { '_rels/.rels': officeDocument(long.replace('\u202e', '\u202e&#10;')) },
      `it lacks its part "a ${'b'.repeat(37)}…"`,
    ],
    [
      'a root element',
      { '_rels/.rels': officeDocument('a.xml'), 'a.xml': `<b${'b'.repeat(5_000)}/>` },
      `its main part is a "${'b'.repeat(39)}…", not a workbook`,
    ],
    [
      'a workbook without relationships',
      { '_rels/.rels': officeDocument(long), [long]: '<workbook/>' },
      `it is a zip archive without "_rels/a${'b'.repeat(32)}…", which every workbook has`,
    ],
  ])('a name from the file is cleaned and cut to 40 characters: %s', async (_, parts, words) => {
    await expect(zip(Object.entries(parts)).then(readCells)).rejects.toMatchObject({
      code: 'not_a_sheet',
      message: `The file is not a workbook that can be read: ${words}`,
    })
  })

  test('a workbook with hidden sheets only', async () => {
    await expect(read({ rows, state: 'hidden' })).rejects.toMatchObject({
      code: 'not_a_sheet',
      message: expect.stringContaining('it has no visible worksheet'),
    })
  })
})
