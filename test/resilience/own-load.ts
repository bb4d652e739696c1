import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** A load in its own process: it must not share the thread of the test and of the fake office. */
export interface OwnLoad<Figures> {
  /** Its figures, once it is over. @throws Error when its process ends without sending them */
  readonly figures: Promise<Figures>
  /** Ends a load that goes on until it is stopped. */
  stop(): Promise<Figures>
}

const running = new Set<ChildProcess>()

/** Ends what a test that failed half way has left running: it would keep the whole run alive. */
export function endOwnLoads(): void {
  for (const child of running) {
    child.kill('SIGKILL')
  }
}

/** Enough complaints for a person to read. */
const MOST_COMPLAINTS = 10

/** Adds a complaint about a broken rule, unless there are enough of them. */
export function complain(complaints: string[], why: string): void {
  if (complaints.length < MOST_COMPLAINTS) {
    complaints.push(why)
  }
}

/** Starts a file of this folder that does `bearLoad`, and gives it its task. */
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
 * Runs the load of such a file, as its task says, until it is over or `signal` ends it; then sends its figures. The process
 * ends with the test, however that ends.
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
