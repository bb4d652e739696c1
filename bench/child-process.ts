import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import packageJson from '../package.json' with { type: 'json' }

/** Where npm would run a script. */
export const ROOT = fileURLToPath(new URL('../', import.meta.url))

/** What an npm script gives to Node: flags, then the file. */
export const npmScript = (name: keyof typeof packageJson.scripts): string[] =>
  packageJson.scripts[name].split(' ').slice(2)

export const isRunning = (child: ChildProcess): boolean =>
  child.exitCode === null && child.signalCode === null

/** Waits until it has ended; SIGKILL is for one whose work nobody needs any more. */
export async function end(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM'): Promise<void> {
  if (isRunning(child)) {
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
}

export const lastLines = (log: string): string =>
  readFileSync(log, 'utf8').trimEnd().split('\n').slice(-10).join('\n')

/** Lends a log file to a process that is being started. */
export function withOutput<Child extends ChildProcess>(log: string, start: (output: number) => Child): Child {
  const output = openSync(log, 'a')
  try {
    return start(output)
  } finally {
    closeSync(output)
  }
}
