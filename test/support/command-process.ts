import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** The exit code of a command, null if a signal ended it, and its output. */
export interface Ended {
  code: number | null
  out: string
  err: string
}

/** A running command. */
export interface CommandProcess {
  readonly child: ChildProcess
  readonly ended: Promise<Ended>
  /** Sends a signal, and returns how the process ended. */
  stop(signal: NodeJS.Signals): Promise<Ended>
}

/** Starts a script of this project with only PATH, `LOG_LEVEL=silent` and `environment` as its environment. */
export function startCommand(
  program: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): CommandProcess {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, LOG_LEVEL: 'silent', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = once(child, 'close')
  const ended = Promise.all([closed, text(child.stdout as Readable), text(child.stderr as Readable)]).then(
    ([[code], out, err]): Ended => ({ code: code as number | null, out, err }),
  )
  const stop = (signal: NodeJS.Signals): Promise<Ended> => {
    child.kill(signal)
    return ended
  }
  return { child, ended, stop }
}
