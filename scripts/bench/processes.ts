import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { MeasuringError, type Run } from './part.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const START_TIMEOUT_MS = 60_000
const LOOK_AGAIN_MS = 10

/** Starts a file of this folder as a process of its own, which ends with the run at the latest. */
export function startPeer(run: Run, file: string): ChildProcess {
  const child = withOutput(run, file, (output) =>
    fork(new URL(file, import.meta.url), { execArgv: [], stdio: ['ignore', output, output, 'ipc'] }),
  )
  run.atEnd(() => end(child))
  return child
}

/** Sends a peer its task and waits for the answer. @throws MeasuringError when it ends instead */
export async function ask<Answer>(run: Run, peer: ChildProcess, task: object): Promise<Answer> {
  const settled = new AbortController()
  const signal = AbortSignal.any([run.signal, settled.signal])
  const ended = once(peer, 'exit', { signal }).then(() => {
    throw new MeasuringError(`${peer.spawnargs.at(-1)} ended before it answered.`)
  })
  try {
    const answered = once(peer, 'message', { signal })
    peer.send(task)
    const [answer] = await Promise.race([answered, ended])
    return answer as Answer
  } finally {
    settled.abort()
    ended.catch(() => {})
  }
}

/** The service itself, as `npm start` starts it. */
export interface Service {
  readonly url: string
  readonly pid: number
  /** From the start of the process to its first healthy answer, in seconds. */
  readonly startSeconds: number
  /** Stops it as Ctrl-C would. */
  stop(): Promise<void>
}

/**
 * Starts the service with nothing but `environment` set, and waits until it is healthy.
 *
 * @throws MeasuringError when it ends on the way, or takes longer than a minute
 */
export async function startService(run: Run, environment: Record<string, string>): Promise<Service> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const startedAt = performance.now()
  const child = withOutput(run, 'service', (output) =>
    spawn(process.execPath, ['-r', './scripts/require-node.cjs', 'local/main.ts'], {
      cwd: ROOT,
      env: { PATH: process.env.PATH, ...environment, HOST: '127.0.0.1', PORT: String(port) },
      stdio: ['ignore', output, output],
      // Out of reach of the terminal's Ctrl-C: a second signal, ours, would keep it from ending well.
      detached: true,
    }),
  )
  run.atEnd(() => end(child))
  await untilHealthy(run, child, url)
  const startSeconds = (performance.now() - startedAt) / 1_000
  return { url, pid: child.pid as number, startSeconds, stop: () => end(child) }
}

async function untilHealthy(run: Run, child: ChildProcess, url: string): Promise<void> {
  for (const limit = performance.now() + START_TIMEOUT_MS; performance.now() < limit; ) {
    if (await isHealthy(url)) {
      return
    }
    if (!isRunning(child)) {
      throw new MeasuringError('The service ended at its start.')
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

const isRunning = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null

async function end(child: ChildProcess): Promise<void> {
  if (isRunning(child)) {
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  }
}

/** Lends a file of the run's folder as the output of a process. */
function withOutput(run: Run, name: string, start: (output: number) => ChildProcess): ChildProcess {
  const output = openSync(join(run.folder, `${name}.log`), 'a')
  try {
    return start(output)
  } finally {
    closeSync(output)
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
