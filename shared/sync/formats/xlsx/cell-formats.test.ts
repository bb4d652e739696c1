import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildWorkbook, styled, type TestWorkbook } from '../../../../test/support/sheets/build-workbook.ts'
import { restate } from '../../../../test/support/sheets/damage.ts'
import { readCells, readRows } from '../../../../test/support/sheets/read-workbook.ts'
import { formOf, isDateCode } from './cell-formats.ts'

const rows = [[43_640, styled(43_640, 1), styled(43_640, 2), styled(43_640, 3)]]
const read = async (workbook: TestWorkbook) => readCells(await buildWorkbook({ rows, ...workbook }))

test('a number is a day if its own style has a date format', async () => {
  expect(await read({ formats: [14, 'dd/mm/yyyy', '0 "días"'] })).toEqual([
    [43_640, '2019-06-24', '2019-06-24', 43_640],
  ])
})

test('a number with a time format stays a number', async () => {
  expect(await read({ formats: [20, '[h]:mm', 'hh:mm:ss'] })).toEqual([[43_640, 43_640, 43_640, 43_640]])
})

test('days are counted from 1904 in a workbook with that epoch', async () => {
  const cells = [[styled(42_178), styled(0)]]
  expect(await read({ rows: cells, formats: [14], date1904: true })).toEqual([['2019-06-24', '1904-01-01']])
})

test('formats that do not belong to cells are ignored', async () => {
  const rewrite = (xml: string): string =>
    xml
      .replace('<cellXfs>', '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs>')
      .replace('</cellXfs>', '</cellXfs><dxfs><dxf><numFmt numFmtId="164" formatCode="0"/></dxf></dxfs>')
  expect(await read({ formats: ['dd/mm/yy', 1, 0], rewrite })).toEqual([
    [43_640, '2019-06-24', 43_640, 43_640],
  ])
})

describe('a cell is shown', () => {
  const font = (content: string, fill = 'none') => {
    const look = `<fonts><font/><font>${content}</font></fonts><fills><fill><patternFill patternType="${fill}"/></fill></fills>`
    const rewrite = (xml: string): string =>
      xml
        .replace('<numFmts>', `${look}<numFmts>`)
        .replace('<xf numFmtId="14"', '<xf numFmtId="14" fontId="1" fillId="0"')
    const text = (reference: string) => `<c r="${reference}" s="1" t="str"><v>Viña</v></c>`
    return buildWorkbook({ rows: [['Fiordo', text, styled(43_640)]], formats: [14], rewrite }).then(readRows)
  }

  test.each([
    ['crossed out', '<strike/>', 'solid'],
    ['white', '<color rgb="FFFFFFFF"/>', 'none'],
    ['white', '<color theme="0"/>', 'none'],
  ])('%s by its font: %s', async (form, content, fill) => {
    const [row] = await font(content, fill)
    expect(row?.cells.slice(0, 2)).toEqual(['Fiordo', 'Viña'])
    expect(row?.formatted).toEqual(new Map([1, 2].map((column) => [column, form])))
  })

  test.each([
    ['<strike val="0"/>', 'none'],
    ['<color rgb="FFFFFFFF"/>', 'solid'],
    ['<color theme="0" tint="-0.5"/>', 'none'],
    ['<color rgb="FF000000"/>', 'none'],
  ])('normally otherwise: %s on a fill %s', async (content, fill) => {
    const [row] = await font(content, fill)
    expect(row?.formatted).toEqual(new Map([[2, 'date']]))
  })
})

test('a workbook without styles has no days', async () => {
  expect(await read({ formats: [14], parts: { 'xl/styles.xml': null } })).toEqual([
    [43_640, 43_640, 43_640, 43_640],
  ])
})

describe('styles are too large', () => {
  test('with more formats than Excel allows', async () => {
    const styles = (count: number): string =>
      `<styleSheet><cellXfs>${'<xf/>'.repeat(count)}</cellXfs></styleSheet>`
    expect(await read({ parts: { 'xl/styles.xml': styles(65_490) } })).toHaveLength(1)
    await expect(read({ parts: { 'xl/styles.xml': styles(65_491) } })).rejects.toMatchObject({
      code: 'too_large',
    })
  })

  test('when they declare more than 16 MiB', async () => {
    const bytes = restate(await buildWorkbook({ rows }), 'xl/styles.xml', 'size', 16 * 2 ** 20 + 1)
    await expect(readCells(bytes)).rejects.toMatchObject({
      code: 'too_large',
      message: 'The workbook is too large: its styles have more than 16777216 bytes',
    })
  })
})

describe('a format code shows a day', () => {
  test.each([
    'dd/mm/yyyy',
    'DD-MM-YYYY',
    'yyyy-mm-dd hh:mm:ss',
    'd',
    'mmm-yy',
    'mmmm',
    '[$-340A]dddd d" de "mmmm" de "yyyy;@',
    '[$-F800]dddd\\,\\ mmmm\\ dd\\,\\ yyyy',
    '[Red]dd/mm/aaaa',
    'yyyy"年"m"月"d"日"',
  ])('%s', (code) => {
    expect(isDateCode(code)).toBe(true)
  })
})

describe('a format code shows no day', () => {
  test.each([
    'General',
    '0.00',
    '#,##0.00\\ [$USD]',
    '[Red]0;[Blue]-0',
    '[$$-340A]#,##0',
    '0 "días y meses"',
    '0\\d',
    '0_d*m',
    '#,##0_ ;[Red]\\-#,##0\\ ',
    '0.00E+00',
    '@',
    'h:mm',
    'hh:mm:ss AM/PM',
    '[h]:mm',
    '[mm]:ss',
    '[mm]',
    'mm:ss.0',
  ])('%s', (code) => {
    expect(isDateCode(code)).toBe(false)
  })
})

test('a format that shows only digits has no form; other number formats have the form "other"', () => {
  const forms = ['General', 'GENERAL', '0', '@', '0.00', '#,##0', '0%', 'h:mm', '"N° "0', '00000'].map(
    (code) => formOf(164, new Map([[164, code]])),
  )
  expect(forms).toEqual([...Array(4).fill(undefined), ...Array(6).fill('other')])
  expect([0, 1, 49, 164].map((id) => formOf(id, new Map()))).toEqual(Array(4).fill(undefined))
})

test('many unpaired quotes or brackets do not take long', () => {
  expect(isDateCode('['.repeat(1_000_000))).toBe(false)
  expect(isDateCode('"'.repeat(999_999))).toBe(false)
})

test('quoted text never makes a number a day', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(isDateCode(`0 "${text.replaceAll('"', '')}"`)).toBe(false)
    }),
  )
})

describe('a built-in format', () => {
  test.each([14, 15, 16, 17, 22, 27, 31, 36, 50, 58])('%d shows a day', (id) => {
    expect(formOf(id, new Map())).toBe('date')
  })

  test.each([0, 1, 2, 9, 13, 18, 19, 20, 21, 23, 32, 33, 37, 45, 46, 47, 49, 59, 164])(
    '%d shows no day',
    (id) => {
      expect(formOf(id, new Map())).not.toBe('date')
    },
  )

  test('is overridden by a format that the workbook defines under the same number', () => {
    const defined = new Map([
      [14, '0.00'],
      [1, 'dd/mm/yy'],
    ])
    expect([formOf(14, defined), formOf(1, defined)]).toEqual(['other', 'date'])
  })
})
