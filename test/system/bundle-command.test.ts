import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { makeBundle } from '../../shared/mcp/bundle/make-bundle.ts'
import { runProgram, runScript } from '../support/run-script.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trademark-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

test.each([
  ['the address that clients see', [], { PUBLIC_URL: 'https://marks.example' }],
  ['another address', ['--url', 'https://marks.example/'], {}],
])('bundle writes the bundle of %s and prints its path', async (_, args, settings) => {
  const env = { INIT_CWD: folder, ...settings }
  const file = join(folder, 'trademarks.mcpb')
  expect(await runScript('bundle.ts', args, { env })).toEqual({ code: 0, out: `${file}\n`, err: '' })
  expect((await readFile(file)).equals(makeBundle('https://marks.example'))).toBe(true)
})

test('bundle warns without an address of the service that the bundle connects to this machine', async () => {
  const { code, err } = await runScript('bundle.ts', [], { env: { INIT_CWD: folder } })
  expect({ code, err }).toEqual({
    code: 0,
    err: expect.stringMatching(/^The bundle connects to http:\/\/127\.0\.0\.1:8080, /),
  })
})

test.each([
  [['--url', 'ftp://marks.example'], /^--url cannot be 'ftp:.*It must be the address of a service/],
  [['--url', 'https://marks.example/api'], /^--url cannot be/],
  [['--url', 'https://reader:secret@marks.example'], /^--url cannot be/],
  [['--out', 'nowhere/x.mcpb'], /^The bundle cannot be written to .*x\.mcpb: ENOENT\.$/m],
])('bundle refuses %j with one sentence', async (args, expected) => {
  const { code, out, err } = await runScript('bundle.ts', args, { env: { INIT_CWD: folder } })
  expect({ code, out }).toEqual({ code: 1, out: '' })
  expect(err).toMatch(expected)
})

/** The device of Linux that fails every write as a full disk does. */
const FULL = '/dev/full'
const onFullDisks = existsSync(FULL) ? test : test.skip

onFullDisks('a full standard output is reported in one sentence, after the bundle is written', async () => {
  const command = `"${process.execPath}" scripts/bundle.ts --url https://marks.example --out full.mcpb > ${FULL}`
  const { code, err } = await runProgram('/bin/sh', ['-c', command], { env: { INIT_CWD: folder } })
  expect({ code, err }).toEqual({ code: 1, err: 'Standard output cannot be written: ENOSPC.\n' })
  expect(existsSync(join(folder, 'full.mcpb'))).toBe(true)
})
