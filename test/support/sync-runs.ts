import fc from 'fast-check'
import { codes, SOURCES, type Source } from '../../schemas/catalogs.ts'
import type { SyncRun } from '../../schemas/insight.ts'
import type { Database } from '../../shared/db/database.ts'

/** A row of a run; instants in RFC 3339 with milliseconds. */
export interface RunRow {
  source: Source
  trigger: SyncRun['trigger']
  /** The files that an operator named; null for a run on the source itself. */
  input: { files: readonly string[] } | null
  status: SyncRun['status']
  started_at: string
  finished_at: string | null
  heartbeat_at: string | null
  source_date: string | null
  rows_read: number
  inserted: number
  updated: number
  unchanged: number
  rejected: number
  outdated: number
  waiting: number
  kept: number
  withdrawn: number
  repeated: number
  error_code: string | null
  error_message: string | null
}

/** Returns the instant `ms` milliseconds ago. */
export const ago = (ms: number): string => new Date(Date.now() - ms).toISOString()
export const HOUR = 3_600_000

/** Returns a run that succeeded an hour ago, with `parts`. */
export const runRow = (parts: Partial<RunRow> = {}): RunRow => ({
  source: 'sheets',
  trigger: 'schedule',
  input: null,
  status: 'succeeded',
  started_at: ago(HOUR + 60_000),
  finished_at: ago(HOUR),
  heartbeat_at: null,
  source_date: null,
  rows_read: 0,
  inserted: 0,
  updated: 0,
  unchanged: 0,
  rejected: 0,
  outdated: 0,
  waiting: 0,
  kept: 0,
  withdrawn: 0,
  repeated: 0,
  error_code: null,
  error_message: null,
  ...parts,
})

/** Returns a running run, whose heartbeat is in the future so that it is not lost during a slow test. */
export const runningRow = (parts: Partial<RunRow> = {}): RunRow =>
  runRow({ status: 'running', finished_at: null, heartbeat_at: ago(-HOUR), ...parts })

/** Replaces all runs by these, in this order, and returns their ids. */
export async function replaceRuns(owner: Database, rows: readonly RunRow[]): Promise<string[]> {
  await owner.query({ text: 'delete from sync_run', parameters: [] })
  return addRuns(owner, rows)
}

/** Adds runs in this order, and returns their ids. */
export async function addRuns(owner: Database, rows: readonly RunRow[]): Promise<string[]> {
  const columns = Object.keys(runRow()).join(', ')
  const text = `insert into sync_run (${columns})
                select ${columns} from jsonb_populate_recordset(null::sync_run, $1::jsonb)
                returning run_id::text as id`
  const ids = await owner.query<{ id: string }>(
    { text, parameters: ['rows'] },
    { rows: JSON.stringify(rows) },
  )
  return ids.map(({ id }) => id)
}

/** Replaces all editions of the bulletin with applied editions, only listed editions, and days without an edition. */
export async function replaceEditions(
  owner: Database,
  editions: { taken?: readonly string[]; listed?: readonly string[]; none?: readonly string[] },
): Promise<void> {
  await owner.query({ text: 'delete from bulletin_edition', parameters: [] })
  const text = `insert into bulletin_edition (day, taken_at, entries, absent)
                select day, clock_timestamp(), 1, false from unnest($1::date[]) as day
                union all
                select day, null, null, false from unnest($2::date[]) as day
                union all
                select day, null, null, true from unnest($3::date[]) as day`
  await owner.query(
    { text, parameters: ['taken', 'listed', 'none'] },
    { taken: [], listed: [], none: [], ...editions },
  )
}

/** Generates histories of runs: of each source at most one is running, and it may be lost. */
export const histories = (maxLength = 40): fc.Arbitrary<RunRow[]> =>
  fc.array(anyRun, { maxLength }).map(oneRunningEach)

const count = fc.nat({ max: 2_000_000 })
const day = fc.nat({ max: 400 }).map((days) => ago(days * 24 * HOUR).slice(0, 10))
const error = fc.constantFrom('already_running', 'file_unreadable', 'internal_error')

const anyRun: fc.Arbitrary<RunRow> = fc
  .record({
    source: fc.constantFrom(...codes(SOURCES)),
    trigger: fc.constantFrom('schedule', 'manual', 'catch_up'),
    input: fc.constantFrom(null, null, { files: ['/data/a.csv'] }),
    status: fc.constantFrom('running', 'succeeded', 'failed', 'skipped', 'held'),
    startedAgo: fc.integer({ min: 0, max: 80 * HOUR }),
    took: fc.integer({ min: 0, max: 4 * HOUR }),
    lost: fc.boolean(),
    failure: fc.option(error),
    source_date: fc.option(day),
    rows_read: count,
    inserted: count,
    updated: count,
    unchanged: count,
    rejected: count,
    outdated: count,
    waiting: count,
    repeated: count,
    kept: count,
    withdrawn: count,
  })
  .map(({ startedAgo, took, lost, failure, ...facts }) => {
    const running = facts.status === 'running'
    const code =
      facts.status === 'skipped' ? failure : facts.status === 'failed' ? (failure ?? 'no_rows') : null
    return {
      ...facts,
      started_at: ago(startedAgo + took),
      finished_at: running ? null : ago(startedAgo),
      heartbeat_at: running ? ago(lost ? startedAgo + HOUR : -HOUR) : null,
      error_code: code,
      error_message: code && `It was ${code}.`,
    }
  })

function oneRunningEach(rows: RunRow[]): RunRow[] {
  return rows.filter(
    ({ source, status }, place) =>
      status !== 'running' || !rows.slice(0, place).some((r) => r.source === source && r.status === status),
  )
}

/** Returns a run in the shape of the contract: a running one without a heartbeat for 60 s has failed. */
export function contractRun(row: RunRow, id: string): SyncRun {
  const heard = row.heartbeat_at === null ? Number.POSITIVE_INFINITY : Date.parse(row.heartbeat_at)
  const lost = row.status === 'running' && heard < Date.now() - 60_000
  const error = row.error_code === null ? null : { code: row.error_code, message: row.error_message ?? '' }
  return {
    id,
    source: row.source,
    trigger: row.trigger,
    status: lost ? 'failed' : row.status,
    startedAt: row.started_at,
    finishedAt: lost ? new Date(heard + 60_000).toISOString() : row.finished_at,
    sourceDate: row.source_date,
    rowsRead: row.rows_read,
    inserted: row.inserted,
    updated: row.updated,
    unchanged: row.unchanged,
    rejected: row.rejected,
    outdated: row.outdated,
    waiting: row.waiting,
    repeated: row.repeated,
    kept: row.kept,
    withdrawn: row.withdrawn,
    error: lost ? INTERRUPTED : error,
  }
}

const INTERRUPTED = {
  code: 'interrupted',
  message: 'The run ended before it was done; nothing of it was applied.',
}
