import { expect, test } from '@jest/globals'
import { generateKey } from '../keys/key-format.ts'
import { hideKeys } from './logger.ts'

const written = (value: unknown): string => JSON.stringify(value, hideKeys)

test('a key is written neither as a value nor as a name, however deep it stands', () => {
  const key = generateKey()
  expect(written({ [key]: [{ deep: `X-API-Key: ${key}`, [`?${key}=1`]: null }] })).toBe(
    '{"tmk_[hidden]":[{"deep":"X-API-Key: tmk_[hidden]","?tmk_[hidden]=1":null}]}',
  )
})

test('what is no key is written as it is', () => {
  const value = { text: 'a', list: [1, 'b', null], nested: { at: '2026-11-22T00:00:00.000Z' } }
  expect(written(value)).toBe(JSON.stringify(value))
})
