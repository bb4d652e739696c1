import { readdir } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SyncRun } from '../../schemas/insight.ts'
import type { Database } from '../../shared/db/database.ts'
import { chileanDay } from '../../shared/platform/time/chilean-day.ts'
import { publicationDays } from '../../shared/platform/time/publication-calendar.ts'
import type { Timeouts } from '../../shared/sync/fetch/timeouts.ts'
import type { RunReport } from '../../shared/sync/run.ts'
import { syncBulletin } from '../../shared/sync/sources/bulletin/sync-bulletin.ts'
import { syncSheets } from '../../shared/sync/sources/sheets/sync-sheets.ts'
import type { Misbehaviour } from '../../test/support/office/misbehaviours.ts'
import type { OfficeFile } from '../../test/support/office/office.ts'
import { type Office, startOffice } from '../../test/support/office/office.ts'
import { ask, startTestService, type TestService } from '../../test/support/service.ts'

/** The newest days on which the bulletin appeared, oldest first. */
const DAYS_MS = 86_400_000
const [first = '', second = '', third = '', fourth = ''] = publicationDays(
  chileanDay(new Date(Date.now() - 20 * DAYS_MS)),
  chileanDay(new Date(Date.now() - DAYS_MS)),
).slice(-4)

const HEADERS = 'N° Solicitud;Denominación;Estado;Fecha de Presentación'
const marks = Array.from({ length: 30 }, (_, place) => place + 1)

const sheet = (day: string, rows: readonly string[]): OfficeFile => ({
  path: `/hojas/solicitudes-${day}.csv`,
  type: 'text/csv; charset=utf-8',
  body: () => Buffer.from([HEADERS, ...rows, ''].join('\r\n')),
})
const goodSheet = (day: string): OfficeFile =>
  sheet(
    day,
    marks.map((nro) => `${nro};MARCA ${nro};En trámite;02/01/2026`),
  )

const edition = (day: string, rows: readonly string[]): OfficeFile => ({
  path: `/estado-diario/ED_MD_${day}.tsv`,
  type: 'text/tab-separated-values; charset=utf-8',
  body: () =>
    Buffer.from(['nroSolicitud\tdenominacion\tseccion\tcodigo_evento\tresolucion', ...rows, ''].join('\n')),
})
const goodEdition = (day: string): OfficeFile =>
  edition(
    day,
    marks.map((nro) => `${nro}\tMARCA ${nro}\tM2\t009\t2026/${nro}${day.slice(-2)}`),
  )

let service: TestService
let office: Office
let key: string
let ingest: Database
beforeAll(async () => {
  service = await startTestService()
  ingest = service.database.open('trademark_ingest')
  key = await service.key()
})
afterAll(() => service.stop())

/** Shorter timeouts for sources that never complete a response. */
const SOON: Readonly<Partial<Record<Misbehaviour, Partial<Timeouts>>>> = {
  slowDrip: { totalMs: 300 },
}

/** Runs a source on the office's files; returns the report of the last edition. */
async function run(source: 'sheets' | 'bulletin', timeouts: Partial<Timeouts> = {}): Promise<RunReport> {
  const from = { url: source === 'sheets' ? office.sheetsUrl : office.bulletinUrl }
  return source === 'sheets'
    ? syncSheets(ingest, { from, trigger: 'schedule' }, { limits: timeouts })
    : ((await syncBulletin(ingest, { from, trigger: 'manual' }, { limits: timeouts })).at(-1) as RunReport)
}

async function newestRun(source: string): Promise<SyncRun> {
  const { body } = await ask(service, `/v1/sync-runs?source=${source}&limit=1`, { key })
  return body.items[0]
}

const corpus = () =>
  service.owner.query({
    text: `select (select json_agg(b order by nro_solicitud) from brand as b) as brands,
                  (select json_agg(s order by nro_solicitud, fuente) from source_record as s) as sources,
                  (select json_agg(a order by annotation_id) from brand_annotation as a) as annotations,
                  (select json_agg(f order by source, url) from source_file as f) as files,
                  (select json_agg(day order by day) from bulletin_edition where taken_at is not null) as taken,
                  version from corpus_state`,
    parameters: [],
  })

beforeAll(async () => {
  office = await startOffice([goodSheet(first), goodEdition(first), goodEdition(second)])
  expect(await run('sheets')).toMatchObject({ status: 'succeeded', inserted: 30, sourceDate: first })
  expect(await run('bulletin')).toMatchObject({ status: 'succeeded', updated: 30, sourceDate: second })
  expect(await newestRun('bulletin')).toMatchObject({ status: 'succeeded', rowsRead: 30, error: null })
})
afterAll(() => office.stop())

test('a run without new files is reported as skipped, without an error', async () => {
  for (const source of ['sheets', 'bulletin'] as const) {
    const before = await corpus()
    expect(await run(source)).toMatchObject({ status: 'skipped', error: null })
    expect(await newestRun(source)).toMatchObject({
      status: 'skipped',
      trigger: expect.any(String),
      error: null,
    })
    expect(await corpus()).toEqual(before)
  }
})

/** Misbehaviours for the newest file or page, and the reported error. */
const ERRORS: readonly [
  Misbehaviour,
  Partial<Record<'sheets' | 'bulletin', [code: string, words: RegExp]>>,
][] = [
  [
    'late',
    { sheets: ['not_published', /answered 404/], bulletin: ['not_published', /^The edition of \S+: /] },
  ],
  [
    'emptyListing',
    { sheets: ['no_editions', /lists no sheet/], bulletin: ['no_editions', /lists no edition/] },
  ],
  ['emptyFile', { sheets: ['not_a_sheet', /empty/], bulletin: ['not_a_bulletin', /empty/] }],
  ['cutOff', { sheets: ['cut_off', /./], bulletin: ['cut_off', /./] }],
  ['wrongType', { sheets: ['not_a_sheet', /./], bulletin: ['not_a_bulletin', /./] }],
  ['serverError', { sheets: ['source_answer', /500/], bulletin: ['source_answer', /500/] }],
  ['slowDrip', { sheets: ['source_unreachable', /too slow|stopped sending/] }],
  ['redirectToPrivate', { sheets: ['redirect_refused', /./] }],
  ['redirectToOtherPort', { bulletin: ['redirect_refused', /./] }],
]

