import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { inParallel, runProgram } from '../support/run-script.ts'

/** A Node that comes with the system, where there is one: the tests themselves run on the right one. */
const SYSTEM_NODE = '/usr/bin/node'
const REQUIRE_NODE = ['-r', './scripts/require-node.cjs']
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'require-node-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs a script on this Node while it passes itself off as another one. */
function runOn(version: string) {
  const disguise = join(folder, `${version}.cjs`)
  const versions = `{ ...process.versions, node: '${version}' }`
  writeFileSync(disguise, `Object.defineProperty(process, 'versions', { value: ${versions} })`)
  return runProgram(process.execPath, ['-r', disguise, ...REQUIRE_NODE, '-p', '"it ran"'])
}

const refusal = (version: string) => ({
  code: 1,
  out: '',
  err: expect.stringMatching(
    new RegExp(
      `^This project needs Node 24\\.12 or newer; this is Node ${version.replaceAll('.', '\\.')}\\..+\n$`,
    ),
  ),
})

test('a Node that is too old prints in one line the version that is needed, and runs nothing', async () => {
  const versions = ['0.12.18', '9.11.2', '18.20.8', '22.22.0', '24.0.0', '24.2.0', '24.11.1']
  expect(await inParallel(versions, runOn)).toEqual(versions.map(refusal))
})

test('a Node that is new enough is asked in silence', async () => {
  const ran = { code: 0, out: 'it ran\n', err: '' }
  expect(await inParallel(['24.12.0', '24.100.0', '25.0.0', '100.1.0'], runOn)).toEqual([ran, ran, ran, ran])
  expect(await runProgram(process.execPath, [...REQUIRE_NODE, '-p', '"it ran"'])).toEqual(ran)
})

test('compiled code is kept in a folder of the packages, unless another folder is named', () => {
  const folderOf = (env: Record<string, string>): string =>
    // Without the hook of the tests, which names a folder to every other process.
    spawnSync(process.execPath, [...REQUIRE_NODE, '-p', 'require("node:module").getCompileCacheDir()'], {
      env,
      encoding: 'utf8',
    }).stdout
  expect(folderOf({})).toContain(resolve('node_modules/.cache/compile/'))
  expect(folderOf({ NODE_COMPILE_CACHE: join(folder, 'named') })).toContain(join(folder, 'named/'))
})

test('every npm script that starts Node asks first, for the Node of package.json', () => {
  const { scripts, engines } = JSON.parse(readFileSync('package.json', 'utf8'))
  const starting = Object.values<string>(scripts).filter((script) => script.startsWith('exec node '))
  expect(starting.length).toBeGreaterThan(0)
  expect(starting.filter((script) => !script.startsWith(`exec node ${REQUIRE_NODE.join(' ')} `))).toEqual([])
  expect(engines.node).toBe('>=24.12')
})

const systemVersion = spawnSync(SYSTEM_NODE, ['--version'], { encoding: 'utf8' }).stdout?.trim().slice(1)
const tooOld = systemVersion !== undefined && Number.parseInt(systemVersion, 10) < 24
const onOldNode = tooOld ? test : test.skip

onOldNode('a real old Node cannot read the project, and says so before it tries', async () => {
  const args = [...REQUIRE_NODE, 'scripts/keys.ts', 'list']
  expect(await runProgram(SYSTEM_NODE, args)).toEqual(refusal(systemVersion ?? ''))
})
