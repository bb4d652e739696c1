import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SheetMark } from '../../bench/corpus/sheet-mark.ts'
import { spread } from '../../bench/figures.ts'
import { whole } from '../../bench/report.ts'
import type { DrawnBrand } from '../../bench/requests.ts'
import { chooseBackups } from '../../shared/backup/choose-backups.ts'
import { deriveSigningKey } from '../../shared/backup/signing-key.ts'
import { openTarget } from '../../shared/backup/targets/open-target.ts'
import { verifyBackup } from '../../shared/backup/verify.ts'
import type { Database } from '../../shared/db/database.ts'
import { monthlyUsage } from '../../shared/keys/keys.ts'
import type { RunReport } from '../../shared/sync/run.ts'
import { readEstado, readTipoSigno } from '../../shared/sync/values/office-words.ts'
import { backupKeys } from '../support/backup-keys.ts'
import type { PrintedEntry } from '../support/bulletin/printed.ts'
import { startCommand } from '../support/command-process.ts'
import { rowsOf } from '../support/corpus-snapshot.ts'
import { openReport } from '../support/figures.ts'
import { type Office, startOffice } from '../support/office/office.ts'
import { ServiceProcess } from '../support/process.ts'
import { ask } from '../support/service.ts'
import { editionDays } from '../support/small-office.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { makeKey } from '../support/test-keys.ts'
import { walkBrands } from '../support/walk.ts'
import type { ReadersFigures, ReadersTask } from './day-readers.ts'
import { endAll, openAsClient, ROOMY } from './killing.ts'
import { drawOfficeDay, inSheet, type OfficeDay } from './office-day.ts'
import { endOwnLoads, startOwnLoad } from './own-load.ts'

const IS_LONG = process.env.FAULTS === 'long'
/** Quarters of an hour, each with a run of the portal: 96 in a day; the short form has a sixteenth of a day. */
const QUARTERS = IS_LONG ? 96 : 6
/** A backup of the keys every five minutes. */
const BACKUPS_A_QUARTER = IS_LONG ? 3 : 1
const EDITIONS = IS_LONG ? 2 : 1
/** The times of the default schedules: the sheets at 06:30, and an edition at 09:30 and at 12:30. */
const SHEET_AT = 6.5 / 24
const EDITIONS_AT = [9.5 / 24, 12.5 / 24].slice(0, EDITIONS)

/** Applications filed per quarter of an hour. A day of these calls fits into the daily limit of the portal. */
const FILED = 5
const ASKED_FOR = 40
const EXTENT = {
  settled: IS_LONG ? 20_000 : 1_000,
  underWay: QUARTERS * ASKED_FOR,
  filed: QUARTERS * FILED,
  entries: IS_LONG ? 300 : 60,
}
/** How long readers run alone before the day begins; the first third, in which they start, is not measured. */
const ALONE_MS = IS_LONG ? 45_000 : 3_000

const record = openReport('endurance-day', 'A day of syncs in fast motion, under search load')

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let office: Office
let day: OfficeDay
let service: ServiceProcess
let database: Database
let identity: string
let settings: Record<string, string>
const [dayBefore = '', ...days] = editionDays(1 + EDITIONS)

beforeAll(async () => {
  folder = await temporaryFolder()
  const keys = await backupKeys()
  identity = keys.identity
  day = drawOfficeDay(EXTENT)
  office = await startOffice([day.sheet(dayBefore, 1)])
  office.portal.enter(day.underWay)
  settings = {
    DATA_DIR: folder.path,
    SHEETS_URL: office.sheetsUrl,
    BULLETIN_URL: office.bulletinUrl,
    PORTAL_URL: office.portalUrl,
    PORTAL_PAUSE_SECONDS: '0',
    BACKUP_TARGET: `file://${join(folder.path, 'backups')}`,
    ...keys.settings,
  }
  await runSource('sheets')
  // The service has no source, because its scheduled runs would interfere.
  service = new ServiceProcess({ DATA_DIR: folder.path })
  await service.address()
  database = await openAsClient(folder.path)
})
afterAll(async () => {
  endOwnLoads()
  await endAll({ database, service, folder })
  await office.stop()
})

const totals = { rowsRead: 0, inserted: 0, updated: 0, backups: 0 }

