import { describe, expect, test } from 'vitest'
import type { Queryable } from '../db/database.ts'
import { keepWindow, MAX_WINDOWS } from './window-cache.ts'

const newDatabase = (): Queryable => ({ query: async () => [] })

/** Requests the windows of the keys in turn, and returns the keys whose windows were read. */
async function readKeys(keys: readonly string[], database = newDatabase()): Promise<string[]> {
  const read: string[] = []
  for (const key of keys) {
    const window = await keepWindow(database, key, async () => {
      read.push(key)
      return key
    })
    expect(window).toBe(key)
  }
  return read
}

const others = Array.from({ length: MAX_WINDOWS }, (_, at) => String(at))

describe('a window', () => {
  test('is read once', async () => {
    expect(await readKeys(['a', 'b', 'a', 'b'])).toEqual(['a', 'b'])
  })

  test('is read once for concurrent requests', async () => {
    const database = newDatabase()
    let reads = 0
    const read = async () => {
      await Promise.resolve()
      return ++reads
    }
    expect(await Promise.all([1, 2].map(() => keepWindow(database, 'a', read)))).toEqual([1, 1])
  })

  test('is read again after MAX_WINDOWS others', async () => {
    expect(await readKeys(['a', ...others, 'a'])).toEqual(['a', ...others, 'a'])
  })

  test('is kept if it is requested between the others', async () => {
    const asked = others.flatMap((other) => [other, 'a'])
    expect(await readKeys(['a', ...asked])).toEqual(['a', ...others])
  })

  test('is kept for its database only', async () => {
    const [one, other] = [newDatabase(), newDatabase()]
    expect(await readKeys(['a'], one)).toEqual(['a'])
    expect(await readKeys(['a'], other)).toEqual(['a'])
  })

  test('is read again after a failed read', async () => {
    const database = newDatabase()
    const failing = keepWindow(database, 'a', async () => {
      throw new Error('no connection')
    })
    await expect(failing).rejects.toThrow('no connection')
    expect(await readKeys(['a'], database)).toEqual(['a'])
  })
})
