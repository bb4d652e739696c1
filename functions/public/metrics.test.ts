import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { operations } from '../../schemas/operations.ts'
import { configuredPlace } from '../../shared/backup/recorded-place.ts'
import { type Database, openDatabase } from '../../shared/db/database.ts'
import { setDatabases } from '../../shared/db/serving.ts'
import { compareRelease } from '../../shared/insights/postgresql-release.ts'
import { revokeKey, rotateKey } from '../../shared/keys/keys.ts'
import { config } from '../../shared/platform/config.ts'
import { log } from '../../shared/platform/logger.ts'
import { Networks } from '../../shared/platform/net/networks.ts'
import { VERSION } from '../../shared/platform/version.ts'
import { anyCharacter } from '../../test/support/any-character.ts'
import { backupKeys } from '../../test/support/backup-keys.ts'
import { blackHole } from '../../test/support/black-hole.ts'
import { callTool } from '../../test/support/mcp-service.ts'
import { type Metric, metricValue, parseMetrics, seriesOf } from '../../test/support/metrics-text.ts'
import { sendRaw } from '../../test/support/raw-http.ts'
import { ask, startTestService, type TestService } from '../../test/support/service.ts'
import { ago, HOUR, replaceRuns, runRow } from '../../test/support/sync-runs.ts'
import { AUTHOR, makeKey } from '../../test/support/test-keys.ts'

let service: TestService
const settings = config()
const asTheyWere = { ...settings }

beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service.stop())
afterEach(() => {
  Object.assign(settings, asTheyWere)
})

const get = (headers: Record<string, string> = {}, init: RequestInit = {}): Promise<Response> =>
  fetch(`${service.address}/metrics`, { ...init, headers })
const scrape = async (): Promise<Map<string, Metric>> => parseMetrics(await (await get()).text())

/** Returns the bytes of a response without its date. */
const raw = async (method: string, path: string, headers: Record<string, string> = {}): Promise<string> => {
  const lines = Object.entries({ host: 'localhost', 'x-request-id': 'same', connection: 'close', ...headers })
  const head = lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')
  const answer = await sendRaw(service.address, `${method} ${path} HTTP/1.1\r\n${head}\r\n`)
  return answer.replace(/^date: .*\r\n/im, '')
}

/** Headers of requests that may not read the metrics. Pages of other sites send the last two, if they use DNS rebinding. */
const FORGED: readonly Record<string, string>[] = [
  { 'x-forwarded-for': '127.0.0.1' },
  { origin: 'http://evil.example' },
  { host: 'evil.example:8080' },
]

