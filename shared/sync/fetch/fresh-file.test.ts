import { readdirSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '../../../test/support/temporary-folder.ts'
import { dayIn } from '../text/day-in-text.ts'
import { writeFresh } from './fresh-file.ts'

const folder = await temporaryFolder()
afterAll(() => folder.remove())

async function* chunks(count: number, failure?: Error): AsyncGenerator<Buffer> {
  for (let turn = 0; turn < count; turn++) {
    yield Buffer.from(`${turn} `)
  }
  if (failure !== undefined) {
    throw failure
  }
}

test('a failed write removes and closes its file', async () => {
  const failure = new Error('the source')
  const open = () => readdirSync('/dev/fd').length
  const before = open()
  await Promise.all(
    Array.from({ length: 100 }, async (_, turn) => {
      await expect(writeFresh(folder.path, chunks(turn % 3, failure))).rejects.toBe(failure)
    }),
  )
  expect(await readdir(folder.path)).toEqual([])
  expect(open()).toBeLessThanOrEqual(before)
})

test('files written at the same time have different names, without digits or dates', async () => {
  const paths = await Promise.all([1, 2, 3].map((count) => writeFresh(folder.path, chunks(count))))
  const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')))
  expect(texts).toEqual(['0 ', '0 1 ', '0 1 2 '])
  expect(paths.map(dirname)).toEqual([folder.path, folder.path, folder.path])
  expect((await readdir(folder.path)).filter((name) => /\d/.test(name) || dayIn(name))).toEqual([])
})
