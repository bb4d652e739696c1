import type { Freshness, SourceFreshness, SyncRun } from '../../schemas/insight.ts'
import type { KeptRejection } from '../../shared/sync/rejections.ts'
import type { RunReport } from '../../shared/sync/run.ts'
import type { TakenSheet } from '../../shared/sync/sheets/sync-sheets.ts'
import { number, table } from '../table.ts'

/** What the sync command says: tables and sentences for people, one JSON object a command for programs. */
interface Form {
  json?: boolean | undefined
}

/** How runs ended. Why one did not succeed goes to standard error, in the words of `error`. */
export function reports(source: string, runs: readonly RunReport[], { json }: Form): string {
  if (json) {
    return JSON.stringify(source === 'bulletin' ? { runs } : runs[0])
  }
  return runs.map((run) => report(source, run)).join('\n')
}

const report = (source: string, run: RunReport): string =>
  [
    `Run ${run.id} ${run.status}${edition(run)}: ${outcome(run)}`,
    ...(run.rejected > 0 ? [`To see which, and why: npm run sync -- rejected ${run.id}`] : []),
    ...(run.status === 'held'
      ? [`Nothing was changed. To let it through all the same: npm run sync -- ${source} --accept ${run.id}`]
      : []),
    ...(isApplied(run) ? [changes(run), ...remarks(run)] : []),
  ].join('\n')

/** A run that its source has stopped has applied what had come before. */
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
  const { outdated, waiting, unclassifiedEstados, unclassifiedTipos, becameRegister } = run
  const counted = [
    [waiting, 'applications that are not in the corpus yet: what it says waits for them'],
    [outdated, 'unchanged though they differ: the corpus has a newer edition of them'],
    [unclassifiedEstados, 'with a status that is in no catalog: estado=SIN_CLASIFICAR lists them'],
    [unclassifiedTipos, 'with a kind of sign that is in no catalog: tipoSigno=OTRA lists them'],
  ] as const
  return [
    ...counted.flatMap(([count, what]) => (count > 0 ? [`  ${number(count)} ${what}`] : [])),
    ...(becameRegister
      ? ['The corpus is the register now: no sample mark is left in it, and no key to the sample is valid.']
      : []),
  ]
}

const FOUND_BY = {
  given: 'as you say',
  name: 'by its name',
  written: 'the day it was last written; --date says otherwise',
} as const

/** Which sheets a run takes, and what it takes them for. */
export const sheets = (taken: readonly TakenSheet[]): string =>
  taken.map(({ name, edition }) => `${name}: edition ${edition.day}, ${FOUND_BY[edition.from]}.\n`).join('')

export function status(freshness: Freshness, runs: SyncRun[], { json }: Form): string {
  if (json) {
    return JSON.stringify({ freshness, runs })
  }
  return [
    ...(freshness.sample ? ['SAMPLE DATA: no mark of this corpus is on any register.', ''] : []),
    table(SOURCE_HEADER, freshness.sources.map(sourceRow)),
    '',
    runs.length === 0 ? 'There was no run yet.' : table(RUN_HEADER, runs.map(runRow)),
  ].join('\n')
}

const SOURCE_HEADER = ['SOURCE', '', 'EDITION', 'LAST SUCCESS', 'LAG', 'ALLOWED', 'LAST RUN', 'NEXT RUN']

const sourceRow = (source: SourceFreshness): string[] => [
  source.source,
  state(source),
  source.sourceDate ?? '-',
  source.lastSuccessAt ?? 'never',
  source.lagSeconds === null ? '-' : duration(source.lagSeconds),
  duration(source.thresholdSeconds),
  source.lastRunStatus ?? '-',
  source.nextRunAt ?? '-',
]

/** A source that never ran and never will is not late: nobody has set it up. */
const state = ({ stale, nextRunAt, lastRunAt }: SourceFreshness): string =>
  nextRunAt === null && lastRunAt === null ? 'not set up' : stale ? 'stale' : 'fresh'

/** `3 d 4 h`, `2 h 5 min`, `12 s`: the two largest units that say something. */
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

const RUN_HEADER = [
  'RUN',
  'SOURCE',
  'STATUS',
  'STARTED',
  'EDITION',
  'ROWS',
  'NEW',
  'CHANGED',
  'SAME',
  'REJECTED',
  '',
]

const runRow = (run: SyncRun): string[] => [
  run.id,
  run.source,
  run.status,
  run.startedAt,
  run.sourceDate ?? '-',
  ...[run.rowsRead, run.inserted, run.updated, run.unchanged, run.rejected].map(number),
  run.status === 'held' ? `${run.error?.message} (--accept ${run.id})` : (run.error?.message ?? ''),
]

/** As many as a person may want to look at. */
const MOST_ROWS = 1_000

export function rejections(rejected: KeptRejection[], run: string, { json }: Form): string {
  if (json) {
    return JSON.stringify({ rejections: rejected })
  }
  if (rejected.length === 0) {
    return `Run ${run} rejected no row.`
  }
  const rows = rejected
    .slice(0, MOST_ROWS)
    .map(({ sheet, rowNumber, nroSolicitud, reason }) => [
      sheet,
      String(rowNumber),
      nroSolicitud ?? '-',
      reason,
    ])
  const more = rejected.length - rows.length
  return (
    table(['SHEET', 'ROW', 'APPLICATION', 'REASON'], rows) +
    (more > 0 ? `\n… and ${number(more)} more; --json has them all.` : '')
  )
}
