import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BROWSER } from '../support/browser.ts'
import { freePort } from '../support/free-port.ts'
import { type SampleMark, sampleMarks } from '../support/marks.ts'
import { installClient, type Packed } from '../support/packed-client.ts'
import { startTestService, type TestService } from '../support/service.ts'
import { inBrowser } from '../support/watched-page.ts'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const MODULES = ['client', 'errors', 'fetch', 'index', 'limits', 'schema', 'types', 'wait']

const marks = sampleMarks().slice(0, 120)
const [{ nroSolicitud }] = marks as [SampleMark]

let service: TestService
let key: string
/** An address at which nothing listens. */
let nowhere: string
/** The folder of a developer who installed the package that npm pack made. */
let folder: string
let packed: Packed

beforeAll(async () => {
  service = await startTestService({ marks })
  key = await service.key()
  nowhere = `http://127.0.0.1:${await freePort()}`
  folder = await mkdtemp(join(tmpdir(), 'client-'))
  packed = await installClient(folder)
})

afterAll(async () => {
  await service?.stop()
  await rm(folder, { recursive: true, force: true })
})

const installed = (): string => join(folder, 'node_modules/trademark-read-client')

describe('npm pack', () => {
  test('packs only the files that users need', () => {
    expect(packed.files.map(({ path }) => path).toSorted()).toEqual(
      [
        'LICENSE',
        'README.md',
        'package.json',
        ...MODULES.flatMap((name) => [`dist/${name}.d.ts`, `dist/${name}.js`]),
      ].toSorted(),
    )
  })

  test('packs the licence of the service', async () => {
    const { license } = JSON.parse(await readFile(join(installed(), 'package.json'), 'utf8'))
    expect(license).toBe('Apache-2.0')
    expect(await readFile(join(installed(), 'LICENSE'), 'utf8')).toBe(
      await readFile(join(ROOT, 'LICENSE'), 'utf8'),
    )
  })

  test('gives a bundle of less than 5 KB, compressed as a server sends it', async () => {
    await bundle({ minify: true })
    expect(gzipSync(await readFile(join(folder, 'bundle.js'))).length).toBeLessThan(5_000)
  })
})

/** Bundles the package with its dependency for browsers, into the file `bundle.js`. */
const bundle = ({ minify = false } = {}) =>
  build({
    entryPoints: [join(installed(), 'dist/index.js')],
    outfile: join(folder, 'bundle.js'),
    bundle: true,
    format: 'esm',
    minify,
  })

const PROGRAM = `
  const client = createClient({ baseUrl, key })
  const { denominacion } = await client.getBrand('${nroSolicitud}')
  let count = 0
  for await (const _ of client.walkBrands()) count++
  const refused = await client.getBrand('1').catch((error) => error)
  const lost = await createClient({ baseUrl: nowhere, key }).getBrand('1').catch((error) => error)
  const aborted = await client.getBrand('1', { signal: AbortSignal.abort('enough') }).catch((reason) => reason)
  const result = {
    denominacion, count, aborted,
    refused: [refused instanceof ServiceError, refused.code],
    lost: [lost instanceof ConnectionError, lost.status ?? null],
  }`

/** The expected result in every environment. */
const TOLD = {
  denominacion: (marks[0] as SampleMark).denominacion,
  count: marks.length,
  aborted: 'enough',
  refused: [true, 'not_found'],
  lost: [true, null],
}

test('the client runs in Node', async () => {
  const program = `import { ConnectionError, createClient, ServiceError } from 'trademark-read-client'
    const [baseUrl, key, nowhere] = process.argv.slice(2)
    ${PROGRAM}
    console.log(JSON.stringify(result))`
  await writeFile(join(folder, 'program.js'), program)
  const { stdout } = await run(process.execPath, ['program.js', service.address, key, nowhere], {
    cwd: folder,
  })
  expect(JSON.parse(stdout)).toEqual(TOLD)
})

