import { mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SyncError } from '../sync-error.ts'
import { readUnchanged, whileUnchanged } from './unchanged-file.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unchanged-'))
})
afterAll(() => rm(folder, { recursive: true }))

const OLD = new Date('2026-01-02T03:04:05Z')

async function fileWith(content: string): Promise<string> {
  const path = join(folder, 'file')
  await writeFile(path, content)
  await utimes(path, OLD, OLD)
  return path
}

/** Returns the error codes of both kinds of read if the file changes during the read; `read` without an error. */
async function outcome(change: (path: string) => Promise<unknown>): Promise<(string | undefined)[]> {
  async function* results(path: string) {
    yield 1
    await change(path)
    yield 2
  }
  async function drain(path: string): Promise<void> {
    for await (const _ of whileUnchanged(path, results(path))) {
      // Only the final result matters.
    }
  }
  const codeOf = (read: Promise<unknown>): Promise<string | undefined> =>
    read.then(
      () => 'read',
      (error) => error.code,
    )
  const one = await fileWith('abc')
  const first = await codeOf(readUnchanged(one, () => change(one)))
  return [first, await codeOf(drain(await fileWith('abc')))]
}

test.each<[string, (path: string) => Promise<unknown>]>([
  ['grows', (path) => writeFile(path, 'd', { flag: 'a' })],
  [
    'is rewritten with the same size and time',
    async (path) => {
      await writeFile(path, 'abd')
      await utimes(path, OLD, OLD)
    },
  ],
  ['is touched', (path) => utimes(path, new Date(), new Date())],
  [
    'is replaced by an equal file',
    async (path) => {
      await writeFile(`${path}.new`, 'abc')
      await utimes(`${path}.new`, OLD, OLD)
      await rename(`${path}.new`, path)
    },
  ],
  ['disappears', (path) => rm(path)],
  [
    'changes so that it cannot be read',
    async (path) => {
      await writeFile(path, 'x')
      throw new SyncError('cut_off', 'The file is cut off.')
    },
  ],
])('a read fails when its file %s', async (_, change) => {
  expect(await outcome(change)).toEqual(['file_changed', 'file_changed'])
})

test('a read of a file that stays the same ends with its result or its own error', async () => {
  expect(await outcome(async () => {})).toEqual(['read', 'read'])
  const failing = async (): Promise<never> => {
    throw new SyncError('cut_off', 'The file is cut off.')
  }
  expect(await outcome(failing)).toEqual(['cut_off', 'cut_off'])
})
