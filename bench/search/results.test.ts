import { appendFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { openResults } from './results.ts'

let folder: string
let file: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'results-'))
  file = join(folder, 'deep', 'results.jsonl')
})
afterEach(() => rm(folder, { recursive: true }))

const never = (): Promise<never> => {
  throw new Error('measured again')
}

describe('results', () => {
  test('are there again in the next process', async () => {
    const first = openResults(file)
    first.put('a/1', { ms: 1.5, rank: null })
    first.put('a/2', false)
    await first.once('a/3', async () => 3)
    const next = openResults(file)
    expect([next.get('a/1'), next.get('a/2'), await next.once('a/3', never)]).toEqual([
      { ms: 1.5, rank: null },
      false,
      3,
    ])
    expect(next.keys()).toEqual(['a/1', 'a/2', 'a/3'])
  })

  test('that failed are measured again, and the last one counts', async () => {
    const results = openResults(file)
    await expect(results.once('a', async () => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await results.once('a', async () => 1)).toBe(1)
    results.put('a', 2)
    expect(openResults(file).get('a')).toBe(2)
  })

  test('are forgotten by how their keys begin, and can be there anew', () => {
    const results = openResults(file)
    for (const key of ['marks-2/a', 'marks-20/a', 'going']) results.put(key, key)
    results.forget('marks-2/')
    expect(openResults(file).keys()).toEqual(['marks-20/a', 'going'])
    results.put('marks-2/a', 'new')
    expect(openResults(file).get('marks-2/a')).toBe('new')
  })

  test('of a process that was killed while it wrote are whole but for the last', async () => {
    openResults(file).put('a', 1)
    await appendFile(file, '["b",{"ms":')
    const next = openResults(file)
    expect(next.keys()).toEqual(['a'])
    next.put('c', 'ñandú')
    expect((await readFile(file, 'utf8')).split('\n')).toEqual(['["a",1]', '["c","ñandú"]', ''])
    expect(openResults(file).get('c')).toBe('ñandú')
  })

  test('that an interruption has touched are not kept', async () => {
    const controller = new AbortController()
    const results = openResults(file, controller.signal)
    await expect(results.once('a', async () => controller.abort())).rejects.toThrow()
    expect(() => results.put('b', 1)).toThrow()
    expect(openResults(file).keys()).toEqual([])
  })

  test('cut off within a letter of several bytes are cut at the line before', async () => {
    openResults(file).put('a', 'ñ')
    await appendFile(file, Buffer.from('["b","ñ').subarray(0, -1))
    const next = openResults(file)
    next.put('c', 1)
    expect(openResults(file).keys()).toEqual(['a', 'c'])
  })
})
