import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ESTADOS, type Estado } from '../../../schemas/catalogs.ts'
import { type SampleMark, sampleMarks } from '../../../test/support/marks.ts'
import { type Answer, ask, startTestService, type TestService } from '../../../test/support/service.ts'
import {
  entry,
  record,
  rowsOf,
  stagedEdition,
  stagedPortal,
  stagedRun,
} from '../../../test/support/staged-run.ts'
import { replaceRuns, runRow } from '../../../test/support/sync-runs.ts'
import { makeKey } from '../../../test/support/test-keys.ts'
import type { Database } from '../../db/database.ts'
import { setDatabases } from '../../db/serving.ts'
import { monthlyUsage } from '../../keys/keys.ts'
import { digest } from '../../platform/digest.ts'
import { VERSION } from '../../platform/version.ts'
import { ensureSearchIndex } from '../../search/index/rebuild-index.ts'

const [mark, ...marks] = sampleMarks().slice(0, 40) as [SampleMark, ...SampleMark[]]
const DETAIL = `/v1/brands/${mark.nroSolicitud}`
const RUNS = '/v1/sync-runs?limit=5'

let service: TestService
let key: string
let id: string
beforeAll(async () => {
  service = await startTestService({ marks: [mark, ...marks] })
  ;({ key, id } = await makeKey(service.owner, { monthlyQuota: 1_000_000, burstPerMinute: 100_000 }))
})
afterAll(() => service.stop())

const get = (path: string, ifNoneMatch?: string): Promise<Answer> =>
  ask(service, path, { key, headers: ifNoneMatch === undefined ? {} : { 'if-none-match': ifNoneMatch } })
const tagOf = async (path: string): Promise<string> => (await get(path)).headers.get('etag') ?? ''
const used = async (): Promise<number> => (await monthlyUsage(service.owner, { id }))[0]?.used ?? Number.NaN

describe.each([
  ['a brand', DETAIL],
  ['a listing', '/v1/brands?limit=3'],
  ['a search', `/v1/brands?q=${encodeURIComponent(mark.denominacion)}&limit=3`],
  ['the history of runs', RUNS],
])('%s', (_, path) => {
  const free = path === RUNS ? 0 : 1

  test('has a weak ETag, which is the same for the same request', async () => {
    const tag = await tagOf(path)
    expect(tag).toMatch(/^W\/"[\w-]+"$/)
    expect(await tagOf(path)).toBe(tag)
  })

  test('answers a matching tag with 304: no body, but the headers of the response', async () => {
    const tag = await tagOf(path)
    const { status, headers, body } = await get(path, tag)
    expect({ status, body, tag: headers.get('etag') }).toEqual({ status: 304, body: undefined, tag })
    expect(headers.get('cache-control')).toBe('private, no-cache')
    expect(headers.get('vary')).toBe((await get(path)).headers.get('vary'))
    expect([headers.get('content-type'), headers.get('content-length')]).toEqual([null, null])
    expect(headers.get('x-request-id')).not.toBeNull()
  })

  test.each([
    ['as a strong tag', (tag: string) => tag.slice(2)],
    ['unchanged', (tag: string) => tag],
    ['as the tenth tag of a list', (tag: string) => `${'"x", '.repeat(9)}${tag}, W/"b"`],
  ])('matches its tag %s; only calls for the history of runs are charged', async (_, write) => {
    const tag = await tagOf(path)
    const before = await used()
    expect((await get(path, write(tag))).status).toBe(304)
    expect(await used()).toBe(before + 1 - free)
  })

  test.each([
    ['as the eleventh tag of a list', (tag: string) => `${'"x", '.repeat(10)}${tag}`],
    ['as *', () => '*'],
  ])('matches its tag %s; the call is charged, because the response was computed', async (_, write) => {
    const tag = await tagOf(path)
    const before = await used()
    expect((await get(path, write(tag))).status).toBe(304)
    expect(await used()).toBe(before + 1)
  })

  test.each([
    ['another tag', () => 'W/"1-aaaaaaaaaaaa"'],
    ['its tag without quotes', (tag: string) => tag.slice(3, -1)],
    ['a truncated tag', (tag: string) => tag.slice(0, -1)],
    ['an empty header', () => ''],
    ['a malformed list', (tag: string) => `${tag} ${tag}`],
    ['the tag of another request', () => tagOf('/v1/brands?limit=4')],
  ])('does not match %s', async (_, write) => {
    const answer = await get(path, await write(await tagOf(path)))
    expect(answer.status).toBe(200)
    expect(answer.body).toBeDefined()
  })

  test('is sent in full for any other If-None-Match', async () => {
    const visible = fc.string({
      unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
    })
    await fc.assert(
      fc.asyncProperty(visible, async (header) => {
        fc.pre(header.trim() !== '*')
        expect((await get(path, header)).status).toBe(200)
      }),
      { numRuns: 10 },
    )
  })

  test('answers HEAD with 304, too', async () => {
    const headers = { 'if-none-match': await tagOf(path) }
    expect((await ask(service, path, { key, method: 'HEAD', headers })).status).toBe(304)
  })
})

