import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../test/support/free-port.ts'
import { end, isRunning, lastLines, npmScript, ROOT, withOutput } from './child-process.ts'
import { MeasuringError, type Run } from './part.ts'

const START_TIMEOUT_MS = 60_000
const LOOK_AGAIN_MS = 10

/** A file of this folder that runs as a process of its own. */
export interface Peer {
  /** Sends it a task and waits for the answer. @throws MeasuringError when it ends instead */
  ask<Answer>(task: object): Promise<Answer>
  stop(): Promise<void>
}

/** Starts a file of this folder; it ends with the run at the latest. */
export function startPeer(run: Run, file: string): Peer {
  const log = join(run.folder, `${file}.log`)
  const child = withOutput(log, (output) =>
    fork(new URL(file, import.meta.url), { execArgv: [], stdio: ['ignore', output, output, 'ipc'] }),
  )
  run.atEnd(() => end(child))
  return { ask: (task) => ask(run, child, task, log), stop: () => end(child) }
}

async function ask<Answer>(run: Run, child: ChildProcess, task: object, log: string): Promise<Answer> {
  const settled = new AbortController()
  const signal = AbortSignal.any([run.signal, settled.signal])
  const fail = (): never => {
    throw new MeasuringError(`A process ended before it answered:\n${lastLines(log)}`)
  }
  const answered = once(child, 'message', { signal })
  const ended = once(child, 'exit', { signal }).then(fail)
  // One that had ended before does not end again, but takes no task either.
  const undelivered = new Promise<void>((resolve) => child.send(task, (error) => error && resolve())).then(
    fail,
  )
  try {
    const [answer] = await Promise.race([answered, ended, undelivered])
    return answer as Answer
  } finally {
    settled.abort()
  }
}

/** The service itself, as `npm start` starts it. */
export interface Service {
  readonly url: string
  readonly pid: number
  /** From the start of the process to its first healthy answer. */
  readonly startSeconds: number
  /** Stops it as Ctrl-C would. */
  stop(): Promise<void>
}

/**
 * Starts the service with nothing but `environment` set, and waits until it is healthy.
 *
 * @param flags more of Node's than `npm start` has
 * @throws MeasuringError when it ends on the way, or takes longer than a minute
 */
export async function startService(
  run: Run,
  environment: Readonly<Record<string, string>>,
  flags: readonly string[] = [],
): Promise<Service> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const log = join(run.folder, 'service.log')
  const startedAt = performance.now()
  const child = withOutput(log, (output) =>
    spawn(process.execPath, [...flags, ...npmScript('start')], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, ...environment, HOST: '127.0.0.1', PORT: String(port) },
      stdio: ['ignore', output, output],
      // Out of reach of the terminal's Ctrl-C: ours would be the second one, which does not let it end well.
      detached: true,
    }),
  )
  run.atEnd(() => end(child))
  await untilHealthy(run, child, url, log)
  const startSeconds = (performance.now() - startedAt) / 1_000
  return { url, pid: child.pid ?? 0, startSeconds, stop: () => end(child) }
}

async function untilHealthy(run: Run, child: ChildProcess, url: string, log: string): Promise<void> {
  for (const limit = performance.now() + START_TIMEOUT_MS; performance.now() < limit; ) {
    if (await isHealthy(url)) {
      return
    }
    if (!isRunning(child)) {
      throw new MeasuringError(`The service ended at its start:\n${lastLines(log)}`)
    }
    await sleep(LOOK_AGAIN_MS, undefined, { signal: run.signal })
  }
  throw new MeasuringError(`The service was not healthy after ${START_TIMEOUT_MS / 1_000} s.`)
}

async function isHealthy(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/health`, { headers: { connection: 'close' } })
    await response.arrayBuffer()
    return response.status === 200
  } catch {
    return false
  }
}
