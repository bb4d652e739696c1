import { globSync, readdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { loadMarks } from '../support/load-marks.ts'
import { sampleMarks } from '../support/marks.ts'
import { runScript } from '../support/run-script.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { makeKey } from '../support/test-keys.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

let database: TestDatabase
let folder: string
let environment: Record<string, string>

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'invoke-'))
  database = await createTestDatabase()
  const owner = database.open('owner')
  await loadMarks(owner, sampleMarks())
  const { key } = await makeKey(owner)
  // lambda-local reads cloud credentials from the home folder.
  environment = { HOME: tmpdir(), DATABASE_URL: database.url, TRADEMARK_API_KEY: key, LOG_LEVEL: 'silent' }
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await database.drop()
})

/** Each handler file with its event, and a part of the result. */
const RESULTS: Readonly<Record<string, { event: string; result: object }>> = {
  'functions/api/get-brand.ts': { event: 'get-brand.json', result: response(200) },
  'functions/api/get-freshness.ts': { event: 'get-freshness.json', result: response(200) },
  'functions/api/list-changes.ts': { event: 'list-changes.json', result: response(200) },
  'functions/api/list-sync-runs.ts': { event: 'list-sync-runs.json', result: response(200) },
  'functions/api/not-found.ts': { event: 'not-found.json', result: response(404) },
  'functions/api/search-brands.ts': { event: 'search-brands.json', result: response(200) },
  'functions/mcp/get-brand-detail.ts': {
    event: 'get-brand-detail-tool.json',
    result: toolOutcome({ nroSolicitud: '1132851' }),
  },
  'functions/mcp/search-brands.ts': {
    event: 'search-brands-tool.json',
    result: toolOutcome({ items: expect.any(Array) }),
  },
  'functions/mcp/server.ts': { event: 'mcp.json', result: response(200) },
  'functions/public/docs.ts': { event: 'docs.json', result: response(200) },
  'functions/public/health.ts': { event: 'health.json', result: response(200) },
  'functions/public/metrics.ts': { event: 'metrics.json', result: response(200) },
}

/** Each handler file that needs a source or a backup target, with its event and the setting that its error names. */
const REFUSALS: Readonly<Record<string, { event: string; refusal: string }>> = {
  'functions/admin/backup.ts': { event: 'backup.json', refusal: 'BACKUP_TARGET' },
  'functions/sync/bulletin.ts': { event: 'bulletin.json', refusal: 'BULLETIN_URL' },
  'functions/sync/portal.ts': { event: 'portal.json', refusal: 'PORTAL_URL' },
  'functions/sync/sheets.ts': { event: 'sheets.json', refusal: 'SHEETS_URL' },
}

function response(statusCode: number): object {
  return { statusCode, headers: { 'x-request-id': expect.any(String) } }
}

function toolOutcome(structuredContent: object): object {
  return { result: { structuredContent } }
}

const run = (file: string, event: string) =>
  runScript('invoke.ts', ['-l', file, '-e', event], { env: environment })

test('every handler file has an event, and every event a handler file', () => {
  const table = { ...RESULTS, ...REFUSALS }
  const handlers = globSync('functions/*/*.ts', { cwd: ROOT }).filter((file) => !file.endsWith('.test.ts'))
  expect(Object.keys(table).sort()).toEqual(handlers.sort())
  const events = readdirSync(join(ROOT, 'local/events'))
  expect(
    Object.values(table)
      .map(({ event }) => event)
      .sort(),
  ).toEqual(events.sort())
})

test.each(Object.entries(RESULTS))('%s returns a result for its event', async (file, { event, result }) => {
  const { code, out } = await run(file, `local/events/${event}`)
  expect({ code, result: JSON.parse(out) }).toMatchObject({ code: 0, result })
})

test.each(Object.entries(REFUSALS))(
  '%s names the setting that is missing',
  async (file, { event, refusal }) => {
    const { code, out, err } = await run(file, `local/events/${event}`)
    expect({ code, out, err }).toEqual({ code: 1, out: '', err: expect.stringContaining(refusal) })
  },
)

test('a tool answers a call with a wrong key with an error result', async () => {
  const event = join(folder, 'wrong-key.json')
  await writeFile(event, JSON.stringify({ headers: { 'x-api-key': 'wrong' }, arguments: {} }))
  const { code, out } = await run('functions/mcp/search-brands.ts', event)
  const { isError, content } = JSON.parse(out).result
  expect({ code, isError, error: JSON.parse(content[0].text).error.code }).toEqual({
    code: 0,
    isError: true,
    error: 'unauthorized',
  })
})

test('a file without the named function is refused', async () => {
  const { code, err } = await runScript(
    'invoke.ts',
    ['-l', 'functions/public/health.ts', '-e', 'local/events/health.json', '-h', 'main'],
    { env: environment },
  )
  expect({ code, err }).toEqual({
    code: 1,
    err: expect.stringContaining('functions/public/health.ts exports no function "main"'),
  })
})

test('the handler of scheduled runs loads the address in its event, and prints one sentence for a wrong event', async () => {
  const sheet = join(folder, 'solicitudes-2026-11-02.csv')
  const event = join(folder, 'event.json')
  await writeFile(
    sheet,
    'N° Solicitud;Denominación;Estado;Fecha de Presentación\n7;SIETE;Vencida;02/01/2026\n',
  )
  await writeFile(event, JSON.stringify({ url: pathToFileURL(sheet).href }))
  expect(JSON.parse((await run('functions/sync/sheets.ts', event)).out)).toMatchObject([
    { status: 'succeeded', rowsRead: 1, inserted: 1 },
  ])
  await writeFile(event, JSON.stringify({ addres: sheet }))
  const refused = await run('functions/sync/sheets.ts', event)
  expect({ code: refused.code, out: refused.out }).toEqual({ code: 1, out: '' })
  expect(refused.err).toMatch(/^The handler failed: addres [^\n]+\n$/)
})

describe('a mistake is reported in one sentence:', () => {
  test.each([
    [
      'a missing handler file',
      ['-l', 'functions/none.ts', '-e', 'local/events/health.json'],
      'no handler file',
    ],
    ['a missing event file', ['-l', 'functions/public/health.ts', '-e', 'none.json'], 'no event file'],
    [
      'an event file that is not JSON',
      ['-l', 'functions/public/health.ts', '-e', 'README.md'],
      'is not JSON',
    ],
    [
      'a timeout that is not a number',
      ['-l', 'functions/public/health.ts', '-e', 'local/events/health.json', '-t', 'x'],
      "--timeout cannot be 'x'. It must be a whole number from 1 to 900.",
    ],
    ['no event option', ['-l', 'functions/public/health.ts'], "Required option '-e, --event <file>'"],
  ])('%s', async (_, args, sentence) => {
    const { code, out, err } = await runScript('invoke.ts', args, { env: environment })
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toContain(sentence)
  })

  test('a handler file that imports a missing package', async () => {
    const file = join(folder, 'broken.mjs')
    await writeFile(file, "import 'a-missing-package'\n")
    const { code, err } = await runScript('invoke.ts', ['-l', file, '-e', 'local/events/health.json'], {
      env: environment,
    })
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringMatching(/broken\.mjs cannot be loaded: Cannot find package 'a-missing-package' /),
    })
  })
})
