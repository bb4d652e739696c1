import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect } from 'vitest'
import { backUp } from '../../../shared/backup/back-up.ts'
import type { BackupPlace } from '../../../shared/backup/backup-place.ts'
import { chooseBackups } from '../../../shared/backup/choose-backups.ts'
import { restore } from '../../../shared/backup/restore.ts'
import { listBackups, manifestOf } from '../../../shared/backup/stored-backups.ts'
import { BACKED_UP } from '../../../shared/backup/tables.ts'
import { verifyBackup } from '../../../shared/backup/verify.ts'
import { listChanges } from '../../../shared/brands/changes/list-changes.ts'
import { searchBrands } from '../../../shared/brands/search-brands.ts'
import type { Database, DatabaseRole, Queryable } from '../../../shared/db/database.ts'
import { migrate } from '../../../shared/db/migrate.ts'
import { admissionQueue } from '../../../shared/keys/admission-queue.ts'
import { chargeOf, refund } from '../../../shared/keys/admit.ts'
import {
  createKey,
  keyAuditLog,
  listKeys,
  monthlyUsage,
  revokeKey,
  rotateKey,
  updateKey,
} from '../../../shared/keys/keys.ts'
import { ensureSearchIndex } from '../../../shared/search/index/rebuild-index.ts'
import type { RunReport } from '../../../shared/sync/run.ts'
import { syncSheets } from '../../../shared/sync/sources/sheets/sync-sheets.ts'
import { rowsOf } from '../../support/corpus-snapshot.ts'
import {
  entry,
  record,
  rowsOf as sheetRows,
  stagedEdition,
  stagedPortal,
  stagedRun,
} from '../../support/staged-run.ts'
import { AUTHOR, makeKey } from '../../support/test-keys.ts'

/** The database of one trial, reached without the proxy, and the place of its backups. */
export interface Trial {
  readonly owner: Database
  readonly serving: Database
  readonly place: BackupPlace
  readonly identity: string
}

/** The states around a trial. `result` is undefined if the operation was rejected. */
export interface Left<State> {
  readonly before: State
  /** The state after the operation without a failure. */
  readonly after: State
  readonly now: State
  readonly result: unknown
}

/** An operation of which one statement or one call of the file system fails. */
// biome-ignore lint/suspicious/noExplicitAny: the state is the operation's own
export interface Operation<State = any> {
  readonly role: DatabaseRole
  /** Prepares the database of which each trial gets a copy. Without this, a trial begins without a schema. */
  prepare?(owner: Database): Promise<void>
  /** Prepares a trial on its copy. */
  begin?(trial: Trial): Promise<void>
  run(database: Database, trial: Trial): Promise<unknown>
  /** Returns the state that the invariants check. Expects the invariants that hold at any time. */
  state(trial: Trial): Promise<State>
  /** Expects the invariants after a failure. */
  expectWhole(left: Left<State>): void
  /** Expects the invariants after the operation was repeated without a failure; by default, its state is `after`. */
  expectNext?(left: Left<State>): void
}

/** Expects the state before or after the operation, and the one after if the operation reported success. */
const expectAllOrNothing = ({ before, after, now, result }: Left<unknown>): void => {
  expect([before, after]).toContainEqual(now)
  if (result !== undefined) expect(now).toEqual(after)
}

// ---- runs of the sources

const START = '2000-01-01T00:00:00Z'
const DAY = '2026-11-20'
const STAGED = 'select from staged_row union all select from staged_mark union all select from staged_entry'

/** Imports four marks from a sheet. */
async function loadFirstSheet(owner: Database): Promise<void> {
  await ensureSearchIndex(owner)
  const records = ['1', '2', '3', '4'].map((number) => record(number))
  expect(await stagedRun(owner, sheetRows(records))).toMatchObject({ status: 'succeeded' })
}

/** Returns what one transaction changes: marks, changes, search results; and the last run and the number of staged rows. */
async function corpusState({ owner, serving }: Trial) {
  const { items: changes } = await listChanges(serving, { desde: START, limit: 100 })
  const { items: found } = await searchBrands(serving, { q: 'marca nueva', limit: 20 })
  const [last] = await rowsOf<{ status: string }>(
    owner,
    'select status from sync_run order by run_id desc limit 1',
  )
  return {
    details: await rowsOf(
      owner,
      `select detail::jsonb - 'fuentes' as detail from brand_detail order by nro_solicitud`,
    ),
    changes: changes.map(({ nroSolicitud, tipo, campos }) => ({
      nroSolicitud,
      tipo,
      campos: campos.toSorted(),
    })),
    found: found.map(({ denominacion }) => denominacion),
    lastRun: last?.status,
    staged: (await rowsOf(owner, STAGED)).length,
  }
}