describe('access to the metrics:', () => {
  const statusOf = async (headers: Record<string, string>): Promise<number> => (await get(headers)).status

  test('this machine may read them without a key', async () => {
    const answer = await get()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('HEAD has the same headers and no body', async () => {
    const answer = await get({}, { method: 'HEAD' })
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toContain('version=0.0.4')
    expect(await answer.text()).toBe('')
  })

  test('other networks may not', async () => {
    settings.metricsNetworks = new Networks(['10.0.0.0/8'])
    expect(await statusOf({})).toBe(404)
    settings.metricsNetworks = new Networks(['10.0.0.0/8', '127.0.0.0/8'])
    expect(await statusOf({})).toBe(200)
  })

  test.each([
    ['x-forwarded-for', '127.0.0.1'],
    ['x-forwarded-for', ''],
    ['forwarded', 'for=127.0.0.1'],
    ['x-forwarded-proto', 'https'],
    ['X-Forwarded-Host', 'localhost'],
    ['x-forwarded-', 'x'],
  ])('requests relayed by an untrusted proxy may not: %s: %s', async (name, value) => {
    expect(await statusOf({ [name]: value })).toBe(404)
  })

  test('clients of a trusted proxy may, if their address is allowed', async () => {
    settings.trustedProxies = new Networks(['127.0.0.1'])
    expect(await statusOf({})).toBe(200) // the proxy itself
    expect(await statusOf({ 'x-forwarded-for': '10.1.2.3' })).toBe(200)
    expect(await statusOf({ 'x-forwarded-for': '203.0.113.9, 10.1.2.3', forwarded: 'for=203.0.113.9' })).toBe(
      200,
    )
    expect(await statusOf({ 'x-forwarded-for': '203.0.113.9' })).toBe(404)
    expect(await statusOf({ 'x-forwarded-for': '127.0.0.1, 203.0.113.9' })).toBe(404)
  })

  test('clients of a trusted proxy that reports no address may not', async () => {
    settings.trustedProxies = new Networks(['127.0.0.1'])
    expect(await statusOf({ 'x-forwarded-for': '10.1.2.3, unknown' })).toBe(404)
    expect(await statusOf({ 'x-forwarded-proto': 'https' })).toBe(404)
    expect(await statusOf({ forwarded: 'for=10.1.2.3' })).toBe(404)
  })

  test.each(
    ['GET', 'HEAD', 'POST', 'OPTIONS'].flatMap((method) =>
      FORGED.map((headers) => [method, Object.keys(headers)[0] as string, headers] as const),
    ),
  )('others get the same bytes as for an unknown path: %s with a forged %s', async (method, _, forged) => {
    const refused = await raw(method, '/metrics', forged)
    expect(refused).toBe(await raw(method, '/nothing', forged))
    expect(refused).toMatch(/^HTTP\/1.1 404 /)
    expect(refused).not.toMatch(/metric|allow/i)
  })

  test('similar paths are unknown to everyone', async () => {
    for (const path of ['/metrics/', '/Metrics', '//metrics', '/v1/metrics', '/metrics/x']) {
      expect({ path, ...(await ask(service, path)) }).toMatchObject({ path, status: 404 })
    }
  })

  test('another method is 404 with the allowed methods in Allow', async () => {
    const answer = await ask(service, '/metrics', { method: 'POST' })
    expect([answer.status, answer.headers.get('allow')]).toEqual([404, 'GET, HEAD'])
  })

  test('the log has the client address that a trusted proxy reports', async () => {
    const lines = vi.spyOn(log(), 'debug')
    const clientOf = async (path: string): Promise<unknown> => {
      await ask(service, path, { headers: { 'x-forwarded-for': '127.0.0.1, 203.0.113.9' } })
      return (lines.mock.lastCall?.[1] as { client?: unknown } | undefined)?.client
    }
    expect(await clientOf('/health')).toBe('127.0.0.1')
    settings.trustedProxies = new Networks(['127.0.0.1'])
    expect(await clientOf('/health')).toBe('203.0.113.9')
    expect(await clientOf('/metrics')).toBe('203.0.113.9')
    lines.mockRestore()
  })
})

describe('the page', () => {
  test('follows the format and its naming rules', async () => {
    const metrics = await scrape()
    expect(metrics.size).toBeGreaterThan(25)
    for (const [name, { type, series }] of metrics) {
      expect(name).toMatch(/^(trademark|process)_[a-z_]+$/)
      expect({ name, isTotal: name.endsWith('_total') }).toEqual({ name, isTotal: type === 'counter' })
      if (!['trademark_tool_calls_total', 'trademark_admissions_total'].includes(name)) {
        expect({ name, hasSeries: series.size > 0 || type === 'histogram' }).toEqual({
          name,
          hasSeries: true,
        })
      }
    }
  })

  test('has consistent histograms', async () => {
    await ask(service, '/health')
    const seconds = (await scrape()).get('trademark_request_duration_seconds')?.series ?? new Map()
    const buckets = [...seconds].filter(([name]) => /_bucket.*operation="health",status="200"/.test(name))
    const counts = buckets.map(([, count]) => count)
    expect(counts.length).toBeGreaterThan(10)
    expect(counts).toEqual(counts.toSorted((a, b) => a - b))
    expect(counts.at(-1)).toBe(
      seconds.get('trademark_request_duration_seconds_count{operation="health",status="200"}'),
    )
  })

  test('reports the state of the process and of its database', async () => {
    const metrics = await scrape()
    const metric = (series: string): number => metricValue(metrics, series)
    expect(metric(`trademark_build_info{version="${VERSION}",node="${process.version}"}`)).toBe(1)
    expect(metric('trademark_scrape_ok')).toBe(1)
    expect(metric('trademark_database_up')).toBe(1)
    expect(metric('trademark_ready')).toBe(1)
    expect(metric('trademark_database_connections_max')).toBe(10)
    expect(metric('process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
    expect(metric('process_cpu_seconds_total')).toBeGreaterThan(0)
    expect(metrics.get('trademark_event_loop_lag_seconds')?.series.size).toBe(3)
  })

  describe('reports the release of PostgreSQL', () => {
    const releaseSeries = async () => [
      ...((await scrape()).get('trademark_postgresql_outdated')?.series.entries() ?? []),
    ]
    const become = (kind: 'sample' | 'register') =>
      service.owner.query({ text: `update corpus_state set kind = '${kind}'`, parameters: [] })
    const expected = async () => {
      const [{ number } = { number: 0 }] = await service.owner.query<{ number: number }>({
        text: `select current_setting('server_version_num')::integer as number`,
        parameters: [],
      })
      const { version, lowest, state } = compareRelease(number)
      const labels = `version="${version}",lowest="${lowest}"`
      return [[`trademark_postgresql_outdated{${labels}}`, Number(state === 'outdated')]]
    }

    test('for a register, also on loopback', async () => {
      await become('register')
      expect(await releaseSeries()).toEqual(await expected())
      await become('sample')
    })

    test('for a sample on a public address', async () => {
      settings.host = '0.0.0.0'
      expect(await releaseSeries()).toEqual(await expected())
    })

    test('but not for a sample on loopback', async () => {
      expect(await releaseSeries()).toEqual([])
    })
  })

  test('reports requests that wait for a connection', async () => {
    const key = await service.key()
    await ask(service, '/v1/brands', { key }) // a key that was valid before may have more calls in progress
    const waiting = await service.owner.transaction(async (transaction) => {
      await transaction.query({ text: 'lock table brand in access exclusive mode', parameters: [] })
      const requests = Array.from({ length: 20 }, () => ask(service, '/v1/brands', { key }))
      let metrics = await scrape()
      while (metricValue(metrics, 'trademark_database_connections_waiting') < 10) {
        metrics = await scrape()
      }
      expect(metricValue(metrics, 'trademark_database_connections')).toBe(10)
      expect(metricValue(metrics, 'trademark_database_connections_idle')).toBe(0)
      expect(metricValue(metrics, 'trademark_scrape_ok')).toBe(1)
      return requests
    })
    await Promise.all(waiting)
  })
})

/** Returns the differences of the counters between two scrapes. */
async function countedBy(work: () => Promise<unknown>, metrics: RegExp): Promise<Record<string, number>> {
  const before = await scrape()
  await work()
  const after = await scrape()
  return Object.fromEntries(
    seriesOf(after)
      .filter((series) => metrics.test(series))
      .map((series) => [series, metricValue(after, series) - metricValue(before, series)] as const)
      .filter(([, more]) => more !== 0),
  )
}

describe('the page counts', () => {
  const call = (name: string, args: object, key?: string) => callTool(service, name, args, key)

  test('requests by handler and status', async () => {
    const key = await service.key()
    const work = async () => {
      await ask(service, '/v1/brands', { key })
      await ask(service, '/v1/brands?limit=0', { key })
      await ask(service, '/v1/brands/1', { key })
      await ask(service, '/v1/freshness')
      await ask(service, '/nothing')
      await get({ 'x-forwarded-for': '127.0.0.1' })
      await sendRaw(service.address, 'nonsense\r\n\r\n')
    }
    expect(await countedBy(work, /^trademark_requests_total/)).toEqual({
      'trademark_requests_total{operation="search-brands",status="200"}': 1,
      'trademark_requests_total{operation="search-brands",status="400"}': 1,
      'trademark_requests_total{operation="get-brand",status="404"}': 1,
      'trademark_requests_total{operation="get-freshness",status="401"}': 1,
      'trademark_requests_total{operation="not-found",status="404"}': 2,
      'trademark_requests_total{operation="refused",status="400"}': 1,
      'trademark_requests_total{operation="metrics",status="200"}': 1,
    })
  })

  test('tool calls by name and REST status', async () => {
    const key = await service.key()
    const work = async () => {
      await call('search_brands', {}, key)
      await call('search_brands', { limit: 0 }, key)
      await call('get_brand_detail', { nroSolicitud: '1' }, key)
      await call('get_brand_detail', { nroSolicitud: '1' })
    }
    expect(await countedBy(work, /^trademark_(tool_calls|requests)_total.*(tool|mcp)/)).toEqual({
      'trademark_tool_calls_total{tool="search_brands",status="200"}': 1,
      'trademark_tool_calls_total{tool="search_brands",status="400"}': 1,
      'trademark_tool_calls_total{tool="get_brand_detail",status="200"}': 1,
      'trademark_tool_calls_total{tool="get_brand_detail",status="401"}': 1,
      'trademark_requests_total{operation="mcp",status="200"}': 4,
    })
  })

  test('admissions by consumer and verdict over REST and MCP, and invalid keys without a consumer', async () => {
    const one = await service.key({ consumer: 'acme "and" sons', burstPerMinute: 2 })
    const spent = await service.key({ consumer: 'spent', monthlyQuota: 0 })
    const narrow = await service.key({ consumer: 'narrow', scopes: ['insights:read'] })
    const keeper = await service.key({ consumer: 'keeper' })
    const work = async () => {
      await ask(service, '/v1/brands', { key: one })
      await call('search_brands', {}, one)
      await ask(service, '/v1/brands', { key: one })
      await ask(service, '/v1/brands', { key: spent })
      await ask(service, '/v1/brands', { key: narrow })
      const etag = (await ask(service, '/v1/brands', { key: keeper })).headers.get('etag') ?? ''
      await ask(service, '/v1/brands', { key: keeper, headers: { 'if-none-match': etag } })
      await ask(service, '/v1/brands', { key: 'tmk_wrong' })
      await ask(service, '/v1/brands')
    }
    expect(await countedBy(work, /^trademark_(admissions|unauthorized)_total/)).toEqual({
      'trademark_admissions_total{consumer="acme \\"and\\" sons",verdict="granted"}': 2,
      'trademark_admissions_total{consumer="acme \\"and\\" sons",verdict="rate_limited"}': 1,
      'trademark_admissions_total{consumer="spent",verdict="quota_exceeded"}': 1,
      'trademark_admissions_total{consumer="narrow",verdict="forbidden"}': 1,
      'trademark_admissions_total{consumer="keeper",verdict="granted"}': 1,
      'trademark_admissions_total{consumer="keeper",verdict="not_modified"}': 1,
      trademark_unauthorized_total: 2,
    })
  })

  test('hostile requests under fixed names: no path, method, header or tool of a client becomes a label', async () => {
    const key = await service.key({ consumer: 'hostile' })
    const unknown = async (path: string, tool: string, header: string) => {
      await ask(service, encodeURI(`/${path.toWellFormed()}`), { method: 'POST' })
      await ask(
        service,
        `/v1/brands/${encodeURIComponent(path.toWellFormed())}?${encodeURIComponent(tool.toWellFormed())}=1`,
        { key },
      )
      await call(tool, {}, key)
      await sendRaw(service.address, `${header} / HTTP/1.1\r\n\r\n`)
    }
    const text = fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.constantFrom('__proto__', 'constructor', 'metrics"} 1', 'a\nb 1', '../v1/brands', 'toString'),
    )
    const bounded = (series: string): boolean =>
      /^process_|^trademark_(?!requests|request_d|tool|admissions)/.test(series) ||
      operationsOf(series).every((name) => KNOWN.has(name))
    await fc.assert(
      fc.asyncProperty(text, text, text, async (path, tool, header) => {
        await unknown(path, tool, header)
      }),
      { numRuns: 20 },
    )
    expect(seriesOf(await scrape()).filter((series) => !bounded(series))).toEqual([])
  })

  const KNOWN = new Set([
    ...Object.values(operations).map(({ id }) => id),
    ...['not-found', 'refused', 'metrics', 'mcp', 'search_brands', 'get_brand_detail'],
    ...['acme \\"and\\" sons', 'spent', 'narrow', 'keeper', 'hostile', 'tester'],
  ])
  const operationsOf = (series: string): string[] =>
    [...series.matchAll(/(?:operation|tool|consumer)="(?<value>(?:[^"\\]|\\.)*)"/g)].map(
      (match) => match.groups?.value ?? '',
    )
})

describe('from the database, the page', () => {
  /** Scrapes while the handlers read another database, for which nothing is cached. */
  async function scrapeWith(database: Database): Promise<Map<string, Metric>> {
    setDatabases({ serving: database })
    try {
      return await scrape()
    } finally {
      setDatabases({ serving: service.database.open('trademark_serve') })
    }
  }
  const scrapeFresh = () => scrapeWith(service.database.open('trademark_serve'))

  test('reports the runs of all processes by their status', async () => {
    await replaceRuns(service.owner, [
      runRow({ started_at: ago(3 * HOUR), finished_at: ago(2 * HOUR) }),
      runRow({ started_at: ago(2 * HOUR), finished_at: ago(HOUR) }),
      runRow({ status: 'failed', error_code: 'no_rows', error_message: 'No.' }),
    ])
    const metrics = await scrapeFresh()
    const metric = (series: string): number => metricValue(metrics, series)
    expect(metric('trademark_sync_runs_total{source="sheets",status="succeeded"}')).toBe(2)
    expect(metric('trademark_sync_runs_total{source="sheets",status="failed"}')).toBe(1)
    expect(metric('trademark_sync_last_run_info{source="sheets",status="failed"}')).toBe(1)
    expect(metric('trademark_sync_lag_seconds{source="sheets"}')).toBeGreaterThanOrEqual(3_600)
    expect(metric('trademark_sync_lag_threshold_seconds{source="sheets"}')).toBe(48 * 3_600)
    expect(metric('trademark_sync_stale{source="sheets"}')).toBe(0)
    expect(metric('trademark_sync_stale{source="portal"}')).toBe(1)
    expect(metric('trademark_sync_state_info{source="portal",state="stale"}')).toBe(1)
    expect(seriesOf(metrics)).not.toContain('trademark_sync_lag_seconds{source="portal"}') // it has no successful run
    expect(metric('trademark_sync_next_run_timestamp_seconds{source="sheets"}') * 1_000).toBeGreaterThan(
      Date.now(),
    )
    expect(metric('trademark_corpus_info{kind="sample"}')).toBe(1)
  })

  test('reports a source that is not configured as such, and neither as stale nor as current', async () => {
    const kind = (is: string) =>
      service.owner.query({ text: `update corpus_state set kind = '${is}'`, parameters: [] })
    await replaceRuns(service.owner, [])
    await kind('register')
    const series = seriesOf(await scrapeFresh())
    await kind('sample')
    expect(series).toContain('trademark_sync_state_info{source="portal",state="not_configured"}')
    expect(series.filter((each) => each.startsWith('trademark_sync_stale'))).toEqual([])
  })

  test('reports valid keys and the distribution of their monthly usage, without names', async () => {
    const before = await scrapeFresh()
    const terms = { consumer: 'nearly spent', monthlyQuota: 20 }
    const spend = (key: string, units: number) =>
      Promise.all(Array.from({ length: units }, () => ask(service, '/v1/brands?limit=1', { key })))
    await spend(await service.key(terms), 15)
    await spend(await service.key(terms), 16)
    await spend(await service.key(terms), 19)
    await spend(await service.key(terms), 20)
    await spend(await service.key({ ...terms, monthlyQuota: 0 }), 1) // has no units to spend
    const revoked = await makeKey(service.owner, terms)
    await spend(revoked.key, 20)
    await revokeKey(service.owner, revoked.id, AUTHOR)
    const rotated = await makeKey(service.owner, terms)
    await spend(rotated.key, 19)
    await rotateKey(service.owner, rotated.id, '1 hour', AUTHOR)
    const after = await scrapeFresh()
    const more = (series: string): number => metricValue(after, series) - metricValue(before, series)
    expect(more('trademark_keys')).toBe(6)
    expect(['80', '95', '100'].map((share) => more(`trademark_keys_quota_spent{share="${share}"}`))).toEqual([
      4, 3, 1,
    ])
    const naming = seriesOf(after).filter((series) => series.includes('nearly spent'))
    expect(naming.filter((series) => !series.startsWith('trademark_admissions_total{'))).toEqual([])
  })

  test('reports the newest backup of each kind', async () => {
    expect(metricValue(await scrapeFresh(), 'trademark_backup_configured')).toBe(0)
    const { settings: keys } = await backupKeys()
    settings.backup = {
      target: 'file:///srv/backups',
      recipient: keys.BACKUP_RECIPIENT,
      signingKey: keys.BACKUP_SIGNING_KEY,
    }
    const place = configuredPlace(settings.backup)
    await service.owner.query(
      {
        text: `insert into backup_run (kind, place, taken_at, finished_at, name, bytes)
               values ('keys', $1, '2026-11-02T03:04:05Z', now(), 'x', 1),
                      ('keys', 'elsewhere', '2026-11-03T03:04:05Z', now(), 'x', 1)`,
        parameters: ['place'],
      },
      { place },
    )
    const metrics = await scrapeFresh()
    expect(metricValue(metrics, 'trademark_backup_configured')).toBe(1)
    expect(seriesOf(metrics).filter((series) => series.startsWith('trademark_backup_last'))).toEqual([
      'trademark_backup_last_timestamp_seconds{kind="keys"}',
    ])
    expect(metricValue(metrics, 'trademark_backup_last_timestamp_seconds{kind="keys"}')).toBe(
      Date.parse('2026-11-02T03:04:05Z') / 1_000,
    )
  })

  test('omits these series while the database is unreachable, and has all others', async () => {
    const nowhere = openDatabase(
      { connectionString: 'postgres://nobody@127.0.0.1:1/none' },
      'trademark_serve',
      'test',
    )
    const metrics = await scrapeWith(nowhere)
    expect(
      metricValue(metrics, 'trademark_requests_total{operation="metrics",status="200"}'),
    ).toBeGreaterThan(0)
    expect([...metrics.keys()].filter((name) => /_sync_|_corpus_|_brands|_backup_last/.test(name))).toEqual(
      [],
    )
    for (const name of ['trademark_scrape_ok', 'trademark_database_up', 'trademark_ready']) {
      expect(metrics.get(name)?.series.get(name)).toBe(0)
    }
    await nowhere.close()
  })

  test('reports a failed scrape while the database hangs, for any number of scrapes', async () => {
    const hole = await blackHole()
    const hanging = openDatabase({ connectionString: hole.url }, 'trademark_serve', 'test')
    setDatabases({ serving: hanging })
    const pages = await Promise.all(Array.from({ length: 30 }, () => scrape()))
    setDatabases({ serving: service.database.open('trademark_serve') })
    expect(pages.map((metrics) => metricValue(metrics, 'trademark_scrape_ok'))).toEqual(Array(30).fill(0))
    expect(hole.connections()).toBeLessThanOrEqual(4) // the connections of `aside`, and one for the state of the sources
    await hole.close()
    await hanging.close()
  })
})
