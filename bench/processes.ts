import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import packageJson from '../package.json' with { type: 'json' }
import { startCommand } from '../test/support/command-process.ts'
import { freePort } from '../test/support/free-port.ts'
import { watchPeak } from '../test/support/process-memory.ts'
import { MeasuringError, type Run } from './run.ts'

const START_TIMEOUT_MS = 60_000
const POLL_MS = 10

/** A program in a process of its own. */
interface Program {
  readonly child: ChildProcess
  /** Stops the program as Ctrl-C would. */
  stop(): Promise<void>
}

/** A server in a process of its own. */
interface Service extends Program {
  readonly url: string
}

type Environment = Readonly<Record<string, string>>

/** The arguments of Node in `npm start`. */
const START = packageJson.scripts.start.split(' ').slice(2)

/** Starts the service as `npm start` does. @throws MeasuringError if it ends early, or is not healthy within a minute */
export const startService = (run: Run, environment: Environment): Promise<Service> =>
  startServer(run, START, environment)

/** Starts a program of this folder that serves HTTP on `PORT`, as the service does. */
export const startPeer = (run: Run, file: string, environment: Environment): Promise<Service> =>
  startServer(run, [besideThis(file)], environment)

/** Starts a program of this folder that runs during a measurement. */
export const startBeside = (run: Run, file: string, environment: Environment): Program =>
  start(run, [besideThis(file)], environment, join(run.folder, 'beside.log'))

const besideThis = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

async function startServer(run: Run, command: readonly string[], environment: Environment): Promise<Service> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const log = join(run.folder, 'server.log')
  const program = start(run, command, { ...environment, HOST: '127.0.0.1', PORT: String(port) }, log)
  const latest = performance.now() + START_TIMEOUT_MS
  while (!(await isHealthy(url))) {
    if (!isRunning(program.child) || performance.now() > latest) {
      throw new MeasuringError(`A server did not start:\n${lastLines(readFileSync(log, 'utf8'))}`)
    }
    await sleep(POLL_MS, undefined, { signal: run.signal })
  }
  return { ...program, url }
}

const isHealthy = (url: string): Promise<boolean> =>
  fetch(`${url}/health`, { headers: { connection: 'close' } }).then(
    ({ ok }) => ok,
    () => false,
  )

/** Starts a Node process that writes to a log file. The process is ended at the end of the run, if it still runs. */
function start(run: Run, args: readonly string[], environment: Environment, log: string): Program {
  const output = openSync(log, 'a')
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', output, output],
    // A Ctrl-C of the terminal must not reach the process: together with the signal that `stop` sends, it would be the
    // second signal, which ends the service at once.
    detached: true,
  })
  closeSync(output)
  const stop = async (): Promise<void> => {
    const ended = once(child, 'exit')
    if (isRunning(child) && child.kill()) await ended
  }
  run.atEnd(stop)
  return { child, stop }
}

const isRunning = (child: ChildProcess): boolean => child.exitCode === null && child.signalCode === null

const lastLines = (log: string): string => log.trimEnd().split('\n').slice(-10).join('\n')

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
  const startedAt = performance.now()
  const command = startCommand(`scripts/${script}.ts`, [...args, '--json'], environment)
  run.atEnd(() => command.stop('SIGTERM'))
  const memory = watchPeak(command.child.pid ?? 0)
  const { code, out, err } = await command.ended
  const peakMegabytes = memory.stop()
  run.signal.throwIfAborted()
  if (code !== 0) {
    throw new MeasuringError(`"npm run ${script} -- ${args.join(' ')}" failed:\n${lastLines(err)}`)
  }
  const seconds = (performance.now() - startedAt) / 1_000
  return { output: JSON.parse(out) as Output, seconds, peakMegabytes }
}
