import { chmod, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Run } from '../part.ts'
import { openKeptDatabase, removeKeptDatabase } from './kept-database.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'kept-'))
  await chmod(folder, 0o711) // PostgreSQL runs as another user when we are root
})
afterAll(() => rm(folder, { recursive: true }))

function someRun() {
  const undoing: (() => Promise<unknown>)[] = []
  const run = {
    signal: new AbortController().signal,
    atEnd: (undo: () => Promise<unknown>) => undoing.push(undo),
  }
  return { run: run as unknown as Run, end: () => Promise.all(undoing.map((undo) => undo())) }
}

test('a database is there in the next run with what was done in it, until it is removed', async () => {
  const first = someRun()
  const made = await openKeptDatabase(first.run, folder, 'marks-1')
  expect(await made.done('loaded')).toBeUndefined()
  await made.setDone('loaded', 'a')
  await made.setDone('loaded', 'b')
  await first.end()
  expect(made.isUp()).toBe(false)

  const second = someRun()
  const kept = await openKeptDatabase(second.run, folder, 'marks-1')
  expect(await kept.done('loaded')).toBe('b')
  expect(await kept.owner.query({ text: 'select count(*) as n from brand', parameters: [] })).toEqual([
    { n: 0 },
  ])
  await kept.remove()
  await second.end()
  expect(await readdir(folder)).toEqual([])

  await removeKeptDatabase(folder, 'marks-1') // which is not there
  const third = someRun()
  expect(await (await openKeptDatabase(third.run, folder, 'marks-1')).done('loaded')).toBeUndefined()
  await third.end()
  await removeKeptDatabase(folder, 'marks-1')
  expect(await readdir(folder)).toEqual([])
})
