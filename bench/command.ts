import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { end, lastLines, npmScript, ROOT, withOutput } from './child-process.ts'
import { watchPeak } from './machine.ts'
import { MeasuringError, type Run } from './part.ts'

/** Where a source is for one run of the command: files, or its address. */
export type Place = (
  | { readonly files: readonly string[] }
  /** Of a page of the office, or of a file. */
  | { readonly url: string }
) & {
  /** The edition, `YYYY-MM-DD`; without it, each has its own. */
  readonly date?: string
}

/** What one run of the command came to. */
export interface Commanded {
  /** What it said, of one JSON object. */
  said: unknown
  /** From the start of the process to its end. */
  seconds: number
  /** The most resident memory of the process; null where the system does not tell. */
  peakMegabytes: number | null
}

/** Runs `npm run sync -- SOURCE --json` on a place, as `runCommand` does. */
export const runSyncCommand = (
  run: Run,
  environment: Readonly<Record<string, string>>,
  source: 'sheets' | 'bulletin',
  place: Place,
): Promise<Commanded> =>
  runCommand(run, 'sync', [source, ...argumentsOf(place)], {
    ...environment,
    ...('url' in place ? { [`${source.toUpperCase()}_URL`]: place.url } : {}),
  })

const argumentsOf = (place: Place): string[] => [
  ...('files' in place ? place.files.flatMap((file) => ['--file', file]) : []),
  ...(place.date === undefined ? [] : ['--date', place.date]),
]

/**
 * Runs one of our commands with `--json` in a process of its own, with nothing but `environment` set.
 *
 * @throws MeasuringError when it does not succeed
 */
export async function runCommand(
  run: Run,
  script: 'sync' | 'backup' | 'restore',
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<Commanded> {
  const log = join(run.folder, `${script}.log`)
  const startedAt = performance.now()
  const child = withOutput(log, (output) => startCommand(script, args, environment, output))
  run.atEnd(() => end(child, 'SIGKILL'))
  const memory = watchPeak(child.pid ?? 0)
  try {
    const ended = once(child, 'exit', { signal: run.signal }).then(() => performance.now())
    const [said, endedAt] = await Promise.all([text(child.stdout as Readable), ended])
    if (child.exitCode !== 0) {
      throw new MeasuringError(`"npm run ${script} -- ${args.join(' ')}" did not succeed:\n${lastLines(log)}`)
    }
    return {
      said: JSON.parse(said),
      seconds: (endedAt - startedAt) / 1_000,
      peakMegabytes: memory.stop(),
    }
  } finally {
    memory.stop()
  }
}

const startCommand = (
  script: Parameters<typeof npmScript>[0],
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  output: number,
): ChildProcess =>
  spawn(process.execPath, [...npmScript(script), ...args, '--json'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, ...environment },
    stdio: ['ignore', 'pipe', output],
    // Out of reach of the terminal's Ctrl-C: we end it ourselves.
    detached: true,
  })
