import { describe, expect, test } from '@jest/globals'
import { buildWorkbook, styled, type TestWorkbook } from '../../../../test/support/sheets/build-workbook.ts'
import { restate } from '../../../../test/support/sheets/damage.ts'
import { readCells } from '../../../../test/support/sheets/read-workbook.ts'

const rows = [[43_640, styled(43_640, 1), styled(43_640, 2), styled(43_640, 3)]]
const read = async (workbook: TestWorkbook) => readCells(await buildWorkbook({ rows, ...workbook }))

test('a number is a day where its own style is one of days', async () => {
  expect(await read({ formats: [14, 'dd/mm/yyyy', '0 "días"'] })).toEqual([
    [43_640, '2019-06-24', '2019-06-24', 43_640],
  ])
})

test('a time alone stays a number', async () => {
  expect(await read({ formats: [20, '[h]:mm', 'hh:mm:ss'] })).toEqual([[43_640, 43_640, 43_640, 43_640]])
})

test('in a workbook of the epoch of 1904, days are counted from there', async () => {
  const cells = [[styled(42_178), styled(0)]]
  expect(await read({ rows: cells, formats: [14], date1904: true })).toEqual([['2019-06-24', '1904-01-01']])
})

test('formats of other things than cells do not count', async () => {
  const rewrite = (xml: string): string =>
    xml
      .replace('<cellXfs>', '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>')
      .replace('</cellXfs>', '</cellXfs><dxfs><dxf><numFmt numFmtId="164" formatCode="0"/></dxf></dxfs>')
  expect(await read({ formats: ['dd/mm/yy', 1, 0], rewrite })).toEqual([
    [43_640, '2019-06-24', 43_640, 43_640],
  ])
})

test('a workbook without styles has no days', async () => {
  expect(await read({ formats: [14], parts: { 'xl/styles.xml': null } })).toEqual([
    [43_640, 43_640, 43_640, 43_640],
  ])
})

describe('styles are too large', () => {
  test('with one format more than Excel can have', async () => {
    const styles = (count: number): string =>
      `<styleSheet><cellXfs>${'<xf/>'.repeat(count)}</cellXfs></styleSheet>`
    expect(await read({ parts: { 'xl/styles.xml': styles(65_490) } })).toHaveLength(1)
    await expect(read({ parts: { 'xl/styles.xml': styles(65_491) } })).rejects.toMatchObject({
      code: 'too_large',
    })
  })

  test('when they state more than 16 megabytes', async () => {
    const bytes = restate(await buildWorkbook({ rows }), 'xl/styles.xml', 'size', 16 * 2 ** 20 + 1)
    await expect(readCells(bytes)).rejects.toMatchObject({
      code: 'too_large',
      message: 'The workbook is too large: its styles have more than 16777216 bytes',
    })
  })
})
