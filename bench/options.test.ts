import { describe, expect, test } from '@jest/globals'
import { readCount, readMarks, readPart, readSearches } from './options.ts'

describe('a part', () => {
  const read = readPart(['sheets', 'search'])

  test('is one that there is, behind those that were named before it', () => {
    expect(read('search', read('sheets'))).toEqual(['sheets', 'search'])
  })

  test('that there is not gets those that there are, and the one that was meant', () => {
    expect(() => read('serch')).toThrow('Did you mean search? The parts are sheets, search.')
    expect(() => read('x')).toThrow(/^The parts are/)
  })
})

describe('--marks', () => {
  test.each([
    ['1', 1],
    ['5000', 5_000],
    ['10000000', 10_000_000],
  ])('takes %s', (text, marks) => {
    expect(readMarks(text)).toBe(marks)
  })

  test.each([
    '0',
    '007',
    '-1',
    '10000001',
    '100000000',
    '1_000',
    '1,000',
    '1.000',
    '1e6',
    '1000.0',
    ' 5',
    '٥',
    '',
  ])('refuses "%s" in a sentence', (text) => {
    expect(() => readMarks(text)).toThrow('It must be a whole number from 1 to 10,000,000, in digits alone.')
  })
})

describe('--seconds and --rounds', () => {
  test('take 1 to 9999', () => {
    expect([readCount('1'), readCount('9999')]).toEqual([1, 9_999])
  })

  test.each(['0', '10000', '1.5', 'x', ''])('refuse "%s" in a sentence', (text) => {
    expect(() => readCount(text)).toThrow('It must be a whole number from 1 to 9,999.')
  })
})

describe('--searches', () => {
  test('takes 10 to 9999999', () => {
    expect([readSearches('10'), readSearches('9999999')]).toEqual([10, 9_999_999])
  })

  test.each(['9', '010', '10000000', '1e3', ''])('refuses "%s" in a sentence', (text) => {
    expect(() => readSearches(text)).toThrow('It must be a whole number from 10 to 9,999,999.')
  })
})
