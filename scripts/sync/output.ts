import type { Source } from '../../schemas/catalogs.ts'
import type { Freshness, SourceFreshness, SyncRun } from '../../schemas/insight.ts'
import { typedCommand } from '../../shared/platform/typed-command.ts'
import type { StoredRejection } from '../../shared/sync/run/rejections.ts'
import type { RunReport } from '../../shared/sync/run.ts'
import type { SheetToRead } from '../../shared/sync/sources/sheets/sync-sheets.ts'
import { PIPE, type Screen, type Style } from '../screen.ts'
import { number, type TableColumn, table } from '../table.ts'

interface Format {
  json?: boolean | undefined
  screen?: Screen
}

/** Returns the notice that a run reads the sample data, for a user who forgot `--file`. */
export const sampleNotice = (source: Source): string =>
  `Neither --file nor ${source.toUpperCase()}_URL is set: reading the sample data.`

/** Returns the reports of runs. The text contains no error messages. */
export function reports(source: string, runs: readonly RunReport[], { json, screen = PIPE }: Format): string {
  if (json) {
    return JSON.stringify(source === 'bulletin' ? { runs } : runs[0])
  }
  return runs.map((run) => report(source, run, screen)).join('\n')
}

const report = (source: string, run: RunReport, { paint }: Screen): string =>
  [
    `Run ${run.id} ${paint(RUN_STYLES[run.status], run.status)}${edition(run)}: ${outcome(run)}`,
    ...(run.rejected > 0
      ? [`List the rejected rows with ${typedCommand('sync', `rejected ${run.id}`)}`]
      : []),
    ...(run.status === 'held'
      ? [
          'Nothing was changed. If the data is right, accept the run: ' +
            typedCommand('sync', `${source} --accept ${run.id}`),
        ]
      : []),
    ...(isApplied(run) ? [changes(run), ...remarks(run)] : []),
    ...notRead(run),
  ].join('\n')

/** Returns whether a run has applied rows, perhaps before it failed. */
const isApplied = ({ status, inserted, updated, unchanged }: RunReport): boolean =>
  status === 'succeeded' || inserted + updated + unchanged > 0

const edition = ({ sourceDate }: RunReport): string => (sourceDate === null ? '' : `, edition ${sourceDate}`)

const outcome = ({ status, error, rowsRead, rejected }: RunReport): string =>
  status === 'skipped' && error === null
    ? 'the source has nothing new.'
    : `${number(rowsRead)} rows read, ${number(rejected)} rejected.`

const changes = ({ inserted, updated, unchanged }: RunReport): string =>
  `Marks: ${number(inserted)} inserted, ${number(updated)} updated, ${number(unchanged)} unchanged.`

function remarks(run: RunReport): string[] {
  const { outdated, waiting, repeated, kept, withdrawn, becameRegister } = run
  const { unclassifiedEstados, unclassifiedTipos } = run
  // Each entry becomes a line below `Marks: …`, such as `  6 that keep an earlier value, …`.
  const counted = [
    [waiting, 'applications that are not in the corpus yet: their entries are stored for later'],
    [outdated, 'not changed, because their data in the corpus is from a newer edition'],
    [repeated, 'repeated rows: the run had already read a row of the same application'],
    [kept, 'that keep an earlier value, because the new record lacks that value'],
    [withdrawn, 'applications that a corrected edition no longer contains: their entries were removed'],
    [unclassifiedEstados, 'with an unknown status: estado=SIN_CLASIFICAR lists them'],
    [unclassifiedTipos, 'with an unknown kind of sign: tipoSigno=OTRA lists them'],
  ] as const
  return [
    ...counted.flatMap(([count, what]) => (count > 0 ? [`  ${number(count)} ${what}`] : [])),
    ...(becameRegister
      ? ['The corpus is now the register. The sample marks and the sample key were deleted.']
      : []),
  ]
}

/** Returns a line for each unknown field of the source, such as a column of a sheet. */
const notRead = ({ ignored = {} }: RunReport): string[] =>
  Object.entries(ignored).map(([name, count]) => `  not read: ${name} (${number(count)} times)`)

const FOUND_BY = {
  given: 'as given by --date',
  name: 'from its name',
  header: 'from the header Last-Modified; --date sets another day',
} as const

/** Returns the name and edition of each sheet. */
export const sheets = (listed: readonly SheetToRead[]): string =>
  listed.map(({ name, edition }) => `${name}: edition ${edition.day}, ${FOUND_BY[edition.from]}.\n`).join('')

