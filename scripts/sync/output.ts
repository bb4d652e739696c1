import type { Freshness, SyncRun } from '../../schemas/insight.ts'
import type { KeptRejection } from '../../shared/sync/rejections.ts'
import type { RunReport } from '../../shared/sync/run.ts'
import type { TakenSheet } from '../../shared/sync/sheets/sync-sheets.ts'
import { number, table } from '../table.ts'

/** What the sync command says: tables and sentences for people, one JSON object a command for programs. */
interface Form {
  json?: boolean | undefined
}

/** How a run ended. Why it did not succeed goes to standard error, in the words of `error`. */
export function report(run: RunReport, { json }: Form): string {
  if (json) {
    return JSON.stringify(run)
  }
  return [
    `Run ${run.id} ${run.status}: ${number(run.rowsRead)} rows read, ${number(run.rejected)} rejected.`,
    ...(run.rejected > 0 ? [`To see which, and why: npm run sync -- rejected ${run.id}`] : []),
    ...(run.status === 'succeeded' ? [changes(run), ...remarks(run)] : []),
  ].join('\n')
}

const changes = ({ inserted, updated, unchanged }: RunReport): string =>
  `Marks: ${number(inserted)} inserted, ${number(updated)} updated, ${number(unchanged)} unchanged.`

function remarks({ outdated, unclassifiedEstados, unclassifiedTipos, becameRegister }: RunReport): string[] {
  const counted = [
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
  const sources = freshness.sources.map((source) => [
    source.source,
    source.lastSuccessAt ?? 'never',
    source.sourceDate ?? '-',
    source.stale ? 'stale' : 'fresh',
  ])
  return [
    ...(freshness.sample ? ['SAMPLE DATA: no mark of this corpus is on any register.', ''] : []),
    table(['SOURCE', 'LAST SUCCESS', 'EDITION', ''], sources),
    '',
    runs.length === 0 ? 'There was no run yet.' : table(RUN_HEADER, runs.map(runRow)),
  ].join('\n')
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
  run.error?.message ?? '',
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
