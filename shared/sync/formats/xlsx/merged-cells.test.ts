import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { buildWorkbook, type TestCell, typed } from '../../../../test/support/sheets/build-workbook.ts'
import { readCells, readRows } from '../../../../test/support/sheets/read-workbook.ts'
import type { Cell } from '../../values/cell.ts'
import { readRange } from './cell-reference.ts'
import { mergedCellFiller, withoutRows } from './merged-cells.ts'

const read = async (rows: TestCell[][], ...merged: string[]): Promise<(readonly Cell[])[]> =>
  readCells(await buildWorkbook({ rows, merged }))

describe('a merged cell', () => {
  test('has its value in each of its rows', async () => {
    expect(
      await read(
        [
          ['n', 'c'],
          [100, 29],
          [null, 30],
          [null, 35],
          [101, 9],
        ],
        'A2:A4',
      ),
    ).toEqual([
      ['n', 'c'],
      [100, 29],
      [100, 30],
      [100, 35],
      [101, 9],
    ])
  })

  test('has its value in each of its columns', async () => {
    expect(await read([[null, 'title', null, null]], 'B1:D1')).toEqual([[null, 'title', 'title', 'title']])
  })

  test('fills a block, also after the last cell of a row', async () => {
    expect(await read([['a', null, 1], [null, null, 2], [3]], 'A1:B2')).toEqual([
      ['a', 'a', 1],
      ['a', 'a', 2],
      [3],
    ])
    expect(await read([[1, 'a'], [2]], 'B1:C2')).toEqual([
      [1, 'a', 'a'],
      [2, 'a', 'a'],
    ])
  })

  test('without a value leaves its other cells empty', async () => {
    expect(
      await read(
        [
          [null, 1],
          [null, 2],
        ],
        'A1:A2',
      ),
    ).toEqual([
      [null, 1],
      [null, 2],
    ])
  })

  test('does not replace a value within its range', async () => {
    expect(await read([['a'], ['b']], 'A1:A2')).toEqual([['a'], ['b']])
  })

  test('does not add a row without other values, whether or not the file has that row', async () => {
    const empty = typed('s', '')
    const bytes = await buildWorkbook({ rows: [['a', 1], [empty], [], [null, 2]], merged: ['A1:A9'] })
    expect(await readRows(bytes)).toEqual([
      { number: 1, cells: ['a', 1] },
      { number: 4, cells: ['a', 2] },
    ])
  })

  test('whose first row is not in the file has no value', async () => {
    const rewrite = (xml: string): string => xml.replace('<row r="1"></row>', '')
    expect(
      await readCells(await buildWorkbook({ rows: [[], [null, 1]], merged: ['A1:A2'], rewrite })),
    ).toEqual([[null, 1]])
  })

  test('may be listed in any order', async () => {
    expect(
      await read(
        [
          ['a', 1],
          [null, 2],
          ['b', 3],
          [null, 4],
        ],
        'A3:A4',
        'A1:A2',
      ),
    ).toEqual([
      ['a', 1],
      ['a', 2],
      ['b', 3],
      ['b', 4],
    ])
  })
})

test('two million merged cells are read, and one more is too large', async () => {
  const bytes = (last: string): Promise<Buffer> =>
    buildWorkbook({ rows: [['a']], merged: ['A1:B1000000', last].filter((range) => range !== '') })
  expect(await readCells(await bytes(''))).toEqual([['a', 'a']])
  await expect(bytes('D1').then(readRows)).rejects.toMatchObject({
    code: 'too_large',
    message: 'The workbook is too large: more than 2000000 of its cells are merged',
  })
})

test('an invalid range of merged cells is refused', async () => {
  const bytes = await buildWorkbook({ rows: [['a']], merged: ['A1:nowhere'] })
  await expect(readRows(bytes)).rejects.toMatchObject({ code: 'not_a_sheet' })
})

test('filling row by row gives the same cells as filling the whole sheet', () => {
  const sheet = fc.array(fc.array(fc.constantFrom<Cell>(null, 1, 'a'), { maxLength: 5 }), { maxLength: 8 })
  fc.assert(
    fc.property(sheet, fc.integer({ min: 1, max: 8 }), fc.integer({ min: 0, max: 7 }), (rows, top, more) => {
      const range = { ...readRange('B1:D1'), top, bottom: top + more }
      const fill = mergedCellFiller([range])
      const filled = rows.map((cells, place) => {
        const copy = [...cells]
        fill(place + 1, copy)
        return copy
      })
      const value = rows[top - 1]?.[1] ?? null
      for (const [place, cells] of filled.entries()) {
        const isCovered = place + 1 >= top && place + 1 <= range.bottom
        const wanted = [0, 1, 2, 3, 4].map(
          (column) => rows[place]?.[column] ?? (isCovered && column >= 1 && column <= 3 ? value : null),
        )
        expect([...cells, null, null, null, null, null].slice(0, 5)).toEqual(wanted)
      }
    }),
  )
})

async function* chunksOf(text: string, sizes: readonly number[]): AsyncGenerator<Buffer> {
  const bytes = Buffer.from(text)
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1
    yield bytes.subarray(at, at + size)
    at += size
  }
}

async function cut(text: string, sizes: readonly number[] = [7]): Promise<string> {
  let found = ''
  for await (const bytes of withoutRows(chunksOf(text, sizes))) {
    found += bytes.toString('latin1')
  }
  return found
}

test.each([
  ['<w><sheetData><row/></sheetData><m/></w>', '<w><sheetData></sheetData><m/></w>'],
  ['<x:w><x:sheetData a="1"><x:row/></x:sheetData ></x:w>', '<x:w><x:sheetData a="1"></x:sheetData ></x:w>'],
  ['<w><sheetData></sheetData></w>', '<w><sheetData></sheetData></w>'],
  ['<w><sheetData/><m/></w>', '<w><sheetData/><m/></w>'],
  ['<w><sheetDataX><row/></sheetDataX></w>', '<w><sheetDataX><row/></sheetDataX></w>'],
  ['<w codeName="sheetData"><m/></w>', '<w codeName="sheetData"><m/></w>'],
  ['', ''],
])('the rows of %s are cut out at any chunk size', async (xml, rest) => {
  const sizes = fc.array(fc.integer({ min: 1, max: xml.length + 1 }), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(sizes, async (chosen) => {
      expect(await cut(xml, chosen)).toBe(rest)
    }),
  )
})

test('sheet data without an end tag stays without it', async () => {
  expect(await cut('<w><sheetData><row/></w>')).not.toContain('</sheetData')
})

test('a tag that never ends is not kept in memory', async () => {
  const xml = `<sheetData ${'x'.repeat(20_000)}`
  expect(await cut(xml, [1_000])).toBe(xml)
})