/** Runs a source as an operator does. Expects that it succeeds and rejects nothing. */
async function runSource(source: 'sheets' | 'bulletin' | 'portal'): Promise<RunReport> {
  const { out, ...ended } = await startCommand('scripts/sync.ts', [source, '--json'], settings).ended
  expect({ source, ...ended }).toEqual({ source, code: 0, err: '' })
  const said = JSON.parse(out)
  const [report, ...others] = (said.runs ?? [said]) as RunReport[]
  expect(others).toEqual([])
  expect(report).toMatchObject({ status: 'succeeded', error: null, rejected: 0, waiting: 0 })
  return report as RunReport
}

async function runPortal(): Promise<void> {
  const { rowsRead, inserted, updated } = await runSource('portal')
  totals.rowsRead += rowsRead
  totals.inserted += inserted
  totals.updated += updated
}

async function runBulletin(turn: number): Promise<PrintedEntry[]> {
  const { file, entries } = await day.edition(days[turn] ?? '', turn)
  office.publish([file])
  expect(await runSource('bulletin')).toMatchObject({ rowsRead: EXTENT.entries, updated: EXTENT.entries })
  return entries
}

async function runSheet(): Promise<void> {
  office.publish([day.sheet(days.at(-1) ?? '', 2)])
  expect(await runSource('sheets')).toMatchObject({ inserted: 0, updated: EXTENT.settled })
}

async function backUpKeys(): Promise<void> {
  for (let time = 0; time < BACKUPS_A_QUARTER; time++) {
    const ended = await startCommand('scripts/backup.ts', ['keys', '--json'], settings).ended
    const warning = expect.stringMatching(/^Warning: .* is on the same disk as the data, .*\n$/)
    expect(ended).toMatchObject({ code: 0, err: warning })
    totals.backups += 1
  }
}

/** The entries of the editions, by the day of each edition. */
const printed = new Map<string, PrintedEntry[]>()

/** Runs everything that is due in one quarter of an hour concurrently. */
async function quarter(place: number): Promise<void> {
  const isNow = (share: number): boolean => Math.floor(share * QUARTERS) === place
  office.portal.enter(day.filed.slice(place * FILED, (place + 1) * FILED))
  await Promise.all([
    runPortal(),
    backUpKeys(),
    isNow(SHEET_AT) ? runSheet() : undefined,
    ...EDITIONS_AT.map(async (share, turn) => {
      if (isNow(share)) printed.set(days[turn] ?? '', await runBulletin(turn))
    }),
  ])
}

/** Returns the fields of a mark that requests are drawn from. */
const asDrawn = (mark: SheetMark): DrawnBrand => ({
  nroSolicitud: mark.nroSolicitud,
  denominacion: mark.denominacion,
  estado: readEstado(mark.estadoOficina),
  tipoSigno: readTipoSigno(mark.tipoSigno),
  fechaPresentacion: mark.fechaPresentacion,
  clase: mark.clases[0]?.clase ?? null,
})

const byNumber = (
  marks: readonly (Pick<DrawnBrand, 'nroSolicitud' | 'denominacion' | 'estado'> &
    Pick<SheetMark, 'nroRegistro'>)[],
) =>
  marks
    .map(({ nroSolicitud, nroRegistro, denominacion, estado }) =>
      [nroSolicitud, nroRegistro, estado, denominacion].join(' '),
    )
    .sort()

/** Expects that the corpus has the last published state of every mark, and no other mark. */
async function expectPublished(key: string): Promise<void> {
  const walker = { service: { address: await service.address() }, key }
  const published = [...day.settled.map((mark) => inSheet(mark, 2)), ...day.underWay, ...day.filed]
  const found = await walkBrands(walker, {}, [100])
  const [wanted, had] = [
    byNumber(published.map((mark) => ({ ...asDrawn(mark), nroRegistro: mark.nroRegistro }))),
    byNumber(found),
  ]
  const [all, known] = [new Set(wanted), new Set(had)]
  expect({
    lost: wanted.filter((mark) => !known.has(mark)).slice(0, 10),
    strange: had.filter((mark) => !all.has(mark)).slice(0, 10),
    marks: had.length,
  }).toEqual({ lost: [], strange: [], marks: wanted.length })
}

