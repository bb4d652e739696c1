import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { Database } from '../../shared/db/database.ts'
import { ensureSearchIndex } from '../../shared/search/index/rebuild-index.ts'
import { startTestService, type TestService } from '../../test/support/service.ts'
import { record, rowsOf, stagedRun } from '../../test/support/staged-run.ts'
import { type ClientOptions, createClientWithWait } from './client.ts'
import type { ChangePage, Client, WatchOptions } from './index.ts'

let service: TestService
let ingest: Database
let key: string
/** A cursor after the load of the corpus. */
let loaded: string
beforeAll(async () => {
  service = await startTestService()
  ingest = service.database.open('trademark_ingest')
  key = await service.key()
  await ensureSearchIndex(service.owner)
  await addMarks(1)
  loaded = (await clientOf().listChanges({ desde: '2126-01-01T00:00:00Z' })).nextCursor
})
afterAll(() => service.stop())

let marks = 0
let editions = 0
/** Runs a sheet with this many new marks. */
async function addMarks(count: number): Promise<void> {
  const records = Array.from({ length: count }, () => record(String(++marks)))
  const edition = `2026-11-${String(++editions).padStart(2, '0')}`
  const rows = rowsOf(records, { fechaFuente: edition })
  await stagedRun(ingest, rows, { sheet: { name: 'solicitudes', edition } })
}

/** A client whose waits run `meanwhile` instead of waiting. */
const clientOf = (
  options: Partial<ClientOptions> = {},
  meanwhile: (seconds: number) => unknown = () => {},
): Client =>
  createClientWithWait({ baseUrl: service.address, key, ...options }, async (seconds, signal) => {
    await meanwhile(seconds)
    signal?.throwIfAborted()
  })

/** A fetch that fails `failures` times, and then reaches the service. */
function failing(fail: () => Response, failures: number): { fetch: typeof fetch; calls(): number } {
  let calls = 0
  return {
    fetch: async (input, init) => (calls++ < failures ? fail() : fetch(input, init)),
    calls: () => calls,
  }
}

/** Reads pages until they have had this many items. */
async function firstItems(client: Client, count: number, cursor: string, options?: WatchOptions) {
  const pages: ChangePage[] = []
  const items: ChangePage['items'] = []
  for await (const page of client.watchChanges({ cursor, limit: 2 }, options)) {
    pages.push(page)
    items.push(...page.items)
    if (items.length >= count) break
  }
  return { pages, numbers: items.map(({ nroSolicitud }) => Number(nroSolicitud)) }
}

const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, place) => first + place)

test('watchChanges yields every change once as runs commit, and pauses only when nothing newer exists', async () => {
  const waits: number[] = []
  const client = clientOf({}, async (seconds) => {
    waits.push(seconds)
    if (waits.length > 1) await addMarks(3)
  })
  const before = marks
  await addMarks(5)
  const { numbers } = await firstItems(client, 11, loaded, { pollSeconds: 7 })
  expect(numbers).toEqual(range(before + 1, before + 11))
  expect(waits).toEqual([7, 7, 7])
})

test('watchChanges continues after the last page that was handled', async () => {
  const before = marks
  const behind = (await clientOf().listChanges({ desde: '2126-01-01T00:00:00Z' })).nextCursor
  await addMarks(4)
  const { pages } = await firstItems(clientOf(), 2, behind)
  const { numbers } = await firstItems(clientOf(), 2, pages.at(-1)?.nextCursor ?? '')
  expect(numbers).toEqual([before + 3, before + 4])
})

const unavailable = (): Response =>
  Response.json({ error: { code: 'not_ready', message: 'Not ready', requestId: 'r' } }, { status: 503 })
const unreachable = (): Response => {
  throw new TypeError('fetch failed')
}

test.each([
  ['an error of the server', unavailable],
  ['a failed connection', unreachable],
])('watchChanges asks again after %s, ten times in a row', async (_, fail) => {
  const { numbers } = await firstItems(clientOf(failing(fail, 10)), 2, loaded)
  expect(numbers).toEqual([2, 3])
  const longer = failing(fail, 11)
  await expect(firstItems(clientOf(longer), 2, loaded)).rejects.toThrow()
  expect(longer.calls()).toBe(11)
})

test('watchChanges throws at once for an error that a retry would not resolve', async () => {
  const gone = (): Response =>
    Response.json({ error: { code: 'gone', message: 'Gone', requestId: 'r' } }, { status: 410 })
  const client = failing(gone, 1)
  await expect(firstItems(clientOf(client), 2, loaded)).rejects.toMatchObject({ code: 'gone', status: 410 })
  expect(client.calls()).toBe(1)
})

test('watchChanges ends with the reason of its signal while it pauses', async () => {
  const controller = new AbortController()
  const client = clientOf({}, () => controller.abort(new Error('enough')))
  await expect(firstItems(client, 1_000, loaded, { signal: controller.signal })).rejects.toThrow('enough')
})
