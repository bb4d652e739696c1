import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Target } from '../../../shared/backup/target.ts'
import { openTarget } from '../../../shared/backup/targets/open-target.ts'
import { CREDENTIALS } from './s3-store.ts'

export const MIB = 1024 * 1024
const WRITER = fileURLToPath(new URL('write-forever.ts', import.meta.url))

/** A kind of target, with the settings of its tests. */
export interface Kind {
  /** Returns the URL of a separate target for each name. */
  url(name: string): string
  /** Sizes of files in bytes, around the limits of the target. */
  sizes: readonly number[]
  /** MiB to write before the kill: more than one part of a file. */
  partMib: number
  stop(): Promise<void>
}

async function* from(...chunks: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks
}
const all = (bytes: AsyncIterable<Uint8Array>): Promise<Buffer> => buffer(bytes)
const PATTERN = Buffer.from(Array.from({ length: 65_537 }, (_, i) => (i * 31 + (i >> 8) * 7) & 255))
/** Returns bytes that differ by position and seed. */
const filled = (bytes: number, seed = 0): Buffer => Buffer.alloc(bytes, PATTERN.subarray(seed))

/** Declares the tests that every kind of target passes. */
export function describeTarget(title: string, start: () => Promise<Kind>): void {
  describe(title, () => rules(start))
}

