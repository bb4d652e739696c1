import { describe, expect, test } from '@jest/globals'
import { type CellContext, cellValue } from './cell-value.ts'

const context: CellContext = { sharedTexts: ['uno', '', 'dos'], dateStyles: new Set(['1']), epoch: 1900 }

const read = (type: string | undefined, raw: string, style?: string) =>
  cellValue({ type, style, raw }, context)

test.each([
  ['a number', undefined, '12.5', 12.5],
  ['a number that says so', 'n', '-1E-3', -0.001],
  ['a shared text', 's', '2', 'dos'],
  ['an empty shared text', 's', '1', null],
  ['a text of its own', 'inlineStr', 'tres', 'tres'],
  ['the text of a formula', 'str', 'a_x000D_b', 'a\rb'],
  ['true', 'b', '1', 'TRUE'],
  ['true in words', 'b', 'true', 'TRUE'],
  ['false', 'b', '0', 'FALSE'],
  ['an error', 'e', '#N/A', null],
  ['a day', 'd', '2019-06-24', '2019-06-24'],
  ['an instant', 'd', '2019-06-24T10:30:00.000Z', '2019-06-24'],
  ['a time alone', 'd', 'T10:30:00', 'T10:30:00'],
  ['a number that is none', 'n', 'abc', 'abc'],
  ['a number beyond all numbers', 'n', '1E400', '1E400'],
  ['blanks for a number', 'n', '  ', null],
])('%s is read as it is meant', (_, type, raw, value) => {
  expect(read(type, raw)).toBe(value)
})

test.each([undefined, 'n', 's', 'str', 'b', 'd', 'e', 'inlineStr'])(
  'nothing at all is null in type %s',
  (type) => {
    expect(read(type, '')).toBeNull()
  },
)

test.each(['3', '-1', '0.5', 'x', '__proto__', 'length'])('there is no shared text %s', (place) => {
  expect(() => read('s', place)).toThrow('names a shared text that it does not hold')
})

describe('a number in a style of days', () => {
  test('is its day, without the time', () => {
    expect(read('n', '43640.75', '1')).toBe('2019-06-24')
  })

  test('is counted from the epoch of the workbook', () => {
    const cell = { type: 'n', style: '1', raw: '42178' }
    expect(cellValue(cell, { ...context, epoch: 1904 })).toBe('2019-06-24')
  })

  test.each([-1, 0, 60, 2_958_466])('stays a number where it is no day: %d', (serial) => {
    expect(read('n', `${serial}`, '1')).toBe(serial)
  })

  test('is a number in another style', () => {
    expect([read('n', '43640', '0'), read('n', '43640', '99')]).toEqual([43_640, 43_640])
  })
})
