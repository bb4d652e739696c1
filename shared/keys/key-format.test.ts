import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { anyCharacter } from '../../test/support/any-character.ts'
import { withoutKeys } from '../platform/logger.ts'
import { generateKey, generatePublicId, isWellFormed, secretHash } from './key-format.ts'

describe('a key', () => {
  test('is tmk_, 32 random base62 characters and 6 of checksum', () => {
    expect(generateKey()).toMatch(/^tmk_[0-9A-Za-z]{38}$/)
  })

  test('is well formed when generated, and unique', () => {
    const keys = Array.from({ length: 1_000 }, generateKey)
    expect(keys.every(isWellFormed)).toBe(true)
    expect(new Set(keys).size).toBe(keys.length)
  })

  test('is malformed with any one character changed', () => {
    const base62 = fc.constantFrom(...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz')
    fc.assert(
      fc.property(fc.integer({ min: 4, max: 41 }), base62, (place, character) => {
        const key = generateKey()
        fc.pre(key.charAt(place) !== character)
        expect(isWellFormed(key.slice(0, place) + character + key.slice(place + 1))).toBe(false)
      }),
    )
  })

  test('has no other form: any other text is malformed', () => {
    fc.assert(fc.property(fc.string({ unit: anyCharacter, maxLength: 60 }), (text) => !isWellFormed(text)))
    expect(isWellFormed(` ${generateKey()}`)).toBe(false)
    expect(isWellFormed(`${generateKey()}\n`)).toBe(false)
    expect(isWellFormed(generateKey().toUpperCase())).toBe(false)
  })

  test('is stored as 32 bytes that do not contain it', () => {
    const key = generateKey()
    expect(secretHash(key)).toHaveLength(32)
    expect(secretHash(key).toString('latin1')).not.toContain(key)
  })

  test('is hidden in any text, whole or truncated', () => {
    const key = generateKey()
    expect(withoutKeys(`a ${key} b ${key.slice(0, 12)}`)).toBe('a tmk_[hidden] b tmk_[hidden]')
  })
})

test('a public id is key_ and 12 base62 characters', () => {
  expect(generatePublicId()).toMatch(/^key_[0-9A-Za-z]{12}$/)
})
