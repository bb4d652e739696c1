import { TIME_ZONE } from '../platform/time/chilean-day.ts'
import type { BackupKind } from './tables.ts'

/** The facts of a backup that the retention rules use. */
export interface DatedBackup {
  /** Unique. */
  name: string
  kind: BackupKind
  takenAt: Date
  /** False if the backup is being made, or if its process died. */
  isFinished: boolean
}

interface Rule {
  /** How many of the newest backups are always kept. */
  newest: number
  /** The number of hours, days, weeks and months whose newest backup is kept. Periods without a backup do not count. */
  hours: number
  days: number
  weeks: number
  months: number
}

/**
 * The rules for the backups that are kept. Periods are in Chilean time, and are counted back from the newest backup. Therefore,
 * a machine that was off for a year does not remove its old backups at once.
 */
export const RULES: Readonly<Record<BackupKind, Rule>> = {
  keys: { newest: 24, hours: 48, days: 14, weeks: 8, months: 12 },
  corpus: { newest: 3, hours: 0, days: 14, weeks: 8, months: 12 },
}

/** The maximum duration of a backup. `expired` removes older unfinished backups. */
const LONGEST_BACKUP_MS = 24 * 3_600_000

/**
 * Returns the backups to remove, but never the newest finished backup of a kind. An unfinished backup is removed only if it is
 * more than LONGEST_BACKUP_MS older than the current time, and also than the newest finished backup. A clock may be wrong.
 */
export function expired<Backup extends DatedBackup>(backups: readonly Backup[], now = new Date()): Backup[] {
  return (Object.keys(RULES) as BackupKind[]).flatMap((kind) => {
    const newestFirst = backups.filter((backup) => backup.kind === kind).sort(byAge)
    const finished = newestFirst.filter(({ isFinished }) => isFinished)
    const kept = keptBy(RULES[kind], finished)
    const newest = Math.min(now.getTime(), finished[0]?.takenAt.getTime() ?? Number.NEGATIVE_INFINITY)
    const isAbandoned = ({ takenAt }: Backup): boolean => newest - takenAt.getTime() > LONGEST_BACKUP_MS
    return newestFirst.filter((backup) => (backup.isFinished ? !kept.has(backup) : isAbandoned(backup)))
  })
}

/** Compares backups by time, newest first, and then by name. */
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

/** Returns the Monday of the week that contains `at`. */
function weekOf(at: Date): string {
  const noon = new Date(`${dayOf(at)}T12:00:00Z`)
  const sinceMonday = (noon.getUTCDay() + 6) % 7
  return new Date(noon.getTime() - sinceMonday * DAY_MS).toISOString().slice(0, 10)
}

/** Returns the hour in UTC. Hours in Chile begin at the same instants. */
const hourOf = (at: Date): string => at.toISOString().slice(0, 13)

const PERIODS: readonly { count: Exclude<keyof Rule, 'newest'>; periodOf: (at: Date) => string }[] = [
  { count: 'hours', periodOf: hourOf },
  { count: 'days', periodOf: dayOf },
  { count: 'weeks', periodOf: weekOf },
  { count: 'months', periodOf: (at) => dayOf(at).slice(0, 7) },
]
