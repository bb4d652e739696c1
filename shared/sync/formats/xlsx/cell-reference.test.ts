import fc from 'fast-check'
import { expect, test } from 'vitest'
import { columnName } from '../../../../test/support/sheets/build-workbook.ts'
import { columnOf, readRange } from './cell-reference.ts'

test.each([
  ['A1', 0],
  ['Z9', 25],
  ['AA1', 26],
  ['AB7', 27],
  ['XFD1048576', 16_383],
])('the column of %s is %d', (reference, column) => {
  expect(columnOf(reference)).toBe(column)
})

test('every column of Excel is read back from its name', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 16_383 }), (column) => {
      expect(columnOf(`${columnName(column)}1`)).toBe(column)
    }),
  )
})

test.each(['XFE1', 'ZZZ1', 'A'.repeat(100_000)])('the column of %.9s is refused', (reference) => {
  expect(() => columnOf(reference)).toThrow('it has more than 16384 columns')
})

test.each(['', '1', 'a1', '$A$1', 'Ñ1'])('%s names no column', (reference) => {
  expect(() => columnOf(reference)).toThrow('does not state its column')
})

test('a range is read as its four edges, and a single cell as a range of one cell', () => {
  expect(readRange('B2:D10')).toEqual({ top: 2, left: 1, bottom: 10, right: 3 })
  expect(readRange('C3')).toEqual({ top: 3, left: 2, bottom: 3, right: 2 })
})

test.each(['B2:A2', 'A3:A2'])('%s is a range that ends before it begins', (reference) => {
  expect(() => readRange(reference)).toThrow('a range of merged cells ends before it begins')
})

test.each(['A0:A2', 'A:B', '1:2', 'A1:A1048577', '', 'A1:', 'A1:A2x'])(
  '%s is not a range of a sheet',
  (reference) => {
    expect(() => readRange(reference)).toThrow('does not name cells of the sheet')
  },
)