/** Describes a run: it changes all or nothing, its row in the history agrees, and the next run leaves no staged rows. */
const syncOf = (
  run: (database: Database) => Promise<RunReport>,
): Operation<Awaited<ReturnType<typeof corpusState>>> => ({
  role: 'trademark_ingest',
  prepare: loadFirstSheet,
  run: async (database) => {
    const report = await run(database)
    if (report.status !== 'succeeded') throw new Error(report.error?.message)
    return report
  },
  state: corpusState,
  expectWhole: ({ now: { lastRun, staged: _, ...now }, before, after, result }) => {
    expectAllOrNothing({ before: corpusOf(before), after: corpusOf(after), now, result })
    // A run that was applied is recorded as succeeded.
    const isApplied = JSON.stringify(now) === JSON.stringify(corpusOf(after))
    if (isApplied) expect(lastRun).toBe('succeeded')
  },
  expectNext: ({ now, after }) => {
    expect({ ...now, lastRun: undefined }).toEqual({ ...after, lastRun: undefined })
    // A run whose source was applied already finds nothing new.
    expect(['succeeded', 'skipped']).toContain(now.lastRun)
  },
})
const corpusOf = <State extends { lastRun: unknown; staged: unknown }>({
  lastRun: _,
  staged: __,
  ...corpus
}: State) => corpus

const newNames = ['1', '2', '3', '5'].map((number) =>
  record(number, {
    denominacion: `MARCA NUEVA ${number}`,
    estado: 'REGISTRADA',
    estadoOficina: 'Registrada',
  }),
)

const sheets = syncOf((database) => stagedRun(database, sheetRows(newNames, { fechaFuente: DAY })))
const bulletin = syncOf((database) => stagedEdition(database, DAY, [entry('1'), entry('2'), entry('9')]))
const portal = syncOf((database) =>
  stagedPortal(
    database,
    DAY,
    newNames.slice(0, 2).map((each) => ({ record: each })),
  ),
)

const SHEET = [
  'N° Solicitud;Denominación;Estado;Tipo de Signo;Fecha de Presentación;Clases',
  ...['1', '2', '3', '5'].map(
    (number) => `${number};MARCA NUEVA ${number};Registrada;Denominativa;02/01/2026;9`,
  ),
  '',
].join('\r\n')