test('a 304 counts for the burst', async () => {
  const few = await service.key({ burstPerMinute: 2 })
  const first = await ask(service, DETAIL, { key: few })
  const headers = { 'if-none-match': first.headers.get('etag') ?? '' }
  const statuses = []
  for (let time = 0; time < 2; time++) {
    statuses.push((await ask(service, DETAIL, { key: few, headers })).status)
  }
  expect(statuses).toEqual([304, 429])
})

test('a run without changes changes the tag of the history of runs, and not the tags of marks', async () => {
  const [runs, brand] = [await tagOf(RUNS), await tagOf(DETAIL)]
  await replaceRuns(service.owner, [runRow({ source: 'sheets', finished_at: '2026-01-02T12:00:00.000Z' })])
  expect((await get(RUNS, runs)).status).toBe(200)
  expect((await get(DETAIL, brand)).status).toBe(304)
})

/** Returns the digest of a request. A client can compute this digest without a secret. */
const digestOf = (path: string): string => digest(`${VERSION} ${path.replace(/^[^?]+$/, '$&?')}`, 12)

describe('a tag that the service has not sent', () => {
  test.each([
    ['an unknown number', '/v1/brands/1', 404],
    ['an invalid request', '/v1/brands?limit=0', 400],
  ])('for %s, made by a client, changes neither the response nor the charge', async (_, path, status) => {
    const before = await used()
    const known = await tagOf(DETAIL)
    const computed = `${known.slice(0, known.indexOf('-'))}-${digestOf(path)}"`
    for (const tag of [known, await tagOf('/v1/brands?limit=3'), computed, '*']) {
      expect((await get(path, tag)).status).toBe(status)
    }
    expect(await used()).toBe(before + 6)
  })

  test('for the next corpus version, made from a tag of the current version, does not match', async () => {
    const [version, code] = (await tagOf(DETAIL)).slice(3, -1).split('-') as [string, string]
    const next = (Number.parseInt(version, 36) + 1).toString(36)
    await service.owner.query({
      text: `update search.version set created_at = created_at + interval '1 microsecond'`,
      parameters: [],
    })
    expect((await get(DETAIL, `W/"${next}-${code}"`)).status).toBe(200)
    expect((await get(DETAIL)).headers.get('etag')).toMatch(`W/"${next}-`)
  })
})

test('another process on the same database sends the same tags', async () => {
  const tag = await tagOf(DETAIL)
  setDatabases({ serving: service.database.open('trademark_serve') })
  expect(await tagOf(DETAIL)).toBe(tag)
})

test.each(['/v1/freshness', '/v1/brands/1', '/v1/brands?limit=0', '/health'])(
  '%s has no ETag and must not be stored',
  async (path) => {
    const { headers, status } = await get(path, '*')
    expect(status).not.toBe(304)
    expect([headers.get('etag'), headers.get('cache-control')]).toEqual([null, 'no-store'])
  },
)

/** Returns a body without the dates of editions, which may change alone (docs/decisions.md#records: fuentes). */
const withoutDates = ({ body }: Answer): string =>
  JSON.stringify(body, (name, value) => (name === 'fechaFuente' ? undefined : value))

test('after any sequence of runs, a changed response is never answered with 304', async () => {
  const ingest = service.database.open('trademark_ingest')
  await ensureSearchIndex(service.owner)
  const [day, estado] = [fc.integer({ min: 2, max: 9 }), fc.constantFrom<Estado>('SOLICITADA', 'REGISTRADA')]
  const recorded = fc.record({ source: fc.constantFrom('sheets', 'bulletin', 'portal'), day, estado })
  const paths = ['/v1/brands/77', '/v1/brands?fechaDesde=2026-01-02&limit=5', '/v1/brands?q=marca+77']
  await fc.assert(
    fc.asyncProperty(fc.array(recorded, { minLength: 1, maxLength: 6 }), async (runs) => {
      for (const { source, day, estado } of runs) {
        const before = await Promise.all(paths.map((path) => get(path)))
        await TELL[source]?.(ingest, `2026-11-0${day}`, estado)
        for (const [place, path] of paths.entries()) {
          const known = before[place] as Answer
          const { status } = await get(path, known.headers.get('etag') ?? 'none')
          const now = await get(path)
          expect(withoutDates(now) === withoutDates(known) || status !== 304).toBe(true)
        }
      }
    }),
    { numRuns: 5 },
  )
  expect((await get(paths[0] as string)).status).toBe(200)
})

/** For each source, a function that runs it with the same mark. */
const TELL: Record<string, (ingest: Database, day: string, estado: Estado) => Promise<unknown>> = {
  sheets: (ingest, day, estado) =>
    stagedRun(ingest, rowsOf([record('77', said(estado))], { fechaFuente: day }), {
      sheet: { name: 'solicitudes', edition: day },
    }),
  bulletin: (ingest, day, estado) => stagedEdition(ingest, day, [entry('77', { estado })]),
  portal: (ingest, day, estado) => stagedPortal(ingest, day, [{ record: record('77', said(estado)) }]),
}

const said = (estado: Estado) => ({ estado, estadoOficina: ESTADOS[estado].es })
