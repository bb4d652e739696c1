import { readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { loadMarks } from '../support/load-marks.ts'
import { sampleMarks } from '../support/marks.ts'
import { runScript } from '../support/run-script.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { makeKey } from '../support/test-keys.ts'

let database: TestDatabase
let environment: Record<string, string>

beforeAll(async () => {
  database = await createTestDatabase()
  const owner = database.open('owner')
  await loadMarks(owner, sampleMarks())
  const { key } = await makeKey(owner)
  // lambda-local looks for cloud credentials at home, and needs one for it.
  environment = { HOME: tmpdir(), DATABASE_URL: database.url, TRADEMARK_API_KEY: key, LOG_LEVEL: 'silent' }
})
afterAll(() => database.drop())

const HANDLERS: Readonly<Record<string, { file: string; status: number }>> = {
  'get-freshness.json': { file: 'functions/api/get-freshness.ts', status: 200 },
  'list-sync-runs.json': { file: 'functions/api/list-sync-runs.ts', status: 200 },
  'search-brands.json': { file: 'functions/api/search-brands.ts', status: 200 },
  'get-brand.json': { file: 'functions/api/get-brand.ts', status: 200 },
  'mcp.json': { file: 'functions/mcp/server.ts', status: 200 },
  'docs.json': { file: 'functions/public/docs.ts', status: 200 },
  'health.json': { file: 'functions/public/health.ts', status: 200 },
  'not-found.json': { file: 'functions/api/not-found.ts', status: 404 },
}

const JOBS: Readonly<Record<string, { file: string; said: object }>> = {
  'migrate.json': { file: 'functions/admin/migrate.ts', said: { applied: [] } },
  'keys.json': { file: 'functions/admin/keys.ts', said: { consumer: 'acme', scopes: ['brands:read'] } },
}

/** Jobs that need a source, or a place for backups; what they do alone is shown below and in lambda/. */
const NEEDY = ['sheets.json', 'bulletin.json', 'portal.json', 'backup.json']

test('every event has a handler to try it with', () => {
  expect(readdirSync(new URL('../../local/events/', import.meta.url)).sort()).toEqual(
    [...Object.keys(HANDLERS), ...Object.keys(JOBS), ...NEEDY].sort(),
  )
})

test.each(Object.entries(JOBS))(
  'the handler of %s does what it asks for, alone',
  async (event, { file, said }) => {
    const { code, out } = await runScript('invoke.ts', ['-l', file, '-e', `local/events/${event}`], {
      env: environment,
    })
    expect({ code, result: JSON.parse(out) }).toEqual({ code: 0, result: expect.objectContaining(said) })
  },
)

test.each(Object.entries(HANDLERS))('the handler of %s answers it alone', async (event, { file, status }) => {
  const { code, out } = await runScript('invoke.ts', ['-l', file, '-e', `local/events/${event}`], {
    env: environment,
  })
  const result = JSON.parse(out)
  expect({ code, status: result.statusCode }).toEqual({ code: 0, status })
  expect(result.headers['x-request-id']).toEqual(expect.any(String))
})

test('a file without a handler is told as such', async () => {
  const { code, err } = await runScript(
    'invoke.ts',
    ['-l', 'functions/mcp/search-brands.ts', '-e', 'local/events/mcp.json'],
    { env: environment },
  )
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringContaining('functions/mcp/search-brands.ts exports no function "handler"'),
  })
})

test('the handler of a scheduled run loads what its event names, alone, and says no more than it has to', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'invoke-'))
  const sheet = join(folder, 'solicitudes-2026-11-02.csv')
  const event = join(folder, 'event.json')
  await writeFile(
    sheet,
    'N° Solicitud;Denominación;Estado;Fecha de Presentación\n7;SIETE;Vencida;02/01/2026\n',
  )
  await writeFile(event, JSON.stringify({ url: pathToFileURL(sheet).href }))
  const run = (at: string) =>
    runScript('invoke.ts', ['-l', 'functions/sync/sheets.ts', '-e', at], { env: environment })
  expect(JSON.parse((await run(event)).out)).toMatchObject([
    { status: 'succeeded', rowsRead: 1, inserted: 1 },
  ])
  await writeFile(event, JSON.stringify({ addres: sheet }))
  const refused = await run(event)
  expect({ code: refused.code, out: refused.out }).toEqual({ code: 1, out: '' })
  expect(refused.err).toMatch(/^The handler failed: addres [^\n]+\n$/)
  await rm(folder, { recursive: true })
})

describe('a mistake is one sentence:', () => {
  test.each([
    [
      'a handler file that is not there',
      ['-l', 'functions/none.ts', '-e', 'local/events/health.json'],
      'no handler file',
    ],
    ['an event that is not there', ['-l', 'functions/public/health.ts', '-e', 'none.json'], 'no event file'],
    ['an event that is not JSON', ['-l', 'functions/public/health.ts', '-e', 'README.md'], 'is not JSON'],
    [
      'a time that is none',
      ['-l', 'functions/public/health.ts', '-e', 'local/events/health.json', '-t', 'x'],
      "--timeout cannot be 'x'. It must be a whole number from 1 to 900.",
    ],
    ['no event', ['-l', 'functions/public/health.ts'], "Required option '-e, --event <file>'"],
  ])('%s', async (_, args, sentence) => {
    const { code, out, err } = await runScript('invoke.ts', args, { env: environment })
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain(sentence)
  })
})