/** A run of the sheets that downloads its file. */
export const sheetsOfFiles = syncOf(async (database) => {
  const office = createServer((_, response) => response.end(SHEET))
  await new Promise<void>((resolve) => office.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(office.address() as AddressInfo).port}/planilla-${DAY}.csv`
  try {
    return await syncSheets(database, { from: { url }, trigger: 'manual' })
  } finally {
    office.close()
  }
})

// ---- schema

const migration: Operation = {
  role: 'owner',
  run: (database) => migrate(database),
  state: ({ owner }) =>
    rowsOf(
      owner,
      `select table_schema, table_name, column_name, data_type from information_schema.columns
        where table_schema in ('public', 'search') order by 1, 2, 3`,
    ),
  // Each migration is one transaction: the next start continues after the last one applied.
  expectWhole: ({ after, now, result }) => {
    if (result !== undefined) expect(now).toEqual(after)
  },
}

// ---- backup and restore

async function loadBackedUp(owner: Database): Promise<void> {
  await loadFirstSheet(owner)
  await makeKey(owner, { consumer: 'acme' })
}

/** Returns the kinds of the finished backups. Expects that each is complete. */
async function finishedBackups({ place: { target, signingKey }, identity }: Trial): Promise<string[]> {
  const finished = (await listBackups(target, signingKey)).filter(({ isFinished }) => isFinished)
  for (const { name } of finished) {
    await verifyBackup(target, await manifestOf(target, name, signingKey), identity)
  }
  return finished.map(({ kind }) => kind).sort()
}

export const backup: Operation<{ finished: string[]; recorded: number }> = {
  role: 'owner',
  prepare: loadBackedUp,
  run: async (database, { place }) => [
    await backUp(database, 'keys', place),
    await backUp(database, 'corpus', place),
  ],
  state: async (trial) => ({
    finished: await finishedBackups(trial),
    recorded: (await rowsOf(trial.owner, 'select from backup_run where name is not null')).length,
  }),
  expectWhole: ({ now: { finished, recorded }, result }) => {
    // A backup is recorded after it is complete.
    expect(recorded).toBeLessThanOrEqual(finished.length)
    if (result !== undefined)
      expect({ finished, recorded }).toEqual({ finished: ['corpus', 'keys'], recorded: 2 })
  },
  expectNext: ({ now: { finished } }) => expect(finished).toEqual(expect.arrayContaining(['corpus', 'keys'])),
}

const tables = (owner: Queryable): Promise<unknown[]> =>
  Promise.all(
    Object.values(BACKED_UP)
      .flat()
      .map((table) => rowsOf(owner, `select t::text as row from ${table} as t order by 1`)),
  )

/** Describes a restore of the backups of the trial `source`. */
export const restoreOf = (source: Trial): Operation => ({
  role: 'owner',
  run: async (database) => {
    const { target, signingKey } = source.place
    const { manifests } = await chooseBackups(target, signingKey, {})
    return restore(database, { target, manifests, identity: source.identity })
  },
  state: async ({ owner }) => {
    const [{ exists } = { exists: false }] = await rowsOf<{ exists: boolean }>(
      owner,
      `select to_regclass('brand') is not null as exists`,
    )
    return exists ? tables(owner) : 'empty'
  },
  expectWhole: expectAllOrNothing,
})

// ---- keys and limits

interface KeyState {
  state: string
  monthlyQuota: number
  events: string[]
}

/** Returns the keys of a consumer. Expects that the state of each follows from its audit log. */
const keyStates = async ({ owner }: Trial): Promise<KeyState[]> => {
  const keys = (await listKeys(owner)).filter(({ consumer }) => consumer === 'acme')
  return Promise.all(
    keys.map(async ({ id, state, monthlyQuota, replaces }) => {
      const log = await keyAuditLog(owner, id)
      const quota = log.findLast(({ action }) => action === 'update')?.change.monthlyQuota
      const isEnded = log.some(({ action }) => action === 'revoke')
      expect(log[0]?.action).toBe('create')
      expect(monthlyQuota).toBe((quota as { to: number } | undefined)?.to ?? (replaces === null ? 100 : 200))
      if (isEnded) expect(state).toBe('revoked')
      return { state, monthlyQuota, events: log.map(({ action }) => action) }
    }),
  )
}

/** The number of changes of keys that were confirmed to the operator. */
let confirmed = 0
const keys: Operation<KeyState[]> = {
  role: 'owner',
  prepare: async () => {},
  run: async (database) => {
    const terms = { consumer: 'acme', scopes: [], monthlyQuota: 100, burstPerMinute: 10, expires: undefined }
    confirmed = 0
    const count = <Result>(result: Result): Result => {
      confirmed += 1
      return result
    }
    const { id } = count(await createKey(database, terms, AUTHOR))
    count(
      await updateKey(
        database,
        id,
        { monthlyQuota: 200, scopes: undefined, burstPerMinute: undefined },
        AUTHOR,
      ),
    )
    const successor = count(await rotateKey(database, id, '0', AUTHOR))
    return count(await revokeKey(database, successor.id, AUTHOR))
  },
  state: keyStates,
  expectWhole: ({ now, after }) => {
    const logged = now.flatMap(({ events }) => events).length
    const all = after.flatMap(({ events }) => events).length
    // A rotation is an event of the old key and of the new one.
    expect(logged).toBeGreaterThanOrEqual(confirmed)
    expect(logged).toBeLessThanOrEqual(all)
  },
  expectNext: ({ now, after }) => expect(now).toEqual(expect.arrayContaining(after)),
}

/** The number of calls that were granted, and of units that were refunded. */
let [granted, refunded] = [0, 0]
const admission: Operation<number> = {
  role: 'trademark_serve',
  prepare: async () => {},
  begin: async ({ owner }) => {
    secret = (await makeKey(owner, { consumer: 'acme' })).key
  },
  run: async (database) => {
    ;[granted, refunded] = [0, 0]
    for (let call = 0; call < 3; call++) {
      const admitted = await admissionQueue(database).admit({ key: secret, scope: 'brands:read' })
      granted += admitted.verdict === 'granted' ? 1 : 0
      const charge = admitted.verdict === 'unauthorized' ? undefined : chargeOf(admitted)
      if (call === 1 && charge !== undefined) {
        await refund(database, charge)
        refunded += 1
      }
    }
    return granted
  },
  state: async ({ owner }) => (await monthlyUsage(owner, {}))[0]?.used ?? 0,
  expectWhole: ({ now }) => {
    // The failed statement may charge or refund its unit without a confirmation; the difference is at most one unit.
    expect(Math.abs(now - (granted - refunded))).toBeLessThanOrEqual(1)
  },
  expectNext: ({ before, now }) => expect(now).toBe(before + 2),
}
let secret = ''

/** Reads the changes feed from its beginning, and repeats a failed page from the same position. */
const feed: Operation = {
  role: 'trademark_serve',
  prepare: async (owner) => {
    await loadFirstSheet(owner)
    await sheets.run(owner, undefined as never)
  },
  run: async (database) => {
    const seen: (number | null)[] = []
    let place: { desde: string } | { cursor: string } = { desde: START }
    for (let failures = 0; ; ) {
      try {
        const { items, nextCursor, more } = await listChanges(database, { ...place, limit: 2 })
        seen.push(...items.map(({ seq }) => seq))
        place = { cursor: nextCursor }
        if (!more) break
      } catch (error) {
        failures += 1
        if (failures > 1) throw error
      }
    }
    expect(seen).toEqual(seen.map((_, index) => (seen[0] ?? 0) + index))
    return seen
  },
  state: async ({ serving }) => (await listChanges(serving, { desde: START, limit: 100 })).items.length,
  expectWhole: ({ now, result }) => expect(result).toHaveLength(now as number),
}

/** The operations whose statements fail, without the restore, which needs a backup. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  'a run of the sheets': sheets,
  'a run of the bulletin': bulletin,
  'a run of the portal': portal,
  'the migration of an empty database': migration,
  'a backup of keys and corpus': backup,
  'changes of a key': keys,
  'admission with a refund': admission,
  'a reader of the changes feed': feed,
}
