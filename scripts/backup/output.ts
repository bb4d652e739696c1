import { bytesOf } from '../../shared/backup/backup-runs.ts'
import type { Manifest } from '../../shared/backup/manifest.ts'
import type { RestoreReport } from '../../shared/backup/restore-report.ts'
import type { BackupSummary } from '../../shared/backup/stored-backups.ts'
import type { Screen } from '../screen.ts'
import { number, type TableColumn, table } from '../table.ts'
import type { Timed } from './make-backups.ts'
import type { KeySettings } from './make-identity.ts'
import type { Verified } from './verify-backups.ts'

/** The form of the output: tables and sentences for people, or one JSON object per command for programs. */
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
        `Stored in ${place}, encrypted for ${backups[0]?.manifest.recipient}.`,
      ].join('\n')
}

/** Returns the settings that are derived from a secret key, with instructions. */
export function keySettings(settings: KeySettings, file: string | undefined, { json }: Form): string {
  if (json) {
    return JSON.stringify({ ...(file === undefined ? {} : { file }), ...settings })
  }
  const made =
    file === undefined
      ? []
      : [
          `The secret key of backups is in ${file}. Keep it, and a copy, away from the machine that runs the service: a restore`,
          'needs it, and a lost key cannot be recovered.',
          '',
        ]
  return [
    ...made,
    'Set BACKUP_TARGET and these settings where the service and its commands run. BACKUP_SIGNING_KEY is a secret: do',
    'not store it with the backups.',
    '',
    ...Object.entries(settings).map(([name, value]) => `  ${name}=${value}`),
  ].join('\n')
}

export function list(backups: readonly BackupSummary[], { json, screen }: Form): string {
  if (json) {
    return JSON.stringify({ backups })
  }
  return backups.length === 0 ? 'There is no backup yet.' : table(BACKUPS, backups, screen)
}

const BACKUPS: readonly TableColumn<BackupSummary>[] = [
  { heading: 'NAME', cell: ({ name }) => name },
  { heading: 'KIND', cell: ({ kind }) => kind },
  { heading: 'SIZE', cell: ({ bytes }) => size(bytes), numeric: true },
  { heading: 'TAKEN AT', cell: ({ takenAt }) => takenAt },
  {
    heading: '',
    cell: ({ isFinished, signature }) =>
      [isFinished ? '' : 'not finished', SIGNATURES[signature]].filter((each) => each !== '').join(', '),
    style: () => 'yellow',
  },
]

const SIGNATURES: Readonly<Record<BackupSummary['signature'], string>> = {
  valid: '',
  'other key': 'signed with another key',
  none: 'not signed',
}

export function verified(
  { verified, notSigned }: Verified,
  { json, opened }: Form & { opened: boolean },
): string {
  if (json) {
    return JSON.stringify({ opened, backups: verified.map(timedInJson), notSigned })
  }
  const result = opened ? 'signed, decrypted: every row is there' : 'signed, every file is unchanged'
  const hint = opened ? [] : ['Checking the content requires the secret key: --identity FILE.']
  const ignored =
    notSigned.length === 0
      ? []
      : [
          `Backups that were not verified, because they are not signed with this key: ${number(notSigned.length)}. The command "list" shows them.`,
        ]
  return [
    ...verified.map(
      ({ manifest, seconds }) =>
        `${manifest.name}: ${result} (${content(manifest)}, ${seconds.toFixed(1)} s).`,
    ),
    ...ignored,
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

/** Returns a number of bytes as text for people. */
export const size = (bytes: number): string =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${number(Math.round(bytes / 100_000) / 10)} MB`

/** Returns the report of a restore, including its warnings (`notVouchedFor`). */
export function restored(report: RestoreReport, { json, screen }: Form): string {
  if (json) {
    return JSON.stringify(report)
  }
  return [
    table(TABLES, Object.entries(report.rows), screen),
    '',
    ...report.backups.map(({ name, takenAt }) => `Restored ${name}, taken at ${takenAt}.`),
    `The restore took ${report.seconds.toFixed(1)} s. Every row of the backups is there, and the search index is rebuilt.`,
    '',
    ...report.notVouchedFor,
  ].join('\n')
}

const TABLES: readonly TableColumn<[name: string, rows: number]>[] = [
  { heading: 'TABLE', cell: ([name]) => name },
  { heading: 'ROWS', cell: ([, rows]) => number(rows), numeric: true },
]
