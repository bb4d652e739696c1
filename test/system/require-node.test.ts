import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { inParallel, runProgram } from '../support/run-script.ts'

/** The Node of the system, if it exists: the tests themselves run on a supported version. */
const SYSTEM_NODE = '/usr/bin/node'
const REQUIRE_NODE = ['-r', './scripts/require-node.cjs']
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'require-node-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Runs a script on this Node, which pretends to be another version. */
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

test('a Node that is too old prints the required version in one line, and runs nothing', async () => {
  const versions = ['0.12.18', '9.11.2', '18.20.8', '22.22.0', '24.0.0', '24.2.0', '24.11.1']
  expect(await inParallel(versions, runOn)).toEqual(versions.map(refusal))
})

test('a Node that is new enough runs the script without a message', async () => {
  const ran = { code: 0, out: 'it ran\n', err: '' }
  expect(await inParallel(['24.12.0', '24.100.0', '25.0.0', '100.1.0'], runOn)).toEqual([ran, ran, ran, ran])
  expect(await runProgram(process.execPath, [...REQUIRE_NODE, '-p', '"it ran"'])).toEqual(ran)
})

test('compiled code is cached in node_modules unless a setting names another folder', () => {
  const folderOf = (env: Record<string, string>): string =>
    // Without the hook of the tests, which sets a folder for every other process.
    spawnSync(process.execPath, [...REQUIRE_NODE, '-p', 'require("node:module").getCompileCacheDir()'], {
      env,
      encoding: 'utf8',
    }).stdout
  expect(folderOf({})).toContain(resolve('node_modules/.cache/compile/'))
  expect(folderOf({ NODE_COMPILE_CACHE: join(folder, 'named') })).toContain(join(folder, 'named/'))
})

test('every npm script that starts Node first checks for the version in package.json', () => {
  const { scripts, engines } = JSON.parse(readFileSync('package.json', 'utf8'))
  const starting = Object.values<string>(scripts).filter((script) => script.startsWith('exec node '))
  expect(starting.length).toBeGreaterThan(0)
  expect(starting.filter((script) => !script.startsWith(`exec node ${REQUIRE_NODE.join(' ')} `))).toEqual([])
  expect(engines.node).toBe('>=24.12')
})

const systemVersion = spawnSync(SYSTEM_NODE, ['--version'], { encoding: 'utf8' }).stdout?.trim().slice(1)
const tooOld = systemVersion !== undefined && Number.parseInt(systemVersion, 10) < 24
const onOldNode = tooOld ? test : test.skip

onOldNode('a real old Node prints the required version before it reads the project', async () => {
  const args = [...REQUIRE_NODE, 'scripts/keys.ts', 'list']
  expect(await runProgram(SYSTEM_NODE, args)).toEqual(refusal(systemVersion ?? ''))
})
