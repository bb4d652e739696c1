import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ProcessLimits, readInProcess } from './limited-process.ts'

const LIMITS: ProcessLimits = { megabytes: 200, seconds: 20 }
const MODULE = new URL('limited-process.ts', import.meta.url).href
const ERRORS = new URL('sync-error.ts', import.meta.url).href

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'limited-process-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** Runs `read`, the source text of a function that takes a file path, in its own process. */
async function run(
  read: string,
  limits: Partial<ProcessLimits> = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<unknown> {
  const program = join(folder, 'program.ts')
  await writeFile(
    program,
    `import { execFileSync } from 'node:child_process'
     import { writeOutput } from '${MODULE}'
     import { SyncError } from '${ERRORS}'
     await writeOutput(${read})`,
  )
  return readInProcess(program, '/the/file', signal, { ...LIMITS, ...limits })
}

const tooLarge = (message: string) => ({ name: 'SyncError', code: 'too_large', message })

describe('a process that reads a file', () => {
  test('returns its SyncError; any other error ends it, and is not reported as a limit', async () => {
    await expect(run(`async () => { throw new SyncError('no_rows', 'It is empty.') }`)).rejects.toMatchObject(
      {
        name: 'SyncError',
        code: 'no_rows',
        message: 'It is empty.',
      },
    )
    await expect(run(`async () => { throw new TypeError('a defect') }`)).rejects.toMatchObject({
      name: 'Error',
      code: 1,
      message: expect.stringContaining('TypeError: a defect'),
    })
  })

  test('returns its result, has a limit of its processor time by the kernel, and inherits no secrets of the environment', async () => {
    const read = `async (file) => ({
      file,
      name: 'ñandú',
      seconds: String(execFileSync('/bin/sh', ['-c', 'ulimit -t'])),
      secrets: Object.keys(process.env).filter((name) => name === 'DATABASE_PASSWORD'),
    })`
    process.env.DATABASE_PASSWORD = 'secret'
    try {
      expect(await run(read, { seconds: 17 })).toEqual({
        file: '/the/file',
        name: 'ñandú',
        seconds: '17\n', // still applies if the parent is killed
        secrets: [],
      })
    } finally {
      delete process.env.DATABASE_PASSWORD
    }
  })

  test.each([
    ['an array that does not fit into the heap', 'Array(2 ** 27).fill(0)'],
    ['buffers, which are outside of the heap', 'for (const all = [];;) all.push(Buffer.alloc(2 ** 24, 1))'],
  ])('is ended at its memory limit: %s', async (_, statement) => {
    await expect(run(`async () => { ${statement} }`)).rejects.toMatchObject(
      tooLarge('The file takes more than 200 MB of memory to read.'),
    )
  })

  test('is ended at its time limit, even if it blocks its event loop', async () => {
    await expect(run('async () => { for (;;); }', { seconds: 1 })).rejects.toMatchObject(
      tooLarge('The file takes more than 1 s to read.'),
    )
  })

  test('is ended at 64 MB of output', async () => {
    await expect(run(`async () => 'x'.repeat(2 ** 26)`, { megabytes: 512 })).rejects.toMatchObject(
      tooLarge('The file has more than 64 MB of text.'),
    )
  })

  test('is ended by the signal, even if it blocks its event loop', async () => {
    const stop = new AbortController()
    const running = run('async () => { for (;;); }', {}, stop.signal)
    stop.abort(new Error('called off'))
    await expect(running).rejects.toThrow('called off')
  })
})
