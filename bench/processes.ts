import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import packageJson from '../package.json' with { type: 'json' }
import { freePort } from '../test/support/free-port.ts'
import { watchPeak } from './machine.ts'
import { MeasuringError, type Run } from './run.ts'

/** The folder in which npm runs a script. */
export const ROOT = fileURLToPath(new URL('../', import.meta.url))

const START_TIMEOUT_MS = 60_000
const POLL_MS = 10

/** A server in a process of its own. */
export interface Service {
  readonly url: string
  readonly pid: number
  /** The time from the start of the process to its first healthy response. */
  readonly startSeconds: number
  /** Stops the server as Ctrl-C would. */
  stop(): Promise<void>
}

type Environment = Readonly<Record<string, string>>

/** Starts the service as `npm start` does. @throws MeasuringError if it ends early, or is not healthy within a minute */
export const startService = (run: Run, environment: Environment): Promise<Service> =>
  startServer(run, npmScript('start'), environment)

/** Starts a program of this folder that serves HTTP on `PORT`, as the service does. */
export const startPeer = (run: Run, file: string, environment: Environment): Promise<Service> =>
  startServer(run, [fileURLToPath(new URL(file, import.meta.url))], environment)

/** Starts a program of this folder that runs during a measurement. */
export function startBeside(run: Run, file: string, environment: Environment): { stop(): Promise<void> } {
  const child = start(
    run,
    [fileURLToPath(new URL(file, import.meta.url))],
    environment,
    join(run.folder, 'beside.log'),
  )
  return { stop: () => end(child) }
}

async function startServer(run: Run, command: readonly string[], environment: Environment): Promise<Service> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const log = join(run.folder, 'server.log')
  const startedAt = performance.now()
  const child = start(run, command, { ...environment, HOST: '127.0.0.1', PORT: String(port) }, log)
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
      throw new MeasuringError(`A server ended during its start:\n${lastLines(log)}`)
    }
    await sleep(POLL_MS, undefined, { signal: run.signal })
  }
  throw new MeasuringError(`A server was not healthy after ${START_TIMEOUT_MS / 1_000} s.`)
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

/** The outcome of a command. */
export interface Commanded<Output> {
  /** The JSON object that the command printed. */
  output: Output
  /** The time from the start of the process to its end. */
  seconds: number
  /** Peak resident memory of the process; null where the system does not report it. */
  peakMegabytes: number | null
}

/** Runs a command of the service with `--json`, with only `environment` and PATH set. @throws MeasuringError if it fails */
export async function runCommand<Output>(
  run: Run,
  script: 'sync' | 'reindex',
  args: readonly string[],
  environment: Environment,
): Promise<Commanded<Output>> {
  const log = join(run.folder, `${script}.log`)
  const startedAt = performance.now()
  const child = start(run, [...npmScript(script), ...args, '--json'], environment, log, 'pipe')
  const memory = watchPeak(child.pid ?? 0)
  try {
    const ended = once(child, 'exit', { signal: run.signal }).then(() => performance.now())
    const [printed, endedAt] = await Promise.all([text(child.stdout as Readable), ended])
    if (child.exitCode !== 0) {
      throw new MeasuringError(`"npm run ${script} -- ${args.join(' ')}" failed:\n${lastLines(log)}`)
    }
    const seconds = (endedAt - startedAt) / 1_000
    return { output: JSON.parse(printed) as Output, seconds, peakMegabytes: memory.stop() }
  } finally {
    memory.stop()
  }
}

/** Returns the arguments that an npm script passes to Node: flags, then the file. */
const npmScript = (name: keyof typeof packageJson.scripts): string[] =>
  packageJson.scripts[name].split(' ').slice(2)

const isRunning = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null

/** Ends a process and waits for its exit. */
async function end(child: ChildProcess): Promise<void> {
  if (isRunning(child)) {
    const ended = once(child, 'exit')
    child.kill()
    await ended
  }
}

const lastLines = (log: string): string =>
  readFileSync(log, 'utf8').trimEnd().split('\n').slice(-10).join('\n')

/** Starts a Node process that writes to a log file. The process is ended at the end of the run, if it still runs. */
function start(
  run: Run,
  args: readonly string[],
  environment: Environment,
  log: string,
  stdout?: 'pipe',
): ChildProcess {
  const output = openSync(log, 'a')
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', stdout ?? output, output],
    // A Ctrl-C of the terminal must not reach the process: together with the signal that `end` sends, it would be the
    // second signal, which ends the service at once.
    detached: true,
  })
  closeSync(output)
  run.atEnd(() => end(child))
  return child
}