/** Returns the freshness of each source, and the newest runs. */
export function status(freshness: Freshness, runs: SyncRun[], { json, screen = PIPE }: Format): string {
  if (json) {
    return JSON.stringify({ freshness, runs })
  }
  return [
    ...(freshness.sample
      ? [screen.paint('bold', 'SAMPLE DATA: no mark of this corpus is on any register.'), '']
      : []),
    table(SOURCES, freshness.sources, screen),
    '',
    runs.length === 0 ? 'No run yet.' : table(RUNS, runs, screen),
  ].join('\n')
}

const SOURCES: readonly TableColumn<SourceFreshness>[] = [
  { heading: 'SOURCE', cell: ({ source }) => source },
  { heading: 'STATE', cell: ({ state }) => state, style: ({ state }) => STATE_STYLES[state] },
  { heading: 'LAG', cell: ({ lagSeconds }) => (lagSeconds === null ? '-' : duration(lagSeconds)) },
  { heading: 'ALLOWED', cell: ({ thresholdSeconds }) => duration(thresholdSeconds) },
  { heading: 'EDITION', cell: ({ sourceDate }) => sourceDate ?? '-' },
  { heading: 'LAST SUCCESS', cell: ({ lastSuccessAt }) => lastSuccessAt ?? 'never' },
  {
    heading: 'LAST RUN',
    cell: ({ lastRunStatus }) => lastRunStatus ?? '-',
    style: ({ lastRunStatus }) => (lastRunStatus === null ? undefined : RUN_STYLES[lastRunStatus]),
  },
  { heading: 'NEXT RUN', cell: ({ nextRunAt }) => nextRunAt ?? '-' },
]

/** Returns text such as `3 d 4 h`, `2 h 5 min` or `12 s`. */
function duration(seconds: number): string {
  const units = [
    [86_400, 'd'],
    [3_600, 'h'],
    [60, 'min'],
    [1, 's'],
  ] as const
  let left = seconds
  const parts = units.map(([size, unit]) => {
    const count = Math.floor(left / size)
    left -= count * size
    return [count, unit] as const
  })
  const first = parts.findIndex(([count]) => count > 0)
  return parts
    .slice(Math.max(0, first === -1 ? parts.length - 1 : first))
    .slice(0, 2)
    .filter(([count], place) => place === 0 || count > 0)
    .map(([count, unit]) => `${count} ${unit}`)
    .join(' ')
}

const RUNS: readonly TableColumn<SyncRun>[] = [
  { heading: 'RUN', cell: ({ id }) => id },
  { heading: 'SOURCE', cell: ({ source }) => source },
  { heading: 'STATUS', cell: ({ status }) => status, style: ({ status }) => RUN_STYLES[status] },
  { heading: 'STARTED', cell: ({ startedAt }) => startedAt },
  { heading: 'EDITION', cell: ({ sourceDate }) => sourceDate ?? '-' },
  { heading: 'ROWS', cell: ({ rowsRead }) => number(rowsRead), numeric: true },
  { heading: 'NEW', cell: ({ inserted }) => number(inserted), numeric: true },
  { heading: 'CHANGED', cell: ({ updated }) => number(updated), numeric: true },
  { heading: 'SAME', cell: ({ unchanged }) => number(unchanged), numeric: true },
  { heading: 'REJECTED', cell: ({ rejected }) => number(rejected), numeric: true },
  { heading: '', cell: (run) => reason(run) },
]

const reason = ({ id, status, error }: SyncRun): string =>
  status === 'held' ? `${error?.message} (--accept ${id})` : (error?.message ?? '')

const STATE_STYLES: Readonly<Record<SourceFreshness['state'], Style>> = {
  current: 'green',
  stale: 'red',
  not_configured: 'dim',
}

const RUN_STYLES: Readonly<Record<SyncRun['status'], Style>> = {
  running: 'bold',
  succeeded: 'green',
  skipped: 'dim',
  held: 'yellow',
  failed: 'red',
}

const MAX_ROWS = 1_000

/** Returns the rejected rows of a run. */
export function rejections(rejected: StoredRejection[], run: string, { json, screen }: Format): string {
  if (json) {
    return JSON.stringify({ rejections: rejected })
  }
  if (rejected.length === 0) {
    return `Run ${run} rejected no row.`
  }
  const shown = rejected.slice(0, MAX_ROWS)
  const more = rejected.length - shown.length
  return (
    table(REJECTIONS, shown, screen) + (more > 0 ? `\n… and ${number(more)} more; --json lists all.` : '')
  )
}

const REJECTIONS: readonly TableColumn<StoredRejection>[] = [
  { heading: 'SHEET', cell: ({ sheet }) => sheet, least: 24 },
  { heading: 'ROW', cell: ({ rowNumber }) => String(rowNumber), numeric: true },
  { heading: 'APPLICATION', cell: ({ nroSolicitud }) => nroSolicitud ?? '-' },
  { heading: 'REASON', cell: ({ reason }) => reason },
]
