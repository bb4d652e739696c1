import { once } from 'node:events'
import { globSync } from 'node:fs'
import { get as getPlain, type IncomingMessage } from 'node:http'
import { get as getTls } from 'node:https'
import { connect, type Socket } from 'node:net'
import { basename } from 'node:path'
import { text } from 'node:stream/consumers'
import { connect as connectTls } from 'node:tls'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { REST_DEADLINE_MS } from '../../local/routes.ts'
import { makeCertificate, OPENSSL } from '../support/certificate.ts'
import { openReport } from '../support/figures.ts'
import { loadMarks } from '../support/load-marks.ts'
import { sampleMarks } from '../support/marks.ts'
import { endServices, ServiceProcess } from '../support/process.ts'
import { residentMegabytes } from '../support/process-memory.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { makeKey } from '../support/test-keys.ts'
import { until } from '../support/until.ts'
import { ROOMY } from './killing.ts'
import { EVERY_OPERATION, sendGet, startTraffic } from './traffic.ts'

const STALLED = 2_000
const SLOW_READERS = 400
const MAX_MEGABYTES = 350

const report = openReport('stalled-clients', 'Stalled clients')

let database: TestDatabase
let folder: Awaited<ReturnType<typeof temporaryFolder>>
let key: string

beforeAll(async () => {
  database = await createTestDatabase()
  folder = await temporaryFolder()
  await loadMarks(database.open('owner'), sampleMarks())
  key = (await makeKey(database.open('owner'), ROOMY)).key
})
const sockets: Socket[] = []
/** Disconnects the stalled clients: a stopping service would wait for them to read their responses. */
function disconnect(): void {
  for (const socket of sockets.splice(0)) {
    socket.destroy()
  }
}
afterEach(() => {
  disconnect()
  endServices()
})
afterAll(async () => {
  await database.drop()
  await folder.remove()
})

/** Starts the service in a process of its own, so that its memory does not include the clients. */
async function start(settings: Record<string, string> = {}) {
  const service = new ServiceProcess({ DATABASE_URL: database.url, DATA_DIR: folder.path, ...settings })
  const address = await service.address()
  return { service, address, memory: () => residentMegabytes(service.child.pid ?? 0) }
}

/** Connects from a loopback address, sends some bytes and reads nothing. */
async function stall(address: string, from: string, bytes: string): Promise<Socket> {
  const { hostname, port, protocol } = new URL(address)
  const tcp = connect({ host: hostname, port: Number(port), localAddress: from }).on('error', () => {})
  const socket = protocol === 'https:' ? connectTls({ socket: tcp, rejectUnauthorized: false }) : tcp
  sockets.push(socket.on('error', () => {}))
  await once(tcp, 'connect').catch(() => {}) // the service may refuse it
  socket.write(bytes)
  return socket
}

/** The GET requests, each on a new connection: an idle connection may be closed while a request is sent on it. */
const CALLS = EVERY_OPERATION.filter(({ kind }) => kind.startsWith('/')).map((call) => ({
  ...call,
  send: sendGet(call.kind, { connection: 'close' }),
}))

const BODILESS = 'POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\n'

/** Reads a path on a new connection; accepts the self-signed certificate of the tests. */
async function read(address: string, path: string): Promise<{ status: number | undefined; text: string }> {
  const get = address.startsWith('https:') ? getTls : getPlain
  const sent = get(address + path, { agent: false, rejectUnauthorized: false })
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: response.statusCode, text: await text(response) }
}

/** Returns the path of the largest document, the script of the API reference; its folder is linked in the pages. */
async function largestDocument(address: string): Promise<string> {
  const page = await read(address, '/docs')
  const folder = /\/docs\/assets-[^/]+\//.exec(page.text)?.[0] ?? ''
  const [file] = globSync('docs/site/dist/assets-*/swagger-ui-*.js')
  const path = folder + basename(file ?? '')
  expect((await read(address, path)).text.length).toBeGreaterThan(1_000_000)
  return path
}

const unread = (path: string): string => `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`

describe.each([
  ['another address', '127.0.0.2'],
  ['their own address', '127.0.0.1'],
])(`${STALLED} clients at %s that send no body, and ${STALLED} that do not read`, (place, from) => {
  test('leave every request of another client answered correctly within its deadline', async () => {
    const { service, address, memory } = await start()
    const script = await largestDocument(address)
    const traffic = startTraffic(CALLS, { address, key, clients: 1, pauseMs: 50 })
    for (let opened = 0; opened < STALLED; opened++) {
      await stall(address, from, BODILESS)
      const reader = await stall(address, from, unread(script))
      await Promise.race([once(reader, 'readable'), once(reader, 'close')])
    }
    const during = traffic.outcomes.length
    await until(() => traffic.outcomes.length > during + 20 * CALLS.length)
    await traffic.stop()
    // The deadline of /health is shorter, but a client on the same busy machine adds its own time to it.
    const wrong = traffic.outcomes.filter(
      ({ verdict, tookMs }) => verdict !== 'right' || tookMs > REST_DEADLINE_MS,
    )
    expect(wrong).toEqual([])
    expect(during).toBeGreaterThan(CALLS.length)
    const longest = Math.max(...traffic.outcomes.map(({ tookMs }) => tookMs))
    report(`longest of ${traffic.outcomes.length} answers, attack from ${place}`, `${Math.round(longest)} ms`)
    report(`resident memory, attack from ${place}`, `${Math.round(await memory())} MB`)
    disconnect()
    await service.stop()
  })
})

describe.each(OPENSSL === undefined ? ['http'] : ['http', 'https'])('over %s', (scheme) => {
  test(`${SLOW_READERS} clients that request the largest document and read nothing keep the service under ${MAX_MEGABYTES} MB, and /health answers`, async () => {
    const tls = scheme === 'https' ? makeCertificate(folder.path, 'localhost') : undefined
    const { service, address, memory } = await start(
      tls === undefined ? {} : { TLS_CERT_FILE: tls.certFile, TLS_KEY_FILE: tls.keyFile },
    )
    const script = await largestDocument(address)
    const before = await memory()
    const readers = Array.from({ length: SLOW_READERS }, async () => {
      const socket = await stall(address, '127.0.0.1', unread(script))
      await once(socket, 'readable') // the response has begun
    })
    await Promise.all(readers)
    expect((await read(address, '/health')).status).toBe(200)
    const after = await memory()
    report(
      `resident memory before and with ${SLOW_READERS} slow readers over ${scheme}`,
      `${Math.round(before)} and ${Math.round(after)} MB`,
    )
    expect(after).toBeLessThan(MAX_MEGABYTES)
    disconnect()
    await service.stop()
  })
})
