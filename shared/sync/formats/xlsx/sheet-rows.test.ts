import { describe, expect, test } from 'vitest'
import { buildWorkbook } from '../../../../test/support/sheets/build-workbook.ts'
import { withLimits } from '../../../../test/support/sheets/lower-limits.ts'
import { firstRows, readCells, readRows, withFile } from '../../../../test/support/sheets/read-workbook.ts'
import { LIMITS } from './limits.ts'
import { openWorkbook } from './open-workbook.ts'

/** Returns a workbook whose sheet has these rows, given as XML. */
const withRows = (xml: string): Promise<Buffer> =>
  buildWorkbook({
    parts: { 'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${xml}</sheetData></worksheet>` },
  })

const cells = async (xml: string) => readCells(await withRows(xml))
const rows = async (xml: string) => readRows(await withRows(xml))

describe('a cell', () => {
  test('may contain its text inline, as one element or as runs', async () => {
    const inline = (content: string): string => `<c t="inlineStr"><is>${content}</is></c>`
    const runs = '<r><t>b</t></r><r><t>c</t></r><rPh><t>no</t></rPh>'
    expect(
      await cells(`<row>${inline('<t>a</t>')}${inline(runs)}${inline('<t/>')}${inline('<t>d</t>')}</row>`),
    ).toEqual([['a', 'bc', null, 'd']])
  })

  test('with a formula has its stored value, which may be an empty text', async () => {
    const stored = '<c t="str"><f>A1&amp;"x"</f><v>uno</v></c><c><f>1+1</f><v>2</v></c>'
    const empty = '<c t="str"><f>""</f><v></v></c>'
    expect(await rows(`<row>${stored}${empty}<c><v>3</v></c></row>`)).toEqual([
      { number: 1, cells: ['uno', 2, null, 3] },
    ])
  })

  test('with a formula and no stored value, or with an error, is unreadable', async () => {
    const missing = ['<c><f>1+2</f></c>', '<c><f>1+2</f><v></v></c>', '<c t="str"><f>""</f></c>'].join('')
    expect(await rows(`<row>${missing}<c t="e"><v>#N/A</v></c></row>`)).toEqual([
      {
        number: 1,
        cells: [null, null, null, null],
        unreadable: new Map([
          [0, 'its formula has no stored value'],
          [1, 'its formula has no stored value'],
          [2, 'its formula has no stored value'],
          [3, 'it holds the error "#N/A"'],
        ]),
      },
    ])
  })

  test('without a reference follows the previous cell', async () => {
    expect(
      await cells(
        '<row><c r="B1"><v>1</v></c><c><v>2</v></c><c r="F1"><v>3</v></c><c/><c><v>4</v></c></row>',
      ),
    ).toEqual([[null, 1, 2, null, null, 3, null, 4]])
  })

  test('without a value is left out after the last value of the row', async () => {
    expect(
      await cells('<row><c r="A1"><v>1</v></c><c r="Z1" s="4"/><c r="AA1" t="str"><v></v></c></row>'),
    ).toEqual([[1]])
  })

  test('beyond the last column of Excel is rejected, with and without a reference', async () => {
    expect((await cells('<row><c r="XFD1"><v>1</v></c></row>'))[0]).toHaveLength(16_384)
    for (const beyond of ['<c r="XFE1"><v>1</v></c>', '<c r="XFD1"/><c><v>1</v></c>']) {
      await expect(cells(`<row>${beyond}</row>`)).rejects.toMatchObject({ code: 'too_large' })
    }
  })

  test('with more characters than Excel allows is unreadable', async () => {
    const text = (length: number): string => `<row><c t="str"><v>${'x'.repeat(length)}</v></c></row>`
    expect(await cells(text(32_767))).toHaveLength(1)
    expect(await rows(text(32_768))).toEqual([
      { number: 1, cells: [null], unreadable: new Map([[0, 'it has more than 32,767 characters']]) },
    ])
  })
})

describe('a row', () => {
  const one = '<c><v>1</v></c>'

  test('without a number follows the previous row', async () => {
    expect(await rows(`<row>${one}</row><row r="7">${one}</row><row>${one}</row>`)).toEqual([
      { number: 1, cells: [1] },
      { number: 7, cells: [1] },
      { number: 8, cells: [1] },
    ])
  })

  test('without values is left out, but counted', async () => {
    expect(await rows(`<row/><row><c s="1"/></row><row><c t="s"/></row><row>${one}</row>`)).toEqual([
      { number: 4, cells: [1] },
    ])
  })

  test.each(['1', '0', '-1', '1.5', 'x', ''])(
    'with the number "%s" after row 1 is refused',
    async (number) => {
      await expect(rows(`<row>${one}</row><row r="${number}">${one}</row>`)).rejects.toMatchObject({
        code: 'not_a_sheet',
        message: 'The file is not a workbook that can be read: its rows are not in order after row 1',
      })
    },
  )

  test('beyond the last row of Excel is refused', async () => {
    expect(await rows(`<row r="1048576">${one}</row>`)).toEqual([{ number: 1_048_576, cells: [1] }])
    await expect(rows(`<row r="1048576"/><row>${one}</row>`)).rejects.toMatchObject({ code: 'too_large' })
  })
})

test('a sheet whose rows have one cell in the last column is refused after the maximum number of cells', async () => {
  expect(LIMITS.cells).toBe(100_000_000)
  const bytes = await withRows('<row><c r="XFD1"><v>1</v></c></row>'.repeat(62))
  const cells = 61 * 16_384
  expect(await withLimits({ cells: 62 * 16_384 }, () => readRows(bytes))).toHaveLength(62)
  await expect(withLimits({ cells }, () => readRows(bytes))).rejects.toMatchObject({
    code: 'too_large',
    message: `The workbook is too large: it has more than ${cells} cells`,
  })
})

test('rows with one cell in the last column come in small batches, complete and in order', async () => {
  const bytes = await withRows('<row><c r="XFD1"><v>1</v></c></row>'.repeat(300))
  await withFile(bytes, async (path) => {
    const sheet = await openWorkbook(path)
    const numbers: number[] = []
    for await (const rows of firstRows(sheet)) {
      expect(rows.length).toBeLessThan(150)
      numbers.push(...rows.map(({ number }) => number))
    }
    await sheet.close()
    expect(numbers).toEqual(Array.from({ length: 300 }, (_, place) => place + 1))
  })
})

test('a row element outside the sheet data is ignored', async () => {
  const sheet = `<worksheet><row><c><v>0</v></c></row><sheetData><row><c><v>1</v></c></row></sheetData>
    <extLst><row r="9"><c><v>2</v></c></row></extLst></worksheet>`
  expect(await readRows(await buildWorkbook({ parts: { 'xl/worksheets/sheet1.xml': sheet } }))).toEqual([
    { number: 1, cells: [1] },
  ])
})

test('a sheet without rows has none', async () => {
  expect(await rows('')).toEqual([])
  const sheet = '<worksheet><sheetData/></worksheet>'
  expect(await readRows(await buildWorkbook({ parts: { 'xl/worksheets/sheet1.xml': sheet } }))).toEqual([])
})
