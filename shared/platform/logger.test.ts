import { expect, test } from '@jest/globals'
import { generateKey } from '../keys/key-format.ts'
import { hideKeys } from './logger.ts'

const written = (value: unknown): string => JSON.stringify(value, hideKeys)

test('a key is hidden in values and names at any depth', () => {
  const key = generateKey()
  expect(written({ [key]: [{ deep: `X-API-Key: ${key}`, [`?${key}=1`]: null }] })).toBe(
    '{"tmk_[hidden]":[{"deep":"X-API-Key: tmk_[hidden]","?tmk_[hidden]=1":null}]}',
  )
})

test('other texts are unchanged', () => {
  const value = { text: 'a', list: [1, 'b', null], nested: { at: '2026-11-22T00:00:00.000Z' } }
  expect(written(value)).toBe(JSON.stringify(value))
})