describe('a source error fails the run, changes nothing and leaves no temporary files:', () => {
  beforeAll(() => office.publish([goodSheet(second), goodEdition(third)]))
  const cases = ERRORS.flatMap(([how, errors]) =>
    (['sheets', 'bulletin'] as const).flatMap((source) => {
      const [code, words] = errors[source] ?? []
      return code && words ? [[how, source, code, words] as const] : []
    }),
  )

  test.each(cases)('%s, for %s', async (how, source, code, words) => {
    const before = await corpus()
    office.misbehave(how, how === 'emptyListing' ? '/' : newest(source))
    expect(await run(source, SOON[how])).toMatchObject({ status: 'failed', error: { code } })
    office.misbehave(undefined)
    const failed = await newestRun(source)
    expect(failed).toMatchObject({ status: 'failed', inserted: 0, updated: 0, error: { code } })
    expect(failed.error?.message).toMatch(words)
    expect(failed.error?.message).not.toMatch(/127\.0\.0\.1|169\.254|\/tmp|http:|hojas| at \w+ \(/)
    expect(await corpus()).toEqual(before)
    expect(
      (await readdir(tmpdir())).filter(
        (name) => name.startsWith('trademark-sync-') && name.includes(`-${process.pid}-`),
      ),
    ).toEqual([])
  })

  test('the next run succeeds after the error, also with redirects within the host', async () => {
    office.misbehave('redirectToItself')
    expect(await run('sheets')).toMatchObject({ status: 'succeeded', sourceDate: second })
    expect(await run('bulletin')).toMatchObject({ status: 'succeeded', sourceDate: third })
    office.misbehave(undefined)
  })
})

const newest = (source: 'sheets' | 'bulletin'): string =>
  source === 'sheets' ? `/hojas/solicitudes-${second}` : `/estado-diario/ED_MD_${third}`

describe('a listing page', () => {
  test('with an error fails the run', async () => {
    for (const source of ['sheets', 'bulletin'] as const) {
      const before = await corpus()
      office.misbehave('serverError', '/')
      expect((await run(source)).status).toBe('failed')
      office.misbehave(undefined)
      expect((await newestRun(source)).status).toBe('failed')
      expect(await corpus()).toEqual(before)
    }
  })

  test('with accents encoded twice is read', async () => {
    office.misbehave('accentsTwice')
    expect((await run('bulletin')).status).toBe('skipped')
    office.misbehave(undefined)
  })
})

describe('an implausible file', () => {
  test('without most marks needs approval, and the run reports it', async () => {
    const before = await corpus()
    office.publish([sheet(third, ['1;MARCA 1;En trámite;02/01/2026'])])
    const held = await run('sheets')
    const reported = await newestRun('sheets')
    expect(reported).toMatchObject({ id: held.id, status: 'held', error: { code: 'marks_vanished' } })
    expect(reported.error?.message).toBe(
      'The sheet "solicitudes" no longer has 29 of the 30 marks that it had.',
    )
    expect(await corpus()).toEqual(before)
    expect(await run('sheets')).toMatchObject({ status: 'held' })
  })

  test('with an unknown layout fails the run', async () => {
    office.publish([
      { ...edition(fourth, []), body: () => Buffer.from('asunto\tdetalle\nalgo\totra cosa\n') },
    ])
    expect((await run('bulletin')).status).toBe('failed')
    expect(await newestRun('bulletin')).toMatchObject({ status: 'failed', sourceDate: fourth })
  })

  test('with yesterday’s edition under today’s name fails the run', async () => {
    office.publish([{ ...goodEdition(third), path: `/estado-diario/ED_MD_${fourth}.tsv` }])
    await run('bulletin')
    expect((await newestRun('bulletin')).error).toMatchObject({
      code: 'edition_repeated',
      message: expect.stringContaining(`The edition of ${fourth} has the entries of the edition of ${third}`),
    })
  })

  test('is followed by a successful run when the edition is corrected', async () => {
    office.publish([goodEdition(fourth)])
    expect(await run('bulletin')).toMatchObject({ status: 'succeeded', sourceDate: fourth })
  })
})

describe('an edition', () => {
  test('corrected by the office is applied once', async () => {
    office.publish([edition(second, [`1\tMARCA 1\tM5\t\t2026/777`])])
    const report = await run('bulletin')
    expect(report).toMatchObject({ status: 'held', error: { code: 'too_few_entries' } })
    office.publish([
      edition(second, [
        `1\tMARCA 1\tM3\t647\t2026/777`,
        ...marks.slice(1).map((nro) => `${nro}\tMARCA ${nro}\tM2\t009\t2026/${nro}${second.slice(-2)}`),
      ]),
    ])
    expect(await run('bulletin')).toMatchObject({
      status: 'succeeded',
      sourceDate: second,
      updated: 1,
      unchanged: 29,
    })
    expect(await run('bulletin')).toMatchObject({ status: 'skipped', error: null })
    const { body } = await ask(service, '/v1/brands/1', { key })
    expect(body.anotaciones.filter(({ fecha }: { fecha: string }) => fecha === second)).toEqual([
      expect.objectContaining({ tipo: 'OBSERVACION_FONDO', resolucion: '2026/777' }),
    ])
  })
})
