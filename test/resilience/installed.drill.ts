import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { endServices, ServiceProcess } from '../support/process.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { until } from '../support/until.ts'

/** Installs the last commit as docs/operate/install.md describes for a checkout, and starts the service. */
const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** The command that installs the packages in a clone. */
const [, INSTALL = ''] =
  /^cd \/opt\/trademark-8080 && (.*)$/m.exec(readFileSync(join(ROOT, 'docs/operate/install.md'), 'utf8')) ??
  []

/** The environment of an operator: without the programs of this checkout, and without the variables of its npm. */
const environment = {
  HOME: process.env.HOME,
  PATH: process.env.PATH?.split(delimiter)
    .filter((folder) => !folder.includes('node_modules'))
    .join(delimiter),
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let checkout: string
let service: ServiceProcess
let address: string

beforeAll(async () => {
  folder = await temporaryFolder()
  checkout = join(folder.path, 'checkout')
  await run(folder.path, `git clone --quiet '${ROOT}' checkout`)
  await run(checkout, INSTALL)
  await start()
})

afterAll(async () => {
  endServices()
  await service?.exitCode()
  await folder.remove()
})

const run = (cwd: string, command: string) =>
  promisify(execFile)('sh', ['-c', command], { cwd, env: environment, maxBuffer: 2 ** 26 })

async function start(): Promise<void> {
  service = new ServiceProcess({ DATA_DIR: join(folder.path, 'data') }, checkout)
  address = await service.address()
  await until(() => service.output.includes('Ctrl-C stops everything.'))
}

const statusOf = async (path: string): Promise<number> => (await fetch(address + path)).status

describe('an installation from an empty clone', () => {
  test('has no development packages, and no changed file', async () => {
    expect(INSTALL).toContain('npm prune')
    expect(existsSync(join(checkout, 'node_modules/vitepress'))).toBe(false)
    expect((await run(checkout, 'git status --porcelain')).stdout).toBe('')
  })

  test.each([
    '/',
    '/docs',
    '/docs/explore',
    '/docs/es/',
    '/docs/en/quick-start',
    '/llms.txt',
    '/docs/openapi.json',
  ])('serves %s', async (path) => {
    expect(await statusOf(path)).toBe(200)
  })

  test('advertises its documentation at the start', () => {
    expect(service.output).toContain(`${address}/docs\n`)
  })

  test('has the Node and the PostgreSQL that the npm scripts use', async () => {
    const { stdout } = await run(
      checkout,
      `DATA_DIR='${join(folder.path, 'data')}' npm run --silent keys -- list`,
    )
    expect(stdout).toContain('sample')
  })

  test('without the pages, does not advertise them, and names the command that builds them', async () => {
    await service.stop()
    await rm(join(checkout, 'docs/site/dist'), { recursive: true })
    await start()
    expect(service.output).not.toContain(`${address}/docs`)
    await until(() => service.errors.includes('Build them with npm ci.'))
    expect(await statusOf('/docs')).toBe(404)
    expect(await statusOf('/docs/openapi.json')).toBe(200)
  })
})
