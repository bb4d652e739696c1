import { TIME_ZONE } from '../platform/time/chilean-day.ts'
import type { BackupKind } from './tables.ts'

/** What the rule asks of a backup. */
export interface DatedBackup {
  /** Unlike that of any other. */
  name: string
  kind: BackupKind
  takenAt: Date
  /** Not: it is being made, or its process died. It never stays in place of a finished one. */
  isFinished: boolean
}

interface Rule {
  /** So many of the newest stay, whatever their periods. */
  newest: number
  /** The newest of each of so many periods stays, counting only periods that have a backup. */
  hours: number
  days: number
  weeks: number
  months: number
}

/**
 * What stays. Periods are those of Chile, and are counted back from the newest backup rather than from now: neither a
 * clock that is wrong nor a machine that was off for a year lets old backups go without new ones in their place.
 */
export const RULES: Readonly<Record<BackupKind, Rule>> = {
  keys: { newest: 24, hours: 48, days: 14, weeks: 8, months: 12 },
  corpus: { newest: 3, hours: 0, days: 14, weeks: 8, months: 12 },
}

/** An unfinished one may be in the making for so long. */
const LONGEST_MAKING_MS = 24 * 3_600_000

/**
 * The backups that may go. The newest finished one of a kind is never among them, and an unfinished one only where both
 * the clock and the newest finished one say that it is not in the making: either alone may be that of a wrong clock.
 */
export function expired<Backup extends DatedBackup>(backups: readonly Backup[], now = new Date()): Backup[] {
  return (Object.keys(RULES) as BackupKind[]).flatMap((kind) => {
    const newestFirst = backups.filter((backup) => backup.kind === kind).sort(byAge)
    const finished = newestFirst.filter(({ isFinished }) => isFinished)
    const kept = keptBy(RULES[kind], finished)
    const newest = Math.min(now.getTime(), finished[0]?.takenAt.getTime() ?? Number.NEGATIVE_INFINITY)
    const isLeft = ({ takenAt }: Backup): boolean => newest - takenAt.getTime() > LONGEST_MAKING_MS
    return newestFirst.filter((backup) => (backup.isFinished ? !kept.has(backup) : isLeft(backup)))
  })
}

/** Newest first; two of one moment in the order of their names, so that the rule always chooses the same. */
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

/** The Monday that a day's week begins with. */
function weekOf(at: Date): string {
  const noon = new Date(`${dayOf(at)}T12:00:00Z`)
  const sinceMonday = (noon.getUTCDay() + 6) % 7
  return new Date(noon.getTime() - sinceMonday * DAY_MS).toISOString().slice(0, 10)
}

/** Clocks of Chile differ from UTC by whole hours; the hour that comes twice, once a year, is two hours. */
const hourOf = (at: Date): string => at.toISOString().slice(0, 13)

const PERIODS: readonly { count: Exclude<keyof Rule, 'newest'>; periodOf: (at: Date) => string }[] = [
  { count: 'hours', periodOf: hourOf },
  { count: 'days', periodOf: dayOf },
  { count: 'weeks', periodOf: weekOf },
  { count: 'months', periodOf: (at) => dayOf(at).slice(0, 7) },
]
