import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { cp, readFile, symlink, writeFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { delimiter, dirname, join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BrandDetail, BrandPage } from '../../schemas/brand.ts'
import type { Change, ChangePage } from '../../schemas/change.ts'
import { startCommand } from '../support/command-process.ts'
import {
  curlCommandsOf,
  fencesOf,
  LANGUAGES,
  pageIds,
  readPage,
  SAMPLES,
  sampleCommandsOf,
} from '../support/documentation.ts'
import { freePort } from '../support/free-port.ts'
import { installClient } from '../support/packed-client.ts'
import { copyPreparedData } from '../support/prepared-data.ts'
import { endServices, ServiceProcess } from '../support/process.ts'
import { ask } from '../support/service.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { until } from '../support/until.ts'
import { walkBrands } from '../support/walk.ts'

const isThere = (program: string): boolean => spawnSync(program, ['--version']).status === 0
/** The programs besides Node that the samples need and this machine lacks. */
const missing = ['curl', 'python3'].filter((program) => !isThere(program))

/** `test`, or `test.skip` if this machine lacks a program that the command needs. */
const testOf = (command: string): typeof test | typeof test.skip => {
  const program = command.replace(/^sh /, 'curl ').split(' ')[0] ?? ''
  return missing.includes(program) ? test.skip : test
}

/** Commands that run a whole program, without the commands of the first response. */
const commands = ['integrators', 'agents'].flatMap((id) => sampleCommandsOf(readPage('en', id)))
const ofAllPages = LANGUAGES.flatMap((language) => pageIds(language).map((id) => readPage(language, id)))
const curlCommands = [...new Set(ofAllPages.flatMap(curlCommandsOf))]

/** The result of a program. */
interface Ended {
  code: number | null
  out: string
  err: string
}

/** Schedules without a run during the tests, so that the corpus does not change between a code sample and its comparison. */
const NO_MORE_RUNS = {
  SHEETS_SCHEDULE: '0 0 29 2 *',
  BULLETIN_SCHEDULE: '0 0 29 2 *',
  PORTAL_SCHEDULE: '0 0 29 2 *',
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let address: string
let sampleKey: string
let roomyKey: string

beforeAll(async () => {
  folder = await temporaryFolder()
  await copyPreparedData(join(folder.path, 'data'))
  const service = new ServiceProcess({ DATA_DIR: join(folder.path, 'data'), ...NO_MORE_RUNS })
  address = await service.address()
  await until(() => service.output.includes('Ctrl-C'))
  sampleKey = (await readFile(join(folder.path, 'data/sample-key'), 'utf8')).trim()
  roomyKey = await makeKey('--burst', '100000')
  await cp(SAMPLES, saved(), { recursive: true })
  await installClient(saved())
  await symlink(
    fileURLToPath(new URL('../../node_modules/@modelcontextprotocol', import.meta.url)),
    join(saved(), 'node_modules/@modelcontextprotocol'),
  )
})

afterAll(async () => {
  endServices()
  await folder.remove()
})

async function makeKey(...terms: string[]): Promise<string> {
  const words = ['create', '--consumer', 'reader', '--unrestricted', '--json', ...terms]
  const { out } = await startCommand('scripts/keys.ts', words, { DATA_DIR: join(folder.path, 'data') }).ended
  return JSON.parse(out).key
}

/** Runs a command in a shell whose Node is the Node of this test. */
async function type(command: string, cwd: string, environment: Record<string, string>): Promise<Ended> {
  const PATH = [dirname(process.execPath), process.env.PATH].join(delimiter)
  const child = spawn('sh', ['-c', command], {
    cwd,
    env: { PATH, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = once(child, 'close')
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), closed])
  return { code: code as number | null, out, err }
}

/** Returns the folder of a reader who saved the samples, and installed the packages that two of them need. */
const saved = (): string => join(folder.path, 'saved')

/** Runs a code sample in the way that its page describes. */
const run = (command: string, key: string, url: string = address): Promise<Ended> =>
  type(command, saved(), { TRADEMARK_URL: url, TRADEMARK_API_KEY: key })

const read = async <Body>(path: string): Promise<Body> =>
  (await ask({ address }, path, { key: roomyKey })).body as Body

/** Returns all marks with the status REGISTRADA, in pages of another size than the samples use. */
const registered = () => walkBrands({ service: { address }, key: roomyKey }, { estado: 'REGISTRADA' }, [37])

/** Returns the expected output of the samples in TypeScript and Python. */
async function threeSteps(): Promise<string> {
  const { items } = await read<BrandPage>('/v1/brands?q=fiordo')
  const detail = await read<BrandDetail>(`/v1/brands/${items[0]?.nroSolicitud}`)
  return [
    'Found by name:',
    ...items.map(({ score, nroSolicitud, denominacion, estado }) =>
      [score, nroSolicitud, denominacion, estado].join('\t'),
    ),
    'The first of them in detail:',
    ...detail.personas.map(({ rol, nombre }) => `${rol}\t${nombre}`),
    ...detail.anotaciones.map(({ fecha, descripcion }) => `${fecha}\t${descripcion}`),
    'Those whose status is REGISTRADA:',
    ...(await registered()).map(({ nroSolicitud, denominacion }) => `${nroSolicitud}\t${denominacion}`),
    '',
  ].join('\n')
}

/** The expected output of each sample, from the service itself. */
const PRINTED: Readonly<Record<string, () => Promise<string>>> = {
  'sh search.sh': async () => `${JSON.stringify(await read('/v1/brands?q=fiordo'))}\n`,
  'sh detail.sh 1132851': async () => `${JSON.stringify(await read('/v1/brands/1132851'))}\n`,
  'sh walk.sh': async () => (await registered()).map(({ nroSolicitud }) => `${nroSolicitud}\n`).join(''),
  'node quick-start.ts': threeSteps,
  'python3 quick_start.py': threeSteps,
  'node client.ts': threeSteps,
  'node mcp-client.ts': async () => {
    const { items } = await read<BrandPage>('/v1/brands?q=fiordo&limit=3')
    const details = items.map(({ nroSolicitud }) => read<BrandDetail>(`/v1/brands/${nroSolicitud}`))
    const lines = (await Promise.all(details)).map(({ nroSolicitud, denominacion, estadoOficina }) =>
      [nroSolicitud, denominacion, estadoOficina].join('\t'),
    )
    return ['search_brands', 'get_brand_detail', ...lines, ''].join('\n')
  },
}

test('the pages show how to run these samples', () => {
  expect(commands.toSorted()).toEqual(Object.keys(PRINTED).toSorted())
})

for (const program of missing) {
  test.skip(`all samples that need ${program}, which this machine lacks`, () => {})
}

test('the listing that the samples paginate has several pages, and each mark once', async () => {
  const numbers = (await registered()).map(({ nroSolicitud }) => nroSolicitud)
  expect(numbers.length).toBeGreaterThan(50)
  expect(new Set(numbers).size).toBe(numbers.length)
})

testOf('python3 first.py').each(sampleCommandsOf(readPage('en', 'quick-start')))(
  'the first response: %s prints the found marks, and fails with a wrong key',
  async (command) => {
    const { items } = await read<BrandPage>('/v1/brands?q=fiordo')
    const lines = items.map(({ nroSolicitud, denominacion, estado }) =>
      [nroSolicitud, denominacion, estado].join(' '),
    )
    expect(await run(command, sampleKey)).toEqual({ code: 0, out: [...lines, ''].join('\n'), err: '' })
    expect((await run(command, sampleKey.replace(/.$/, '_'))).code).toBe(1)
  },
)

describe.each(commands)('%s', (command) => {
  const test = testOf(command)

  const expected = (): Promise<string> => PRINTED[command]?.() ?? Promise.reject(new Error(command))

  test('prints the data of the service, with the sample key of a fresh start', async () => {
    expect(await run(command, sampleKey)).toEqual({ code: 0, out: await expected(), err: expect.any(String) })
  })

  test('reports a wrong key, and ends with exit code 1', async () => {
    const { code, out, err } = await run(command, sampleKey.replace(/.$/, '_'))
    expect(code).toBe(1)
    expect(err).toMatch(/"unauthorized".*"requestId":".*\n$/)
    expect(err).not.toMatch(/^\s+at |Traceback/m)
    expect(out).not.toMatch(/\d/)
  })

  test('ends with an error if no key is set', async () => {
    const { code, err } = await run(command, '')
    expect(code).toBeGreaterThan(0)
    expect(err).toMatch(/"unauthorized"|TRADEMARK_API_KEY: is not set|key is empty/)
  })

  test('does not wait for the end of the month when the monthly quota is used up', async () => {
    const key = await makeKey('--quota', '1')
    await ask({ address }, '/v1/brands/0', { key })
    const { code, err } = await run(command, key)
    expect(code).toBe(1)
    expect(err).toMatch(/"quota_exceeded".*"requestId":"/)
    expect(err).not.toMatch(/^\s+at |Traceback/m)
  })

  test('waits for Retry-After when the burst is used up', async () => {
    const door = await refuseOnce()
    try {
      expect(await run(command, roomyKey, door.address)).toMatchObject({ code: 0, out: await expected() })
      expect(door.refused()).toBe(1)
    } finally {
      door.close()
    }
  })

  test('reports in one line the address that does not answer and the reason, and ends with exit code 1', async () => {
    const port = await freePort()
    const { code, err } = await run(command, roomyKey, `http://127.0.0.1:${port}`)
    expect(code).toBe(1)
    expect(err).toMatch(
      new RegExp(`^.*127\\.0\\.0\\.1( port |:)${port}\\b.*(refused|ECONNREFUSED|connect to server).*\\n$`),
    )
  })
})

/** Starts a proxy of the service that refuses the first request for data, as if the burst were used up. */
async function refuseOnce(): Promise<{ address: string; refused(): number; close(): void }> {
  let refused = 0
  const server: Server = createServer(async (request, response) => {
    const body = await buffer(request)
    const isCall = request.method === 'GET' || body.includes('tools/call')
    if (isCall && refused === 0) {
      refused++
      response.writeHead(429, { 'Retry-After': '1', 'Content-Type': 'application/json' })
      response.end(JSON.stringify({ error: { code: 'rate_limited', retryAfter: 1 } }))
    } else {
      await passOn(request, body, response)
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    address: `http://127.0.0.1:${port}`,
    refused: () => refused,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

async function passOn(
  { url, method = '', headers }: IncomingMessage,
  body: Buffer,
  response: ServerResponse,
): Promise<void> {
  const kept = ['x-api-key', 'content-type', 'accept', 'mcp-protocol-version'].flatMap((name) => {
    const value = headers[name]
    return typeof value === 'string' ? [[name, value] as [string, string]] : []
  })
  const answer = await fetch(address + url, { method, headers: kept, ...(body.length > 0 ? { body } : {}) })
  response.writeHead(answer.status, { 'Content-Type': answer.headers.get('content-type') ?? '' })
  response.end(Buffer.from(await answer.arrayBuffer()))
}

/** Runs a command of a page with curl, and returns the status of the response. */
const statusOf = async (command: string): Promise<Ended> => {
  const changes = await ask({ address }, '/v1/changes?desde=2026-11-02T00:00:00Z', { key: roomyKey })
  const quiet = command.replace('curl ', `curl -sS -o /dev/null -w '%{http_code}' `)
  return type(quiet.replaceAll('{base_url}', address), folder.path, {
    KEY: roomyKey,
    CURSOR: changes.body.nextCursor,
  })
}

test('watch.ts posts changes again that its webhook refused, and stores the cursor after those it accepted', async () => {
  const posts: Change[][] = []
  const webhook = createServer(async (request, response) => {
    posts.push(JSON.parse(await text(request)))
    response.writeHead(posts.length === 1 ? 500 : 204).end()
  }).listen(0, '127.0.0.1')
  await once(webhook, 'listening')
  const hook = `http://127.0.0.1:${(webhook.address() as AddressInfo).port}`
  const place = join(saved(), 'changes.cursor')
  const load = await read<ChangePage>('/v1/changes?desde=2026-01-01T00:00:00Z&limit=1')
  const behindLoad = await read<ChangePage>(`/v1/changes?cursor=${load.nextCursor}&clase=39,41&limit=100`)
  await writeFile(place, load.nextCursor)

  expect(await run(`node watch.ts ${hook}`, roomyKey)).toMatchObject({
    code: 1,
    err: expect.stringContaining('The webhook answered 500'),
  })
  expect(await readFile(place, 'utf8')).toBe(load.nextCursor)

  const watching = run(`exec node watch.ts ${hook} & echo $! > watch.pid; wait`, roomyKey)
  await until(async () => (await readFile(place, 'utf8')) === behindLoad.nextCursor)
  process.kill(Number(await readFile(join(saved(), 'watch.pid'), 'utf8')))
  await watching
  webhook.close()
  expect(behindLoad.items.length).toBeGreaterThan(1)
  expect(posts).toEqual([behindLoad.items, behindLoad.items])
})

testOf('curl').each(curlCommands)('a command of a page succeeds: %s', async (command) => {
  expect(await statusOf(command)).toEqual({ code: 0, out: '200', err: '' })
})

test('the error on the page is the error of the service', async () => {
  const [example] = fencesOf(readPage('en', 'errors')).filter(({ language }) => language === 'json')
  const { error } = JSON.parse(example?.code ?? '')
  const { body } = await ask({ address }, '/v1/brands?clas=33', { key: roomyKey })
  expect(body.error).toEqual({ ...error, requestId: expect.any(String) })
})

describe('the example on the page on pagination', () => {
  const fences = fencesOf(readPage('en', 'paging'))
  const code = (wanted: string): string => fences.find(({ language }) => language === wanted)?.code ?? ''
  const path = code('sh').match(/\{base_url\}(?<path>[^']+)/)?.groups?.path ?? ''

  test('is the response to its command', async () => {
    const { headers, body } = await ask({ address }, path, { key: roomyKey })
    // The page shows a register; this corpus is the sample, whose date is the day of its start.
    const { sample, ...others } = body
    expect(sample).toBe(true)
    expect(JSON.parse(code('json'))).toEqual({ ...others, fechaCorpus: expect.any(String) })
    expect(code('http')).toBe(`Link: ${headers.get('link')}\n`)
  })

  test('has a valid cursor, which is refused with other parameters', async () => {
    const { nextCursor } = JSON.parse(code('json'))
    const cursor = { cursor: nextCursor }
    const next = `/v1/brands?clase=39&fechaHasta=2016-10-13&${new URLSearchParams(cursor)}`
    expect(await ask({ address }, next, { key: roomyKey })).toMatchObject({ status: 200 })
    const other = `/v1/brands?clase=41&${new URLSearchParams(cursor)}`
    expect(await ask({ address }, other, { key: roomyKey })).toMatchObject({ status: 400 })
  })
})

test('every page on data has a curl command', () => {
  const pages = [
    'index',
    'quick-start',
    'agents',
    'searching',
    'paging',
    'errors',
    'limits',
    'freshness',
    'data',
    'changes',
  ]
  expect(pages.filter((id) => curlCommandsOf(readPage('en', id)).length === 0)).toEqual([])
})