inBrowser('in a browser', () => {
  let browser: Browser
  let page: Page

  beforeAll(async () => {
    await bundle()
    browser = await chromium.launch(BROWSER)
    page = await browser.newPage()
    await page.route(`${service.address}/app/**`, async (route) => {
      const path = new URL(route.request().url()).pathname.slice('/app/'.length)
      await (path === ''
        ? route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>app</title>' })
        : path === 'worker.js'
          ? route.fulfill({ contentType: 'text/javascript', body: WORKER })
          : route.fulfill({ path: join(folder, path) }))
    })
    await page.goto(`${service.address}/app/`)
  })
  afterAll(() => browser?.close())

  const parameters = () => JSON.stringify({ baseUrl: service.address, key, nowhere })

  const WORKER = `import { ConnectionError, createClient, ServiceError } from '/app/bundle.js'
    onmessage = async ({ data: { baseUrl, key, nowhere } }) => { ${PROGRAM}
      postMessage(result) }`

  test('the client runs in a page', async () => {
    const result = await page.evaluate(`(async ({ baseUrl, key, nowhere }) => {
      const { ConnectionError, createClient, ServiceError } = await import('/app/bundle.js')
      ${PROGRAM}
      return result
    })(${parameters()})`)
    expect(result).toEqual(TOLD)
  })

  test('the client runs in a worker', async () => {
    const result = await page.evaluate(`new Promise((resolve, reject) => {
      const worker = new Worker('/app/worker.js', { type: 'module' })
      worker.onmessage = ({ data }) => resolve(data)
      worker.onerror = reject
      worker.postMessage(${parameters()})
    })`)
    expect(result).toEqual(TOLD)
  })

  test('the client does not follow a redirect', async () => {
    await page.route(`${service.address}/moved/**`, (route) =>
      route.fulfill({ status: 302, headers: { Location: `${service.address}/v1/brands/${nroSolicitud}` } }),
    )
    const message = await page.evaluate(`(async ({ baseUrl, key }) => {
      const { createClient } = await import('/app/bundle.js')
      return createClient({ baseUrl: baseUrl + '/moved', key }).getBrand('1').catch(({ message }) => message)
    })(${parameters()})`)
    expect(message).toMatch(/^No response of the service from /)
  })
})

describe('its types', () => {
  const CONSUMER = `
    import {
      type BrandDetail, type BrandQuery, type Client, ConnectionError, createClient, type Limits, ServiceError,
    } from 'trademark-read-client'

    const client: Client = createClient({ baseUrl: 'https://trademarks.example', key: 'tmk_', waits: false, fetch })
    const query: BrandQuery = { q: 'fiordo', clase: 39, estado: 'REGISTRADA', limit: undefined }

    export async function read(signal: AbortSignal): Promise<BrandDetail | undefined> {
      const { items, nextCursor } = await client.searchBrands(query, { signal })
      const end: string | null = nextCursor
      for await (const { denominacion, score } of client.walkBrands({ ...query, cursor: end ?? undefined })) {
        const name: string = denominacion
        const relevance: number | undefined = score
        console.log(name, relevance)
      }
      try {
        return await client.getBrand(items[0]?.nroSolicitud ?? '1')
      } catch (error) {
        if (error instanceof ServiceError && error.code === 'not_found') return undefined
        if (error instanceof ServiceError && error.code === 'a_code_that_is_to_come') console.log(error.retryAfter)
        if (error instanceof ConnectionError) console.log(error.status, error.cause)
        throw error
      }
    }

    export function describe({ estado, clases }: BrandDetail): string {
      switch (estado) {
        case 'REGISTRADA':
          return clases.map(({ clase }) => clase.toFixed()).join()
        case 'A_CODE_THAT_IS_TO_COME':
          return estado
        default:
          return estado.toLowerCase()
      }
    }

    export const left = ({ burst, month }: Limits): number => burst.remaining + month.remaining

    // @ts-expect-error: a code with a mistake
    client.searchBrands({ estado: 'REGISTRDA' })
    // @ts-expect-error: a parameter with a mistake
    client.searchBrands({ clas: 39 })
    // @ts-expect-error: a class as text
    client.walkBrands({ clase: '39' })
    // @ts-expect-error: a number that is no text
    client.getBrand(1132851)
    // @ts-expect-error: no key
    createClient({ baseUrl: 'https://trademarks.example' })
    // @ts-expect-error: a field that there is not
    client.getBrand('1').then((brand) => brand.estada)
    // @ts-expect-error: null is not handled
    client.getBrand('1').then((brand) => brand.nroRegistro.length)
  `

  const STRICT = {
    strict: true,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: false,
    noEmit: true,
    target: 'es2022',
  }
  const nodeTypes = join(ROOT, 'node_modules/@types')

  test.each([
    [
      'a browser, with a bundler',
      { lib: ['es2022', 'dom'], types: [], module: 'esnext', moduleResolution: 'bundler' },
    ],
    ['a worker', { lib: ['es2022', 'webworker'], types: [], module: 'nodenext' }],
    ['Node', { lib: ['es2022'], types: ['node'], typeRoots: [nodeTypes], module: 'nodenext' }],
  ])('compile in a strict program for %s', async (name, options) => {
    const project = join(folder, name.replaceAll(/\W+/g, '-'))
    await mkdir(project)
    await writeFile(join(project, 'consumer.ts'), CONSUMER)
    await writeFile(
      join(project, 'tsconfig.json'),
      JSON.stringify({ compilerOptions: { ...STRICT, ...options }, files: ['consumer.ts'] }),
    )
    const tsc = join(ROOT, 'node_modules/typescript/bin/tsc')
    const { stdout } = await run(process.execPath, [tsc, '-p', project]).catch((failed) => failed)
    expect(stdout).toBe('')
  })
})
