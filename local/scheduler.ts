import { log } from '../shared/platform/logger.ts'
import type { Due } from '../shared/schedule/due.ts'
import { SyncError } from '../shared/sync/sync-error.ts'

export interface Task {
  name: string
  /** Returns the due run, or undefined. Reads from the database whether another process has already done the run. */
  due(now: Date): Promise<Due | undefined>
  next(now: Date): Date | undefined
  /** Runs the task, unless another process has already started the run. */
  run(due: Due, signal: AbortSignal): Promise<void>
}

export interface SchedulerOptions {
  tasks: readonly Task[]
  now?: () => Date
  /** Calls `work` after a delay. Returns a function that cancels the call. */
  after?: (milliseconds: number, work: () => void) => () => void
}

export interface Scheduler {
  /** Starts every due task. Logs errors and never rejects. */
  check(): Promise<void>
  /** Stops the checks, aborts the running tasks, and waits until they end. */
  stop(): Promise<void>
}

/** A suspended machine or a changed clock could delay a longer timer. */
const MAX_CHECK_INTERVAL_MS = 60_000

/** Starts a scheduler, which never runs a task twice at the same time. */
export function startScheduler({
  tasks,
  now = () => new Date(),
  after = afterTimeout,
}: SchedulerOptions): Scheduler {
  const stopping = new AbortController()
  const running = new Map<Task, Promise<void>>()
  let checking: Promise<void> | undefined
  let cancel = (): void => {}

  const checkTask = async (task: Task): Promise<void> => {
    const due = await dueRunOf(task, now(), stopping.signal)
    if (due && !stopping.signal.aborted) {
      running.set(
        task,
        runTask(task, due, stopping.signal).finally(() => running.delete(task)),
      )
    }
  }
  const checkAll = async (): Promise<void> => {
    await Promise.all(tasks.filter((task) => !running.has(task)).map(checkTask))
    checking = undefined
    cancel()
    if (!stopping.signal.aborted) {
      cancel = after(untilNextCheck(tasks, now()), () => void check())
    }
  }
  const check = (): Promise<void> => {
    checking ??= checkAll()
    return checking
  }
  const stop = async (): Promise<void> => {
    cancel()
    stopping.abort(new SyncError('interrupted', 'The service was stopped; nothing of the run was applied.'))
    await Promise.all(running.values())
  }
  void check()
  return { check, stop }
}

async function dueRunOf(task: Task, now: Date, stopping: AbortSignal): Promise<Due | undefined> {
  try {
    return await task.due(now)
  } catch (error) {
    if (!stopping.aborted) {
      log().error('schedule not checked', { task: task.name, error })
    }
    return undefined
  }
}

async function runTask(task: Task, due: Due, signal: AbortSignal): Promise<void> {
  try {
    await task.run(due, signal)
  } catch (error) {
    log().error('scheduled run failed', { task: task.name, ...due, error })
  }
}

/** Returns the milliseconds until the next slot, at most a minute. */
function untilNextCheck(tasks: readonly Task[], now: Date): number {
  const waits = tasks.map((task) => {
    const slot = task.next(now)
    return slot === undefined ? MAX_CHECK_INTERVAL_MS : slot.getTime() - now.getTime()
  })
  return Math.min(MAX_CHECK_INTERVAL_MS, ...waits)
}

function afterTimeout(milliseconds: number, work: () => void): () => void {
  const timer = setTimeout(work, milliseconds)
  timer.unref()
  return () => clearTimeout(timer)
}
