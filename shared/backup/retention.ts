import { TIME_ZONE } from '../platform/time/chilean-day.ts'
import type { BackupKind } from './tables.ts'

export interface DatedBackup {
  /** Unique. */
  name: string
  kind: BackupKind
  takenAt: Date
  /** False while the backup is made, or if the process died. */
  isFinished: boolean
}

interface Rule {
  /** Always keeps this many of the newest backups. */
  newest: number
  /** Keeps one backup per hour (the newest), for this many hours. Days, weeks and months work the same way. */
  hours: number
  days: number
  weeks: number
  months: number
}

/**
 * Days, weeks and months are in Chilean time. Only periods with a backup are counted: if a machine was off for a year, its
 * old backups are kept.
 */
export const RULES: Readonly<Record<BackupKind, Rule>> = {
  keys: { newest: 24, hours: 48, days: 14, weeks: 8, months: 12 },
  corpus: { newest: 3, hours: 0, days: 14, weeks: 8, months: 12 },
}

/** The age at which an unfinished backup counts as abandoned. */
const ABANDONED_AFTER_MS = 24 * 3_600_000

/**
 * Returns the backups to remove. An unfinished backup is removed if it is more than 24 h older than `now` and than the newest
 * finished backup of its kind. Both times are compared because the clock of a machine may be wrong.
 */
export function expired<Backup extends DatedBackup>(backups: readonly Backup[], now = new Date()): Backup[] {
  return (Object.keys(RULES) as BackupKind[]).flatMap((kind) => {
    const newestFirst = backups.filter((backup) => backup.kind === kind).sort(byAge)
    const finished = newestFirst.filter(({ isFinished }) => isFinished)
    const kept = keptBy(RULES[kind], finished)
    const newest = Math.min(now.getTime(), finished[0]?.takenAt.getTime() ?? Number.NEGATIVE_INFINITY)
    const isAbandoned = ({ takenAt }: Backup): boolean => newest - takenAt.getTime() > ABANDONED_AFTER_MS
    return newestFirst.filter((backup) => (backup.isFinished ? !kept.has(backup) : isAbandoned(backup)))
  })
}

const byAge = (one: DatedBackup, other: DatedBackup): number =>
  other.takenAt.getTime() - one.takenAt.getTime() || (one.name < other.name ? 1 : -1)

function keptBy<Backup extends DatedBackup>(rule: Rule, newestFirst: readonly Backup[]): Set<Backup> {
  const kept = new Set(newestFirst.slice(0, rule.newest))
  for (const { count, periodOf } of PERIODS) {
    const seen = new Set<string>()
    for (const backup of newestFirst) {
      const period = periodOf(backup.takenAt)
      if (seen.has(period)) {
        continue
      }
      if (seen.size === rule[count]) {
        break
      }
      seen.add(period)
      kept.add(backup)
    }
  }
  return kept
}

const DAY_MS = 24 * 3_600_000
const dayFormat = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeZone: TIME_ZONE })
const dayOf = (at: Date): string => dayFormat.format(at)

/** Returns the Monday of the week. */
function weekOf(at: Date): string {
  const noon = new Date(`${dayOf(at)}T12:00:00Z`)
  const sinceMonday = (noon.getUTCDay() + 6) % 7
  return new Date(noon.getTime() - sinceMonday * DAY_MS).toISOString().slice(0, 10)
}

/** Uses UTC, because hours in Chile begin at the same instants. */
const hourOf = (at: Date): string => at.toISOString().slice(0, 13)

const PERIODS: readonly { count: Exclude<keyof Rule, 'newest'>; periodOf: (at: Date) => string }[] = [
  { count: 'hours', periodOf: hourOf },
  { count: 'days', periodOf: dayOf },
  { count: 'weeks', periodOf: weekOf },
  { count: 'months', periodOf: (at) => dayOf(at).slice(0, 7) },
]
