import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CursorPosition, readCursor, writeCursor } from './cursor.ts'

const walk = { operation: 'search-brands', clase: 35, estado: 'REGISTRADA' }
const cursor = writeCursor(walk, ['2019-06-24', '1241347'])

const position = fc.array(fc.stringMatching(/^[!-~]{1,20}$/), { minLength: 1, maxLength: 4 })
const value = fc.oneof(fc.string(), fc.integer(), fc.boolean())
const request = fc.dictionary(fc.stringMatching(/^[a-z]{1,10}$/), value)

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const DAMAGED = 'cursor is damaged: send nextCursor unchanged'

describe('a cursor', () => {
  test('is read back as the position that it was written from, for the same request', () => {
    fc.assert(
      fc.property(request, position, (of, at) => {
        expect(readCursor(of, writeCursor(of, at))).toEqual(at)
      }),
    )
  })

  test('does not depend on the order of the parameters, nor on absent ones', () => {
    const same = { estado: 'REGISTRADA', q: undefined, clase: 35, operation: 'search-brands' }
    expect(readCursor(same, cursor)).toEqual(['2019-06-24', '1241347'])
  })

  test('is the same in every release, so that pagination continues after an update', () => {
    expect(cursor).toBe('MiAyWEhBcG1GVSAyMDE5LTA2LTI0IDEyNDEzNDcgNy1BQXlHSDY')
  })

  test('is short and safe in a URL', () => {
    expect(writeCursor(walk, ['9999-12-31', '9'.repeat(18)]).length).toBeLessThan(100)
    expect(cursor).toMatch(/^[A-Za-z0-9_-]+$/)
  })
})

describe('is refused:', () => {
  test('a cursor of a request with another, an additional or a missing parameter', () => {
    const refusal = 'cursor belongs to a request with other parameters'
    expect(() => readCursor({ ...walk, clase: 36 }, cursor)).toThrow(refusal)
    expect(() => readCursor({ ...walk, clase: '35' }, cursor)).toThrow(refusal)
    expect(() => readCursor({ ...walk, q: 'x' }, cursor)).toThrow(refusal)
    expect(() => readCursor({ operation: 'search-brands', clase: 35 }, cursor)).toThrow(refusal)
    expect(() => readCursor({ ...walk, operation: 'list-sync-runs' }, cursor)).toThrow(refusal)
  })

  test('a cursor of another version, with a separate reason', () => {
    // The cursor above, but with version 0 and a valid checksum.
    const older = 'MCAyWEhBcG1GVSAyMDE5LTA2LTI0IDEyNDEzNDcgcmRBOWpURzY'
    expect(() => readCursor(walk, older)).toThrow('cursor was created by another version of this service')
  })

  test('a cursor cut anywhere', () => {
    for (let length = 0; length < cursor.length; length++) {
      expect(() => readCursor(walk, cursor.slice(0, length))).toThrow(DAMAGED)
      expect(() => readCursor(walk, cursor.slice(length + 1))).toThrow(DAMAGED)
    }
  })

  test('a cursor with one character altered anywhere', () => {
    const altered = fc.tuple(
      fc.nat(cursor.length - 1),
      fc.constantFrom(...ALPHABET, '=', '+', '/', ' ', '%', 'ñ'),
    )
    fc.assert(
      fc.property(altered, ([at, letter]) => {
        fc.pre(cursor[at] !== letter)
        expect(() => readCursor(walk, cursor.slice(0, at) + letter + cursor.slice(at + 1))).toThrow(DAMAGED)
      }),
      { numRuns: 1_000 },
    )
  })

  test('any other text of any length', () => {
    const text = fc.oneof(fc.string(), fc.stringMatching(/^[A-Za-z0-9_-]{1,200}$/))
    fc.assert(
      fc.property(text, (other) => {
        expect(() => readCursor(walk, other)).toThrow(DAMAGED)
      }),
    )
    expect(() => readCursor(walk, 'A'.repeat(10_000))).toThrow(DAMAGED)
    expect(() => readCursor(walk, `${cursor}=`)).toThrow(DAMAGED)
    expect(() => readCursor(walk, ` ${cursor}`)).toThrow(DAMAGED)
  })

  test('a position that does not belong to the order of the listing, even with a valid checksum', () => {
    const isPosition = ([day, ...rest]: CursorPosition) => day === '2019-06-24' && rest.length === 1
    expect(readCursor(walk, cursor, isPosition)).toEqual(['2019-06-24', '1241347'])
    expect(() => readCursor(walk, writeCursor(walk, ['2019-06-24']), isPosition)).toThrow(DAMAGED)
    expect(() => readCursor(walk, writeCursor(walk, []), isPosition)).toThrow(DAMAGED)
  })
})
