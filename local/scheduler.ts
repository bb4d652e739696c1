import type { Source } from '../schemas/catalogs.ts'
import type { Database } from '../shared/db/database.ts'
import { log } from '../shared/logger.ts'
import { type Due, dueRun } from '../shared/schedule/due.ts'
import { nextSlot } from '../shared/schedule/slots.ts'
import { SyncError } from '../shared/sync/sync-error.ts'

/** A source that runs by itself: when, as a cron of five fields by the clocks of Chile. */
export interface ScheduledSource {
  source: Source
  pattern: string
}

export interface SchedulerOptions {
  database: Database
  /** The sources are those of the made-up office. */
  sample?: boolean
  sources: readonly ScheduledSource[]
  /** Carries a run out. Where another process has taken the same slot, it does nothing. */
  run: (source: Source, due: Due, signal: AbortSignal) => Promise<void>
  now?: () => Date
  /** Calls `work` once after so many milliseconds, unless what it returns is called before; keeps no process alive. */
  after?: (milliseconds: number, work: () => void) => () => void
}

export interface Scheduler {
  /** Begins what is due, at once; done when it has begun. Never fails: what went wrong is in the log. */
  look(): Promise<void>
  /** No more looks; runs that are under way are aborted and waited for. */
  stop(): Promise<void>
}

/** A machine that slept, or another clock, may have brought a slot that no timer told of. */
const MOST_BETWEEN_LOOKS_MS = 60_000

/**
 * The scheduler of the single machine: from now on each source runs when it is due, one run of it at a time, different
 * sources side by side. What is due is told by the database, so several processes may do this at once.
 */
export function startScheduler(options: SchedulerOptions): Scheduler {
  const { sources, now = () => new Date(), after = afterTimeout } = options
  const stopping = new AbortController()
  const running = new Map<Source, Promise<void>>()
  let looking: Promise<void> | undefined
  let cancel = (): void => {}

  const lookAt = async ({ source, pattern }: ScheduledSource): Promise<void> => {
    const due = await whatIsDue(options, source, pattern, now(), stopping.signal)
    if (due && !stopping.signal.aborted) {
      const run = carryOut(options, source, due, stopping.signal)
      running.set(
        source,
        run.finally(() => running.delete(source)),
      )
    }
  }
  const lookAtAll = async (): Promise<void> => {
    await Promise.all(sources.filter(({ source }) => !running.has(source)).map(lookAt))
    looking = undefined
    cancel()
    if (!stopping.signal.aborted) {
      cancel = after(untilNextLook(sources, now()), () => void look())
    }
  }
  const look = (): Promise<void> => {
    looking ??= lookAtAll()
    return looking
  }
  const stop = async (): Promise<void> => {
    cancel()
    stopping.abort(new SyncError('interrupted', 'The service was stopped; nothing of the run was applied.'))
    await Promise.all(running.values())
  }
  void look()
  return { look, stop }
}

async function whatIsDue(
  { database, sample }: SchedulerOptions,
  ...[source, pattern, now, stopping]: [Source, string, Date, AbortSignal]
): Promise<Due | undefined> {
  try {
    return await dueRun(database, source, pattern, now, sample)
  } catch (error) {
    if (!stopping.aborted) {
      log().error('schedule not looked at', { source, error })
    }
    return undefined
  }
}

async function carryOut(
  { run }: SchedulerOptions,
  ...[source, due, signal]: [Source, Due, AbortSignal]
): Promise<void> {
  try {
    await run(source, due, signal)
  } catch (error) {
    log().error('scheduled run failed', { source, ...due, error })
  }
}

/** To the next slot, so that it is met on time, or a minute. */
function untilNextLook(sources: readonly ScheduledSource[], now: Date): number {
  const waits = sources.map(({ source, pattern }) => {
    const slot = nextSlot(source, pattern, now)
    return slot === undefined ? MOST_BETWEEN_LOOKS_MS : slot.getTime() - now.getTime()
  })
  return Math.min(MOST_BETWEEN_LOOKS_MS, ...waits)
}

function afterTimeout(milliseconds: number, work: () => void): () => void {
  const timer = setTimeout(work, milliseconds)
  timer.unref()
  return () => clearTimeout(timer)
}
