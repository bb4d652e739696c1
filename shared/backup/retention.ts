import { TIME_ZONE } from '../platform/time/chilean-day.ts'
import type { BackupKind } from './tables.ts'

/** The facts of a backup that the rules use. */
export interface DatedBackup {
  /** Unique. */
  name: string
  kind: BackupKind
  takenAt: Date
  /** False if the backup is being made, or its process died; it then never counts in place of a finished backup. */
  isFinished: boolean
}

interface Rule {
  /** The number of newest backups that are kept regardless of their periods. */
  newest: number
  /** The number of periods whose newest backup is kept; periods without a backup do not count. */
  hours: number
  days: number
  weeks: number
  months: number
}

/**
 * The backups that are kept. Periods are those of Chile, counted back from the newest backup rather than from now: neither a
 * wrong clock nor a machine that was off for a year makes the rules remove old backups before new ones replace them.
 */
export const RULES: Readonly<Record<BackupKind, Rule>> = {
  keys: { newest: 24, hours: 48, days: 14, weeks: 8, months: 12 },
  corpus: { newest: 3, hours: 0, days: 14, weeks: 8, months: 12 },
}

/** The maximum duration of a backup; an unfinished backup that is older is abandoned. */
const LONGEST_BACKUP_MS = 24 * 3_600_000

/**
 * Returns the backups to remove, never the newest finished one of a kind. An unfinished one is removed only if both the
 * clock and the newest finished backup show that it is abandoned: either alone may come from a wrong clock.
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

/** Sorts by time, newest first, then by name, so that the rules always choose the same backups. */
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

/** Returns the Monday of a week. */
function weekOf(at: Date): string {
  const noon = new Date(`${dayOf(at)}T12:00:00Z`)
  const sinceMonday = (noon.getUTCDay() + 6) % 7
  return new Date(noon.getTime() - sinceMonday * DAY_MS).toISOString().slice(0, 10)
}

/** Returns the hour in UTC: clocks in Chile differ from UTC by whole hours. */
const hourOf = (at: Date): string => at.toISOString().slice(0, 13)

const PERIODS: readonly { count: Exclude<keyof Rule, 'newest'>; periodOf: (at: Date) => string }[] = [
  { count: 'hours', periodOf: hourOf },
  { count: 'days', periodOf: dayOf },
  { count: 'weeks', periodOf: weekOf },
  { count: 'months', periodOf: (at) => dayOf(at).slice(0, 7) },
]
