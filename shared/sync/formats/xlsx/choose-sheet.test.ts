import { describe, expect, test } from '@jest/globals'
import {
  buildWorkbook,
  type TestCell,
  type TestSheet,
} from '../../../../test/support/sheets/build-workbook.ts'
import { readCells, withFile } from '../../../../test/support/sheets/read-workbook.ts'
import { openWorkbook } from './open-workbook.ts'

const headers = ['N° Solicitud', 'Denominación', 'Estado']
const rows = [headers, [1, 'Viña', 'Registrada']]
const more = [headers, [2, 'Fjord', 'Denegada']]

/** A workbook with these sheets from left to right. */
const withSheets = (...sheets: TestSheet[]): Promise<Buffer> =>
  buildWorkbook({ ...sheets.at(-1), sheetsBefore: sheets.slice(0, -1) })

const read = async (...sheets: TestSheet[]) => readCells(await withSheets(...sheets))

describe('a workbook is refused that has the headers of the sheet to be read', () => {
  const refusal = (one: string, other: string) => ({
    name: 'SyncError',
    code: 'not_a_sheet',
    message:
      `The first rows of the sheets ${one} and ${other} of the workbook are the same, and only one sheet ` +
      'of a file is read: save each of them as a file of its own.',
  })

  test('on the next sheet as well', async () => {
    await expect(read({ name: 'Marcas 1', rows }, { name: 'Marcas 2', rows: more })).rejects.toMatchObject(
      refusal('"Marcas 1"', '"Marcas 2"'),
    )
  })

  test('before its first row is asked for', async () => {
    await expect(withFile(await withSheets({ rows }, { rows: more }), openWorkbook)).rejects.toMatchObject(
      refusal('"S0"', '"S1"'),
    )
  })

  test('on a sheet further behind', async () => {
    const cover = { rows: [['Registro de marcas'], ['2026']] }
    await expect(read({ rows }, cover, {}, { rows: more })).rejects.toMatchObject(refusal('"S0"', '"S3"'))
  })

  test('on another row', async () => {
    const spaced = [[], [''], [...headers, null, ''], [1, 'a', 'b']]
    await expect(read({ rows }, { rows: spaced })).rejects.toMatchObject(refusal('"S0"', '"S1"'))
  })

  test('with their clean names in at most 40 characters', async () => {
    const name = `Marcas\u202e & ${'x'.repeat(5_000)}`
    await expect(read({ name, rows }, { name: '', rows: more })).rejects.toMatchObject(
      refusal(`"Marcas & ${'x'.repeat(30)}…"`, '""'),
    )
  })
})

describe('other sheets are ignored', () => {
  test.each<[string, TestSheet]>([
    [
      'with other headers',
      {
        rows: [
          ['N° Solicitud', 'Denominación', 'Tipo'],
          [1, 'a', 'b'],
        ],
      },
    ],
    [
      'with more headers',
      {
        rows: [
          [...headers, 'Tipo'],
          [1, 'a', 'b'],
        ],
      },
    ],
    ['with fewer headers', { rows: [headers.slice(0, 2), [1, 'a']] }],
    [
      'with the headers in other columns',
      {
        rows: [
          [null, ...headers],
          [null, 1, 'a', 'b'],
        ],
      },
    ],
    ['with the headers below a title', { rows: [['Marcas'], headers] }],
    ['with the headers and nothing below them', { rows: [headers] }],
    ['with nothing in them', { rows: [[], ['']] }],
    ['without rows', {}],
    ['that are hidden', { rows: more, state: 'hidden' }],
    ['that are very hidden', { rows: more, state: 'veryHidden' }],
    ['that are charts', { rows: more, kind: 'chartsheet' }],
  ])('%s', async (_, other) => {
    expect(await read({ rows }, other)).toEqual(rows)
  })

  test('that share a title in one cell, or numbers', async () => {
    const starts: TestCell[][] = [['Registro de marcas'], [2025, 2026]]
    for (const start of starts) {
      expect(await read({ rows: [start, [1]] }, { rows: [start, [2]] })).toEqual([start, [1]])
    }
  })

  test('that are the same one, named twice', async () => {
    const rewrite = (xml: string): string => xml.replace(/<sheet .*?\/>/, (tag) => tag.repeat(2))
    expect(await readCells(await buildWorkbook({ rows, rewrite }))).toEqual(rows)
  })

  test.each([
    ['is no XML', 'x'],
    ['has no rows in order', '<worksheet><sheetData><row r="2"/><row r="1"/></sheetData></worksheet>'],
  ])('whose content %s', async (_, xml) => {
    const bytes = await buildWorkbook({
      rows: [],
      sheetsBefore: [{ rows }],
      parts: { 'xl/worksheets/sheet2.xml': xml },
    })
    expect(await readCells(bytes)).toEqual(rows)
  })
})

test('only the start of another sheet is looked at', async () => {
  const start = `<row><c t="inlineStr"><is><t>other</t></is></c></row>${'<row/>'.repeat(50_000)}`
  const bytes = await buildWorkbook({
    sheetsBefore: [{ rows }],
    parts: { 'xl/worksheets/sheet2.xml': `<worksheet><sheetData>${start}<broken` },
  })
  expect(await readCells(bytes)).toEqual(rows)
})
