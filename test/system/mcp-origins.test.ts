import { afterAll, beforeAll, expect, test } from 'vitest'
import { endServices, ServiceProcess } from '../support/process.ts'
import { parseAnswer, sendRaw } from '../support/raw-http.ts'
import { ask } from '../support/service.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'

const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' })
const PONG = { jsonrpc: '2.0', id: 1, result: {} }

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let database: TestDatabase
let address: string
let running: ServiceProcess
beforeAll(async () => {
  folder = await temporaryFolder()
  database = await createTestDatabase()
  // The start of a register loads no sample.
  await database.open('owner').query({ text: `update corpus_state set kind = 'register'`, parameters: [] })
  running = new ServiceProcess({
    DATA_DIR: folder.path,
    DATABASE_URL: database.url,
    PUBLIC_URL: 'https://marks.example/',
    ALLOWED_ORIGINS: 'https://app.example, http://localhost:3000/',
  })
  address = await running.address()
})
afterAll(async () => {
  await running.stop()
  endServices()
  await database.drop()
  await folder.remove()
})

const ping = (origin: string) =>
  ask({ address }, '/mcp', {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json' },
    body: PING,
  })

test.each(['https://marks.example', 'https://app.example', 'http://localhost:3000'])(
  'PUBLIC_URL and ALLOWED_ORIGINS let the pages of %s call /mcp',
  async (origin) => {
    expect((await ping(origin)).body).toEqual(PONG)
  },
)

test('pages of the own address may call /mcp', async () => {
  expect((await ping(address)).body).toEqual(PONG)
})

test.each([
  'http://marks.example',
  'https://marks.example:8443',
  'https://evil.example',
  'null',
  'http://localhost',
])('pages of other origins may not call /mcp: %s', async (origin) => {
  const { status, headers, body } = await ping(origin)
  expect({ status, code: body.error.code }).toEqual({ status: 403, code: 'origin_not_allowed' })
  expect(body.error.requestId).toBe(headers.get('x-request-id'))
})

test('with PUBLIC_URL any Host passes, because a proxy may have written it', async () => {
  const head = `POST /mcp HTTP/1.1\r\nHost: marks.example\r\nConnection: close\r\nContent-Type: application/json`
  const bytes = `${head}\r\nContent-Length: ${PING.length}\r\n\r\n${PING}`
  expect(parseAnswer(await sendRaw(address, bytes))).toMatchObject({ status: 200, body: PONG })
})
