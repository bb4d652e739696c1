import { describe, expect, test } from '@jest/globals'
import { readCount, readMarks } from './options.ts'

describe('--marks', () => {
  test.each([
    ['1', 1],
    ['5000', 5_000],
    ['5000000', 5_000_000],
  ])('takes %s', (text, marks) => {
    expect(readMarks(text)).toBe(marks)
  })

  test.each([
    '0',
    '007',
    '-1',
    '5000001',
    '10000000',
    '1_000',
    '1,000',
    '1.000',
    '1e6',
    '1000.0',
    ' 5',
    '٥',
    '',
  ])('refuses "%s" in a sentence', (text) => {
    expect(() => readMarks(text)).toThrow('It is a whole number from 1 to 5000000, in digits alone.')
  })
})

describe('--seconds and --rounds', () => {
  test('take 1 to 9999', () => {
    expect([readCount('1'), readCount('9999')]).toEqual([1, 9_999])
  })

  test.each(['0', '10000', '1.5', 'x', ''])('refuse "%s" in a sentence', (text) => {
    expect(() => readCount(text)).toThrow('It is a whole number from 1 to 9999.')
  })
})
