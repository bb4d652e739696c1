import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { generateKey } from '../keys/key-format.ts'
import { hideKeys, withoutKeys } from './logger.ts'

const written = (value: unknown): string => JSON.stringify(value, hideKeys)

test('a key is hidden in values and names at any depth', () => {
  const key = generateKey()
  expect(written({ [key]: [{ deep: `X-API-Key: ${key}`, [`?${key}=1`]: null }] })).toBe(
    '{"tmk_[hidden]":[{"deep":"X-API-Key: tmk_[hidden]","?tmk_[hidden]=1":null}]}',
  )
})

/** Returns the 38 characters after the prefix of a new key. */
const secretPart = (): string => generateKey().slice(4)

test.each([
  ['alone', (part: string) => [part, '[hidden]']],
  [
    'in a sentence',
    (part: string) => [`the key "${part}", twice: ${part}`, 'the key "[hidden]", twice: [hidden]'],
  ],
  ['next to another key', (part: string) => [part + part, '[hidden][hidden]']],
  ['between other letters', (part: string) => [`xx${part}yyy`, 'xx[hidden]yyy']],
  ['with another prefix', (part: string) => [`TMK_${part}`, 'TMK_[hidden]']],
  ['at the end of a long row of digits', (part: string) => [`${'0'.repeat(163)}${part}`, '[hidden]']],
])('a key without its prefix is hidden: %s', (_, write) => {
  const [text, shown] = write(secretPart()) as [string, string]
  expect(written({ text })).toBe(JSON.stringify({ text: shown }))
})

test.each([
  ['zero-width space', '\u200b'],
  ['zero-width joiner', '\u200d'],
  ['byte order mark', '\ufeff'],
  ['soft hyphen', '\u00ad'],
  ['word joiner', '\u2060'],
  ['bidirectional mark', '\u200e'],
])('a key with an invisible character in it is hidden: %s', (_, invisible) => {
  const key = generateKey()
  for (const place of [1, 4, 20, 41]) {
    expect(withoutKeys(`a ${key.slice(0, place)}${invisible}${key.slice(place)} b`)).toBe('a tmk_[hidden] b')
    const part = key.slice(4)
    expect(withoutKeys(part.slice(0, place - 1) + invisible + part.slice(place - 1))).toBe('[hidden]')
  }
})

test('a text without a key is unchanged, also with invisible characters, digests and identifiers', () => {
  for (const text of ['a\u200bb \u00ad', 'ñandú', 'a'.repeat(64), `${'f'.repeat(40)}`, randomUUID()]) {
    expect(withoutKeys(text)).toBe(text)
  }
})

test('a value without a key is written unchanged', () => {
  const value = { text: 'a', list: [1, 'b', null], nested: { at: '2026-11-22T00:00:00.000Z' } }
  expect(written(value)).toBe(JSON.stringify(value))
})