/** Expects each entry of the editions and each event of the portal in the corpus. */
async function expectEvents(key: string): Promise<void> {
  const address = await service.address()
  const eventsOf = async (number: string): Promise<{ fecha: string; resolucion: string | null }[]> =>
    (await ask({ address }, `/v1/brands/${number}`, { key })).body.anotaciones
  for (const [fecha, entries] of printed) {
    for (const { numero, resolucion } of entries) {
      expect(await eventsOf(numero)).toContainEqual(expect.objectContaining({ fecha, resolucion }))
    }
  }
  for (const { nroSolicitud, eventos } of [...day.underWay, ...day.filed]) {
    const days = (await eventsOf(nroSolicitud)).map(({ fecha }) => fecha)
    expect(days.sort()).toEqual(eventos.map(({ fecha }) => fecha).sort())
  }
}

async function expectRunsOnce(): Promise<void> {
  const runs = await rowsOf(
    database,
    'select source, status, count(*)::int as runs from sync_run group by source, status order by source',
  )
  expect(runs).toEqual([
    { source: 'sheets', status: 'succeeded', runs: 2 },
    { source: 'bulletin', status: 'succeeded', runs: EDITIONS },
    { source: 'portal', status: 'succeeded', runs: QUARTERS },
  ])
  expect(totals).toMatchObject({ rowsRead: EXTENT.underWay + EXTENT.filed, inserted: EXTENT.filed })
  expect(totals).toMatchObject({ updated: EXTENT.underWay, backups: QUARTERS * BACKUPS_A_QUARTER })
}

async function expectBackupWhole(): Promise<void> {
  const target = openTarget(settings.BACKUP_TARGET ?? '')
  const { manifests } = await chooseBackups(target, deriveSigningKey(identity), { without: ['corpus'] })
  const [newest] = manifests
  await (newest && verifyBackup(target, newest, identity))
  expect(newest?.kind).toBe('keys')
}

function recordSearches(searches: ReadersFigures['searches'], begunAt: number): void {
  const aloneFrom = begunAt - (ALONE_MS * 2) / 3
  const alone = searches.filter(({ at, tookMs }) => at >= aloneFrom && at + tookMs < begunAt)
  const beside = searches.filter(({ at }) => at >= begunAt)
  for (const [when, some] of [
    ['while no run is active', alone],
    ['while runs are active', beside],
  ] as const) {
    const { p50, p95, slowest } = spread(some.map(({ tookMs }) => tookMs))
    record(
      `searches ${when}`,
      `${whole(some.length)}: p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)}, slowest ${whole(slowest)} ms`,
    )
  }
}

test(`${QUARTERS} runs of the portal, a sheet and ${EDITIONS === 1 ? 'an edition' : `${EDITIONS} editions`} under search load: no change is lost, no response mixes two sheets, and nothing fails`, async () => {
  const address = await service.address()
  const [reader, looker] = [await makeKey(database, ROOMY), await makeKey(database, ROOMY)]
  const readers = startOwnLoad<ReadersTask, ReadersFigures>('day-readers.ts', {
    ...{ address, key: reader.key, brands: day.settled.map(asDrawn) },
    always: [...day.settled, ...day.underWay].map(({ nroSolicitud }) => nroSolicitud),
  })
  await wait(ALONE_MS)
  const begunAt = Date.now()
  for (let place = 0; place < QUARTERS; place++) {
    await quarter(place)
  }
  const seconds = (Date.now() - begunAt) / 1_000
  const { answers, searches, walks, wrong } = await readers.stop()

  expect(wrong).toEqual([])
  expect(walks).toBeGreaterThan(0)
  expect((await monthlyUsage(database, { id: reader.id }))[0]?.used).toBe(answers)
  await expectRunsOnce()
  await expectPublished(looker.key)
  await expectEvents(looker.key)
  await expectBackupWhole()
  expect(service.output.split('\n').filter((line) => line.includes('"level":"ERROR"'))).toEqual([])

  record(
    'runs and backups',
    `${QUARTERS} runs of the portal, 1 of the sheets, ${EDITIONS} of the bulletin, ${totals.backups} backups of the keys; ` +
      `all succeeded, in ${whole(seconds)} s`,
  )
  record(
    'changes at the office',
    `${whole(EXTENT.settled)} marks with another registration number, ${whole(totals.updated)} changed applications, ` +
      `${whole(totals.inserted)} new applications, ${whole(EDITIONS * EXTENT.entries)} entries of the bulletin; all were served`,
  )
  record(
    'responses',
    `${whole(answers)}, each complete and counted; no response mixed data of two sheets, and no client got data of an older sheet after data of a newer sheet; ` +
      `${whole(walks)} complete paginations without a skipped or repeated mark`,
  )
  recordSearches(searches, begunAt)
})