function rules(start: () => Promise<Kind>): void {
  let kind: Kind
  let url: string
  let target: Target
  let count = 0
  const children = new Set<ChildProcess>()

  beforeAll(async () => {
    Object.assign(process.env, CREDENTIALS)
    kind = await start()
  })
  beforeEach(() => {
    count += 1
    url = kind.url(`t${count}/marks`)
    target = openTarget(url)
  })
  afterEach(() => {
    for (const child of children) {
      child.kill('SIGKILL')
    }
  })
  afterAll(() => kind.stop())

  test('returns the written bytes, and lists files with their sizes', async () => {
    await target.write('b1/a.age', from(filled(100), filled(50_000)))
    await target.write('b1/empty', from())
    await target.write('b2/-o_.x', from(filled(3)))
    expect(await all(await target.read('b1/a.age'))).toEqual(Buffer.concat([filled(100), filled(50_000)]))
    expect(await all(await target.read('b1/empty'))).toHaveLength(0)
    const listed = (await target.list()).sort((one, other) => (one.name < other.name ? -1 : 1))
    expect(listed).toEqual([
      { name: 'b1/a.age', bytes: 50_100 },
      { name: 'b1/empty', bytes: 0 },
      { name: 'b2/-o_.x', bytes: 3 },
    ])
  })

  test('stores any bytes, in chunks of any size', async () => {
    const pieces = fc.array(fc.uint8Array({ maxLength: 70_000, size: 'max' }), { maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(pieces, async (chunks) => {
        await target.write('b/any', from(...chunks))
        expect((await all(await target.read('b/any'))).equals(Buffer.concat(chunks))).toBe(true)
      }),
      { numRuns: 5 },
    )
  })

  test('stores files of many megabytes', async () => {
    for (const bytes of kind.sizes) {
      const whole = filled(bytes)
      const cut = Array.from({ length: Math.ceil(bytes / 300_001) }, (_, i) =>
        whole.subarray(i * 300_001, (i + 1) * 300_001),
      )
      await target.write('b/large', from(...cut))
      expect(await target.list()).toEqual([{ name: 'b/large', bytes }])
      expect((await all(await target.read('b/large'))).equals(whole)).toBe(true)
    }
  })

  test('that does not exist yet has no files', async () => {
    expect(await target.list()).toEqual([])
    await target.remove(['b/x', 'b/y'])
  })

  test('reports a missing file before the first byte', async () => {
    await expect(target.read('b/x')).rejects.toMatchObject({
      name: 'MissingFileError',
      message: `There is no b/x in ${target.place}.`,
    })
  })

  test('refuses names that could lead out of it, or that another target cannot store', async () => {
    const error = { name: 'BackupError', message: 'The name of a backup file is not valid.' }
    const wrong = [
      '../x',
      'b/..',
      'x',
      '/x',
      'b/c/d',
      'b/',
      '.partial/x',
      'b/.x',
      'b/a b',
      "b/'",
      'b/a\n',
      'ñ/x',
    ]
    for (const name of wrong) {
      await expect(target.write(name, from(filled(3)))).rejects.toMatchObject(error)
      await expect(target.read(name)).rejects.toMatchObject(error)
      await expect(target.remove(['b/x', name])).rejects.toMatchObject(error)
    }
    expect(await target.list()).toEqual([])
  })

  test.each([10, 40 * MIB])('has no file after a write whose source fails after %d bytes', async (bytes) => {
    const problem = new Error('the database went away')
    async function* failing(): AsyncGenerator<Uint8Array> {
      for (let left = bytes; left > 0; left -= MIB) {
        yield filled(Math.min(left, MIB))
      }
      throw problem
    }
    await target.write('b/before', from(filled(1)))
    await expect(target.write('b/half', failing())).rejects.toBe(problem)
    await target.write('b/before', from(filled(2)))
    await expect(target.write('b/before', failing())).rejects.toBe(problem)
    expect(await target.list()).toEqual([{ name: 'b/before', bytes: 2 }])
  })

  test('stores one complete file of two concurrent writes of the same name', async () => {
    const pieces = (seed: number): Buffer[] => Array.from({ length: 20 }, () => filled(100, seed))
    async function* slowly(chunks: Buffer[]): AsyncGenerator<Uint8Array> {
      for (const chunk of chunks) {
        await new Promise(setImmediate)
        yield chunk
      }
    }
    await Promise.all([1, 2].map((seed) => target.write('b/same', slowly(pieces(seed)))))
    const kept = await all(await target.read('b/same'))
    expect([1, 2].some((seed) => kept.equals(Buffer.concat(pieces(seed))))).toBe(true)
  })

  test('removes files, ignores missing ones, and removes empty folders', async () => {
    for (const name of ['b1/x', 'b1/y', 'b2/x', 'b3/x']) {
      await target.write(name, from(filled(5)))
    }
    await target.remove(['b1/x', 'b2/x', 'b2/never', 'b9/never', 'b3/x', 'b3/x'])
    expect(await target.list()).toEqual([{ name: 'b1/y', bytes: 5 }])
  })

  test('lists and removes many files', async () => {
    const names = Array.from(
      { length: 900 },
      (_, i) => `keys-20261122T051007123Z-0000${i % 30}/part-${i}.copy`,
    )
    const next = names.values()
    const writeSome = async (): Promise<void> => {
      for (const name of next) {
        await target.write(name, from(filled(2)))
      }
    }
    await Promise.all(Array.from({ length: 8 }, writeSome))
    const listed = await target.list()
    expect(listed.map(({ name }) => name).sort()).toEqual(names.toSorted())
    expect(new Set(listed.map(({ bytes }) => bytes))).toEqual(new Set([2]))
    await target.remove(names)
    expect(await target.list()).toEqual([])
  })

  test('has no file after a write whose process was killed, and accepts the next write', async () => {
    const child = spawn(process.execPath, [WRITER, 'b/killed'], {
      env: { BACKUP_TARGET: url, ...CREDENTIALS },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    children.add(child)
    for await (const progress of child.stdout) {
      if (Number(String(progress).trim().split('\n').at(-1)) >= kind.partMib) {
        break
      }
    }
    child.kill('SIGKILL')
    await once(child, 'close')
    expect(await target.list()).toEqual([])
    await target.write('b/killed', from(filled(9)))
    expect(await target.list()).toEqual([{ name: 'b/killed', bytes: 9 }])
  })
}
