import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { generateMarks } from './corpus/generate-marks.ts'
import { csvSheet } from './corpus/write-csv.ts'
import { lastNamed, sheetSizes, writeSheets } from './sheet-files.ts'

let root: string
let folder: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'sheet-files-'))
})
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'each-'))
})
afterEach(() => rm(folder, { recursive: true }))
afterAll(() => rm(root, { recursive: true }))

const { signal } = new AbortController()

test('sheets share the marks out: none is empty, none too long, and only the last one is not full', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5_000_000 }),
      fc.integer({ min: 1_000, max: 1_000_000 }),
      (count, most) => {
        const sizes = sheetSizes(count, most)
        expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(count)
        expect(sizes.slice(0, -1).every((size) => size === most)).toBe(true)
        expect(sizes.at(-1)).toBeGreaterThan(0)
        expect(sizes.at(-1)).toBeLessThanOrEqual(most)
      },
    ),
  )
})

test('the last mark that can be searched for is the last of them all, unless that one has no name', () => {
  const counts = Array.from({ length: 40 }, (_, place) => place + 1)
  const wordless = counts.filter((count) => [...generateMarks(count)].at(-1)?.denominacion === '')
  expect(wordless).not.toEqual([])
  for (const count of counts) {
    const named = [...generateMarks(count)].filter(({ denominacion }) => denominacion !== '')
    expect(lastNamed(count)).toEqual(named.at(-1))
  }
})

describe('written sheets', () => {
  test('hold together the marks that one sheet would hold, each under headers of its own', async () => {
    const paths = await writeSheets({ folder, signal }, 25, 'csv', 10)
    const texts = await Promise.all(paths.map((path) => readFile(path, 'utf8')))
    const lines = texts.map((text) => text.trimEnd().split('\r\n'))
    expect(lines.map(({ length }) => length)).toEqual([11, 11, 6])
    const whole = [...csvSheet(generateMarks(25))].join('').trimEnd().split('\r\n')
    expect(new Set(lines.map(([headers]) => headers))).toEqual(new Set([whole[0]]))
    expect(lines.flatMap(([, ...rows]) => rows)).toEqual(whole.slice(1))
  })

  test('are workbooks where those are wanted', async () => {
    const [path = ''] = await writeSheets({ folder, signal }, 25, 'xlsx')
    expect(basename(path)).toBe('solicitudes-1.xlsx')
    expect((await readFile(path)).subarray(0, 2).toString()).toBe('PK')
  })

  test.each(['csv', 'xlsx'] as const)(
    '%s: an interruption ends the writing with its reason',
    async (format) => {
      const controller = new AbortController()
      const writing = writeSheets({ folder, signal: controller.signal }, 5_000_000, format)
      controller.abort()
      await expect(writing).rejects.toMatchObject({ name: 'AbortError' })
      expect((await readdir(folder)).length).toBeLessThanOrEqual(1)
    },
  )
})
