import type { BackupOrder } from '../schemas/backup.ts'
import { BACKUP_SCHEDULES } from '../schemas/config.ts'
import { isSlotDone } from '../shared/backup/backup-runs.ts'
import { configuredPlace } from '../shared/backup/recorded-place.ts'
import type { Database } from '../shared/db/database.ts'
import type { Config } from '../shared/platform/config.ts'
import { readCron } from '../shared/platform/time/cron.ts'
import { type Due, triggerAt } from '../shared/schedule/due.ts'
import { runJobProcess } from './run-job-process.ts'
import type { Task } from './scheduler.ts'

/** Returns the tasks of the scheduled backups; none if no target is configured. */
export const backupTasks = ({ backup }: Config, database: Database): Task[] => {
  if (backup === undefined) {
    return []
  }
  const place = configuredPlace(backup)
  return (['keys', 'corpus'] as const).map((kind) => backupTask({ kind, place }, database))
}

/** Creates the task of one kind of backup. After several missed scheduled times (slots), the task makes only one backup. */
function backupTask(of: { kind: BackupOrder['kind']; place: string }, database: Database): Task {
  const { kind } = of
  const cron = readCron(BACKUP_SCHEDULES[kind])
  return {
    name: `backup of ${kind}`,
    next: (now) => cron.nextRun(now) ?? undefined,
    due: async (now) => {
      const [slot] = cron.previousRuns(1, new Date(now.getTime() + 1)) // includes a slot at exactly `now`
      const isDue = slot !== undefined && !(await isSlotDone(database, of, slot, now))
      return isDue ? { scheduledFor: slot, trigger: triggerAt(slot, now) } : undefined
    },
    run: (due, signal) => runJobProcess('backup', { kind, ...orderOf(due) }, signal),
  }
}

const orderOf = ({ trigger, scheduledFor }: Due) => ({ trigger, scheduledFor: scheduledFor.toISOString() })
