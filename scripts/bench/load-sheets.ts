import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { RunReport } from '../../shared/sync/run.ts'
import type { BenchDatabase } from './bench-database.ts'
import { end, lastLines, npmScript, ROOT, withOutput } from './child-process.ts'
import { watchPeak } from './machine.ts'
import { MeasuringError, type Run } from './part.ts'

/** What one run of the command came to. */
export interface Loaded {
  report: RunReport
  /** From the start of the process to its end. */
  seconds: number
  /** The most resident memory of the process; null where the system does not tell. */
  peakMegabytes: number | null
}

/**
 * Loads sheets as `npm run sync -- sheets` does, in a process of its own with nothing but the database set.
 *
 * @throws MeasuringError when the run does not succeed
 */
export async function loadSheets(
  run: Run,
  { environment }: BenchDatabase,
  files: readonly string[],
): Promise<Loaded> {
  const log = join(run.folder, 'sync.log')
  const startedAt = performance.now()
  const child = withOutput(log, (output) => startCommand(files, environment, output))
  run.atEnd(() => end(child, 'SIGKILL'))
  const memory = watchPeak(child.pid ?? 0)
  try {
    const ended = once(child, 'exit', { signal: run.signal }).then(() => performance.now())
    const [said, endedAt] = await Promise.all([text(child.stdout as Readable), ended])
    return {
      report: readReport(said, child.exitCode, log),
      seconds: (endedAt - startedAt) / 1_000,
      peakMegabytes: memory.stop(),
    }
  } finally {
    memory.stop()
  }
}

const startCommand = (
  files: readonly string[],
  environment: BenchDatabase['environment'],
  output: number,
): ChildProcess =>
  spawn(
    process.execPath,
    [...npmScript('sync'), 'sheets', ...files.flatMap((file) => ['--file', file]), '--json'],
    {
      cwd: ROOT,
      env: { PATH: process.env.PATH, ...environment },
      stdio: ['ignore', 'pipe', output],
      // Out of reach of the terminal's Ctrl-C: we end it ourselves.
      detached: true,
    },
  )

function readReport(said: string, exitCode: number | null, log: string): RunReport {
  if (exitCode !== 0) {
    throw new MeasuringError(`The sheets could not be loaded:\n${lastLines(log)}`)
  }
  return JSON.parse(said) as RunReport
}
