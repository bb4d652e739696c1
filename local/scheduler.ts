import { log } from '../shared/platform/logger.ts'
import type { Due } from '../shared/schedule/due.ts'
import { SyncError } from '../shared/sync/sync-error.ts'

/** Something that is done by itself at its times. */
export interface Task {
  name: string
  /** What is to begin at `now`, if anything: told by the database, so several processes may ask at once. */
  due(now: Date): Promise<Due | undefined>
  /** When it is to be done next after `now`. */
  next(now: Date): Date | undefined
  /** Does it. Where another process has taken the same slot, it does nothing. */
  run(due: Due, signal: AbortSignal): Promise<void>
}

export interface SchedulerOptions {
  tasks: readonly Task[]
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
 * The scheduler of the single machine: from now on each task is done when it is due, once at a time, different ones side
 * by side.
 */
export function startScheduler({
  tasks,
  now = () => new Date(),
  after = afterTimeout,
}: SchedulerOptions): Scheduler {
  const stopping = new AbortController()
  const running = new Map<Task, Promise<void>>()
  let looking: Promise<void> | undefined
  let cancel = (): void => {}

  const lookAt = async (task: Task): Promise<void> => {
    const due = await whatIsDue(task, now(), stopping.signal)
    if (due && !stopping.signal.aborted) {
      running.set(
        task,
        carryOut(task, due, stopping.signal).finally(() => running.delete(task)),
      )
    }
  }
  const lookAtAll = async (): Promise<void> => {
    await Promise.all(tasks.filter((task) => !running.has(task)).map(lookAt))
    looking = undefined
    cancel()
    if (!stopping.signal.aborted) {
      cancel = after(untilNextLook(tasks, now()), () => void look())
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

async function whatIsDue(task: Task, now: Date, stopping: AbortSignal): Promise<Due | undefined> {
  try {
    return await task.due(now)
  } catch (error) {
    if (!stopping.aborted) {
      log().error('schedule not looked at', { task: task.name, error })
    }
    return undefined
  }
}

async function carryOut(task: Task, due: Due, signal: AbortSignal): Promise<void> {
  try {
    await task.run(due, signal)
  } catch (error) {
    log().error('scheduled run failed', { task: task.name, ...due, error })
  }
}

/** To the next slot, so that it is met on time, or a minute. */
function untilNextLook(tasks: readonly Task[], now: Date): number {
  const waits = tasks.map((task) => {
    const slot = task.next(now)
    return slot === undefined ? MOST_BETWEEN_LOOKS_MS : slot.getTime() - now.getTime()
  })
  return Math.min(MOST_BETWEEN_LOOKS_MS, ...waits)
}

function afterTimeout(milliseconds: number, work: () => void): () => void {
  const timer = setTimeout(work, milliseconds)
  timer.unref()
  return () => clearTimeout(timer)
}
