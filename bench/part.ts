import { OperatorError } from '../shared/operator-error.ts'
import type { Table } from './figures-table.ts'
import type { Goal } from './goals.ts'

/** Something that the bench measures. */
export interface Part {
  /** What it measures, in one line. */
  readonly summary: string
  /** How many marks its corpus has unless somebody wants another number. */
  readonly marks: number
  /** @throws MeasuringError when there is nothing to tell; a goal that is missed is no error */
  measure(run: Run): Promise<PartReport>
}

/** One run of one part. */
export interface Run {
  /** Size of the corpus. */
  readonly marks: number
  /** Whether somebody asked for this size. */
  readonly sized: boolean
  /** Length of a round, in seconds. */
  readonly seconds: number
  /** How many rounds each server gets. */
  readonly rounds: number
  /** How many searches one process has to bear. */
  readonly searches: number
  /** Whether what an interrupted run has measured is to be forgotten. */
  readonly fresh: boolean
  /** A folder of this run alone, removed after it. */
  readonly folder: string
  /** Aborted when somebody interrupts the run. */
  readonly signal: AbortSignal
  /** Tells what is being done, to somebody who waits. @throws the reason of `signal` once it is aborted */
  step(line: string): void
  /** Has something undone when the run ends, however it ends: the last one first. */
  atEnd(undo: () => Promise<unknown>): void
}

export interface PartReport {
  /** What the figures hold for: the load, the corpus, the database and its settings. */
  facts: Record<string, string>
  tables: Record<string, Table>
  goals: Goal[]
  /** What is too much for a table. */
  data?: Record<string, unknown>
  /** An SVG image. */
  chart?: string
}

/** Why there are no figures; the message is a sentence for whoever runs the bench. */
export class MeasuringError extends OperatorError {
  override name = 'MeasuringError'
}
