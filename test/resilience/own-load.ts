import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** A load in a separate process, so that it does not share the thread of the test and of the fake office. */
export interface OwnLoad<Figures> {
  /** Resolves to the figures when the load is over; rejects if its process ends without sending them. */
  readonly figures: Promise<Figures>
  /** Ends a load that runs until it is stopped. */
  stop(): Promise<Figures>
}

const running = new Set<ChildProcess>()

/** Kills the loads that a failed test has left running, which would keep Jest from ending. */
export function endOwnLoads(): void {
  for (const child of running) {
    child.kill('SIGKILL')
  }
}

/** The maximum number of complaints kept. */
const MOST_COMPLAINTS = 10

/** Adds a complaint about a broken rule, up to the maximum number. */
export function complain(complaints: string[], why: string): void {
  if (complaints.length < MOST_COMPLAINTS) {
    complaints.push(why)
  }
}

/** Starts a file of this folder that calls `bearLoad`, and sends it its task. */
export function startOwnLoad<Task extends object, Figures>(file: string, task: Task): OwnLoad<Figures> {
  const child = fork(new URL(file, import.meta.url), {
    env: { PATH: process.env.PATH },
    execArgv: [],
  })
  running.add(child)
  const ended = once(child, 'exit').then(([code]) => {
    running.delete(child)
    throw new Error(`the load ended with ${code}, without figures`)
  })
  const received = once(child, 'message').then(([figures]) => figures as Figures)
  const figures = Promise.race([received, ended])
  figures.catch(() => {}) // the rejection is for the caller that awaits the figures
  child.send(task)
  return {
    figures,
    stop: () => {
      child.send('stop')
      return figures
    },
  }
}

/**
 * Runs the load of such a file with its task until it is over or `signal` aborts it, then sends its figures. The process
 * ends when the test process ends, for whatever reason.
 */
export function bearLoad<Task, Figures>(work: (task: Task, signal: AbortSignal) => Promise<Figures>): void {
  const stopped = new AbortController()
  process.once('message', async (task: Task) => {
    process.on('message', () => stopped.abort())
    const figures = await work(task, stopped.signal)
    process.send?.(figures, undefined, undefined, () => process.exit())
  })
  process.on('disconnect', () => process.exit())
}
