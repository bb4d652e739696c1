import { spawn } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { generateKey } from '../../shared/keys/key-format.ts'
import { findKeys } from '../support/search-log.ts'

let folder: string
beforeAll(() => {
  expect(process.env.LOG_LEVEL).toBe('debug') // otherwise the search for keys misses most of the log
})
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trademark-test-log-'))
})
const folders: string[] = []
afterAll(() => Promise.all(folders.map((each) => rm(each, { recursive: true, force: true }))))

const LOGGER = pathToFileURL(join(import.meta.dirname, '../../shared/platform/logger.ts')).href

/** Runs code in a process that logs into its own folder, so that its log is not part of this test run's log. */
async function run(code: string, environment: Record<string, string> = {}) {
  folders.push(folder)
  const { NODE_OPTIONS = '' } = process.env
  const source = `import { log } from '${LOGGER}'; ${code}`
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], {
    env: { NODE_OPTIONS, TEST_LOG_FOLDER: folder, LOG_LEVEL: 'silent', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr)])
  return { out, err, kept: await kept() }
}

const kept = async (): Promise<string> =>
  (await Promise.all((await readdir(folder)).map((name) => readFile(join(folder, name), 'utf8')))).join('')

test('the log of a silent process is written to the file, and not to its output', async () => {
  const { out, err, kept } = await run(`log().debug('a detail'); log().error('a failure')`)
  expect({ out, err }).toEqual({ out: '', err: '' })
  expect(kept).toContain('"message":"a detail"')
  expect(kept).toContain('"message":"a failure"')
})

test('the log of a process with a log level is written to the file and to its output', async () => {
  const { out, kept } = await run(`log().info('a fact'); log().debug('a detail')`, { LOG_LEVEL: 'info' })
  expect(out).toContain('"message":"a fact"')
  expect(kept).toBe(out)
})

test('standard error is written to the file and passed on, standard output is only passed on', async () => {
  const run_ = await run(`process.stdout.write('a result'); process.stderr.write('a complaint')`)
  expect(run_).toEqual({ out: 'a result', err: 'a complaint', kept: 'a complaint' })
})

test('the log of child processes is written to the file, whatever environment they get', async () => {
  const child = JSON.stringify(`import { log } from '${LOGGER}'; log().info('from below')`)
  const { out, kept } = await run(
    `import { spawnSync, spawn } from 'node:child_process'
     for (const env of [{}, { NODE_OPTIONS: '--no-warnings' }]) {
       spawn(process.execPath, ['--input-type=module', '-e', ${child}],
         { env: { LOG_LEVEL: 'silent', ...env }, stdio: 'inherit' })
     }
     spawnSync(process.execPath, ['--input-type=module', '-e', ${child}], { stdio: 'inherit' })`,
  )
  expect(out).toBe('')
  expect(kept.match(/from below/g)).toHaveLength(3)
})

test('a key is found in output that bypasses the filter of the log, and is reported masked', async () => {
  const key = generateKey()
  await run(`log().info('${key}'); process.stderr.write('one\\ntwo ${key}x\\n')`)
  const found = await findKeys(folder)
  expect(found).toEqual([expect.stringMatching(/\.log:3: two tmk_\[hidden\]$/)])
})

test('a text that only resembles a key is not reported', async () => {
  folders.push(folder)
  const key = generateKey()
  await writeFile(join(folder, 'a.log'), `${key.slice(0, -1)}\ntmk_${'a'.repeat(38)}\n`)
  expect(await findKeys(folder)).toEqual([])
})
