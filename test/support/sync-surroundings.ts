import { mkdir, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { SyncRun } from '../../schemas/insight.ts'
import { syncBulletin } from '../../shared/sync/sources/bulletin/sync-bulletin.ts'
import { syncSheets } from '../../shared/sync/sources/sheets/sync-sheets.ts'
import { type CommandProcess, startCommand } from './command-process.ts'
import { corpusSnapshot, holdLock, rowsOf, runBackends } from './corpus-snapshot.ts'
import type { OfficeFile } from './office/office.ts'
import { type Office, startOffice } from './office/office.ts'
import { ask, startTestService, type TestService } from './service.ts'
import { keepFile, savedAnswers, smallEdition, smallMarks, smallSheet } from './small-office.ts'
import { temporaryFolder } from './temporary-folder.ts'
import { until } from './until.ts'

/** A service, a fake office, and the `sync` command, which reads the office and writes to the database of the service. */
export interface SyncSurroundings {
  readonly service: TestService
  readonly office: Office
  /** The folder for files of the command. */
  readonly folder: string
  sync(...args: string[]): CommandProcess
  /** Starts `sync` and returns once it waits for a lock, which is held until `letGo` is called. */
  waitingSync(args: readonly string[], lock: string): Promise<CommandProcess & { letGo(): Promise<void> }>
  /** Returns the names of downloaded files that runs have not removed. */
  downloads(): Promise<string[]>
  corpus(): Promise<unknown>
  /** Returns the runs of the public API, newest first. */
  runs(): Promise<SyncRun[]>
  end(): Promise<void>
}

/** Starts a service and an office. The register contains the sheet and the edition of `day`; without `day`, it is empty. */
export async function syncSurroundings(day?: string): Promise<SyncSurroundings> {
  const service = await startTestService()
  const key = await service.key()
  const folder = await temporaryFolder()
  const temporary = join(folder.path, 'tmp')
  await mkdir(temporary)
  const office = await startOffice(day === undefined ? [] : [smallSheet(day), smallEdition(day)])
  if (day !== undefined) {
    await takeAll(service, office)
  }
  const sync = (...args: string[]): CommandProcess =>
    startCommand('scripts/sync.ts', args, {
      DATABASE_URL: service.database.url,
      DATA_DIR: folder.path,
      TMPDIR: temporary,
      SHEETS_URL: office.sheetsUrl,
      BULLETIN_URL: office.bulletinUrl,
      PORTAL_URL: office.portalUrl,
      PORTAL_PAUSE_SECONDS: '0',
      PORTAL_RECORDS_PER_RUN: '100',
    })
  return {
    service,
    office,
    folder: folder.path,
    sync,
    waitingSync: async (args, lock) => {
      const { letGo } = await holdLock(service.owner, lock)
      const command = sync(...args)
      await until(async () => (await runBackends(service.owner, { waiting: true })).length > 0)
      return { ...command, letGo }
    },
    downloads: () => readdir(temporary),
    corpus: () => corpusSnapshot(service.owner),
    runs: async () => (await ask(service, '/v1/sync-runs?limit=100', { key })).body.items,
    end: async () => {
      await office.stop()
      await service.stop()
      await folder.remove()
    },
  }
}

async function takeAll({ database }: TestService, office: Office): Promise<void> {
  const ingest = database.open('trademark_ingest')
  await syncSheets(ingest, { from: { url: office.sheetsUrl }, trigger: 'manual' })
  await syncBulletin(ingest, { from: { url: office.bulletinUrl }, trigger: 'manual' })
}

/** A run on a new file: the arguments of the command, and the name of the file. */
export interface NewOrder {
  args: string[]
  file: string
}

/** The input of the runs of each kind, created on demand. */
export type KindOfRun = readonly [kind: string, order: (surroundings: SyncSurroundings) => Promise<NewOrder>]

/** Returns a run of each source, by URL and by file; `byUrl` and `byFile` are days that are new to the corpus. */
export const kindsOfRun = (byUrl: string, byFile: string): readonly KindOfRun[] => [
  ['sheets by URL', (on) => publish(on, 'sheets', smallSheet(byUrl, 'DOS'))],
  ['bulletin by URL', (on) => publish(on, 'bulletin', smallEdition(byUrl))],
  ['sheets by file', (on) => name(on, 'sheets', smallSheet(byFile, 'TRES'))],
  ['bulletin by file', (on) => name(on, 'bulletin', smallEdition(byFile))],
  ['portal by URL', async (on) => enter(on)],
  ['portal by file', (on) => name(on, 'portal', savedAnswers(byFile))],
]

async function publish({ office }: SyncSurroundings, source: string, file: OfficeFile): Promise<NewOrder> {
  office.publish([file])
  return { args: [source], file: basename(file.path) }
}

/** Adds new applications to the portal, with higher numbers than those of earlier calls. */
function enter({ office }: SyncSurroundings): NewOrder {
  const first = 10_000 + office.portal.calls.length
  office.portal.enter(smallMarks(first, 5))
  return { args: ['portal'], file: 'portal' }
}

async function name({ folder }: SyncSurroundings, source: string, file: OfficeFile): Promise<NewOrder> {
  const path = await keepFile(folder, file)
  return { args: [source, '--file', path], file: basename(path) }
}

/** Sets the heartbeats of running runs back by some seconds. */
export const setHeartbeat = ({ service }: SyncSurroundings, secondsAgo: number): Promise<unknown> =>
  rowsOf(
    service.owner,
    `update sync_run set heartbeat_at = clock_timestamp() - interval '${secondsAgo} seconds' where status = 'running'`,
  )

/** Statements that take a lock, by the point at which a run waits for this lock. */
export const POINTS = {
  staging: 'lock table staged_row, staged_entry in share update exclusive mode',
  comparing: 'lock table corpus_state in access exclusive mode',
  'about to apply': "select pg_advisory_xact_lock(hashtext('trademark corpus'))",
  'in the middle of applying': 'lock table source_record, brand_annotation in share mode',
} as const
