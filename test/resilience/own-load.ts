import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'

/** A load in a process of its own: it must not share the thread of the test, nor that of the office beside it. */
export interface OwnLoad<Figures> {
  /** What came of it, once it is over. @throws Error when its process ends without telling */
  readonly figures: Promise<Figures>
  /** Ends a load that goes on until it is told to stop. */
  stop(): Promise<Figures>
}

const running = new Set<ChildProcess>()

/** Ends what a test that failed half way has left running: it would keep the whole run alive. */
export function endOwnLoads(): void {
  for (const child of running) {
    child.kill('SIGKILL')
  }
}

/** As many are told as a person reads. */
const MOST_TOLD = 10

/** Adds one more sentence about what may never be, unless there are enough of them. */
export function complain(told: string[], why: string): void {
  if (told.length < MOST_TOLD) {
    told.push(why)
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
    throw new Error(`the load ended with ${code}, and told nothing`)
  })
  const told = once(child, 'message').then(([figures]) => figures as Figures)
  const figures = Promise.race([told, ended])
  figures.catch(() => {}) // thrown to whoever waits for it
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
 * What such a file does: one load, as its task says, until it is over or `signal` ends it; then it tells its figures. It
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
