import { bytesOf } from '../../shared/backup/backup-runs.ts'
import type { BackupTold } from '../../shared/backup/list-backups.ts'
import type { Manifest } from '../../shared/backup/manifest.ts'
import type { Receipt } from '../../shared/backup/receipt.ts'
import type { Screen } from '../screen.ts'
import { number, type TableColumn, table } from '../table.ts'
import type { Timed } from './make-backups.ts'

/** What the commands say: tables and sentences for people, one JSON object a command for programs. */
interface Form {
  json?: boolean | undefined
  screen?: Screen
}

export function made(backups: readonly Timed[], place: string, { json }: Form): string {
  return json
    ? JSON.stringify({ backups: backups.map(timedInJson) })
    : [
        ...backups.map(
          ({ manifest, seconds }) => `${manifest.name}: ${content(manifest)}, in ${seconds.toFixed(1)} s.`,
        ),
        `Kept in ${place}, for the key of ${backups[0]?.manifest.recipient}.`,
      ].join('\n')
}

export function list(backups: readonly BackupTold[], { json, screen }: Form): string {
  if (json) {
    return JSON.stringify({ backups })
  }
  return backups.length === 0 ? 'There is no backup yet.' : table(BACKUPS, backups, screen)
}

const BACKUPS: readonly TableColumn<BackupTold>[] = [
  { heading: 'NAME', cell: ({ name }) => name },
  { heading: 'KIND', cell: ({ kind }) => kind },
  { heading: 'SIZE', cell: ({ bytes }) => size(bytes), numeric: true },
  { heading: 'TAKEN AT', cell: ({ takenAt }) => takenAt },
  {
    heading: '',
    cell: ({ isFinished }) => (isFinished ? '' : 'not finished: no backup'),
    style: () => 'yellow',
  },
]

export function verified(backups: readonly Timed[], { json, opened }: Form & { opened: boolean }): string {
  if (json) {
    return JSON.stringify({ opened, backups: backups.map(timedInJson) })
  }
  const what = opened ? 'opened and read: every row is there' : 'every file is the one that was written'
  const hint = opened ? [] : ['What is in them can be read with the secret key alone: --identity FILE.']
  return [
    ...backups.map(
      ({ manifest, seconds }) => `${manifest.name}: ${what} (${content(manifest)}, ${seconds.toFixed(1)} s).`,
    ),
    ...hint,
  ].join('\n')
}

const timedInJson = ({ manifest, seconds }: Timed) => ({
  name: manifest.name,
  kind: manifest.kind,
  takenAt: manifest.takenAt,
  rows: rowsOf(manifest),
  bytes: bytesOf(manifest),
  seconds,
})

const content = (manifest: Manifest): string => `${number(rowsOf(manifest))} rows, ${size(bytesOf(manifest))}`

const rowsOf = ({ parts }: Manifest): number => parts.reduce((sum, { rows }) => sum + rows, 0)

/** Bytes as a person reads them. */
export const size = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${number(Math.round(bytes / 100_000) / 10)} MB`

/** What a restore came to, and what it cannot vouch for. */
export function receipt(told: Receipt, { json, screen }: Form): string {
  if (json) {
    return JSON.stringify(told)
  }
  return [
    table(TABLES, Object.entries(told.rows), screen),
    '',
    ...told.backups.map(({ name, takenAt }) => `Restored ${name}, as it was at ${takenAt}.`),
    `It took ${told.seconds.toFixed(1)} s; every row that the manifests name is there, and the search index is new.`,
    '',
    ...told.notVouchedFor,
  ].join('\n')
}

const TABLES: readonly TableColumn<[name: string, rows: number]>[] = [
  { heading: 'TABLE', cell: ([name]) => name },
  { heading: 'ROWS', cell: ([, rows]) => number(rows), numeric: true },
]
