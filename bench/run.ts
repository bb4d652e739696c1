import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { OperatorError } from '../shared/platform/operator-error.ts'
import { type PartReport, step } from './report.ts'

/** A part of the benchmark. */
export interface Part {
  /** What the part measures, in one line. */
  readonly summary: string
  /** The default size of the corpus. */
  readonly marks: number
  /** The sizes of the corpus to which the goals of the part apply. */
  readonly goalsFor: 'any size' | 'default size'
  /** @throws MeasuringError when the figures would be meaningless; a missed goal is no error */
  measure(run: Run): Promise<PartReport>
}

/** The size of a measurement, from the options of the command. */
export interface Extent {
  /** Size of the corpus; without it, each part uses its default. */
  readonly marks?: number
  /** Length of a round under load, in seconds. */
  readonly seconds: number
  /** Rounds of each kind of request. */
  readonly rounds: number
  /** Search queries of each kind. */
  readonly searches: number
  /** Sheets with names of real marks. */
  readonly names?: readonly string[]
}

/** One run of one part. */
export interface Run extends Extent {
  readonly marks: number
  /** A temporary folder, removed after the run. */
  readonly folder: string
  /** Aborted when the operator interrupts the run. */
  readonly signal: AbortSignal
  /** Prints the progress. @throws the reason of `signal` if it is aborted */
  step(line: string): void
  /** Conditions of the measurement for the report, such as the settings of the database. */
  readonly conditions: Record<string, string>
  /** Registers a cleanup; cleanups run in reverse order, however the run ends. */
  atEnd(cleanup: () => Promise<unknown>): void
}

/** The error of a measurement without valid figures. The message is a sentence for the operator. */
export class MeasuringError extends OperatorError {
  override name = 'MeasuringError'
}

/** Runs one part in a temporary folder, and removes everything that the part started or created. */
export async function runPart(part: Part, extent: Extent, signal: AbortSignal): Promise<PartReport> {
  const folder = await mkdtemp(join(tmpdir(), 'trademark-bench-'))
  await chmod(folder, 0o711) // as root, PostgreSQL runs as another user, who must reach it
  const cleanups: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  const run: Run = {
    ...extent,
    marks: extent.marks ?? part.marks,
    folder,
    signal,
    step(line) {
      signal.throwIfAborted()
      step(line)
    },
    conditions: {},
    atEnd: (cleanup) => void cleanups.push(cleanup),
  }
  try {
    const report = await part.measure(run)
    return { ...report, facts: { ...report.facts, ...run.conditions } }
  } finally {
    for (const cleanup of cleanups.reverse()) {
      // A cleanup that fails must not prevent the others.
      await cleanup().catch((error: Error) => process.stderr.write(`${error.message}\n`))
    }
  }
}
