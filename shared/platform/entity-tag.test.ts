import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { matches } from './entity-tag.ts'

/** The characters of an opaque tag (RFC 9110, 8.8.3): commas, but no quotes or spaces. */
const inner = fc.stringMatching(/^[!#-~\x80-\xff]{0,20}$/)
const weakOrStrong = (text: string) => fc.constantFrom(`"${text}"`, `W/"${text}"`)
const tag = inner.chain(weakOrStrong)
const comma = fc.constantFrom(',', ', ', ' ,\t', ', ,')

describe('a tag matches', () => {
  test('itself, weak or strong on either side', () => {
    fc.assert(
      fc.property(
        inner.chain((text) => fc.tuple(weakOrStrong(text), weakOrStrong(text))),
        ([sent, mine]) => matches(sent, mine),
      ),
    )
  })

  test('at any position of a list', () => {
    fc.assert(
      fc.property(fc.array(tag), tag, fc.array(tag), comma, (before, mine, after, between) =>
        matches([...before, mine, ...after].join(between), mine),
      ),
    )
  })

  test('a single asterisk', () => {
    fc.assert(fc.property(tag, (mine) => matches('*', mine) && matches(' * ', mine)))
  })
})

describe('a tag does not match', () => {
  test('another tag', () => {
    fc.assert(
      fc.property(fc.uniqueArray(inner, { minLength: 2 }), comma, ([mine, ...others], between) => {
        expect(matches(others.map((text) => `"${text}"`).join(between), `W/"${mine}"`)).toBe(false)
      }),
    )
  })

  test('an absent or invalid list', () => {
    const malformed = [
      '',
      ',',
      'a',
      '"a',
      'a"',
      'w/"a"',
      'W/ "a"',
      '"a" "a"',
      '"a" b',
      '*, "a"',
      '"a", *',
      "'a'",
    ]
    expect([undefined, ...malformed].filter((sent) => matches(sent, '"a"'))).toEqual([])
  })

  test('a text without quotes', () => {
    fc.assert(fc.property(fc.string(), (text) => !matches(text.replaceAll(/["*]/g, ''), '"a"')))
  })
})

test('a comma within a tag belongs to it', () => {
  expect(matches('"a,b"', '"a,b"')).toBe(true)
  expect(matches('"a,b"', '"a"')).toBe(false)
})

test('parsing the longest accepted header takes linear time', () => {
  for (const piece of [' ', ',', ' ,', '"', '"a"', '"a",', 'W/', 'W/"', '*']) {
    expect(matches(`"a"${piece.repeat(32_000)}x`, '"a"')).toBe(false)
  }
})
