import { OperatorError } from '../../shared/operator-error.ts'

/** Something that the bench measures. */
export interface Part {
  /** What it measures, in one line. */
  readonly summary: string
  /** @throws MeasuringError when there is nothing to tell; a goal that is missed is no error */
  measure(run: Run): Promise<PartReport>
}

/** One run of one part. */
export interface Run {
  /** Length of a round, in seconds. */
  readonly seconds: number
  /** How many rounds each server gets. */
  readonly rounds: number
  /** A folder of this run alone, removed after it. */
  readonly folder: string
  /** Aborted when somebody interrupts the run. */
  readonly signal: AbortSignal
  /** Tells what is being done, to somebody who waits. */
  step(line: string): void
  /** Has something undone when the run ends, however it ends: the last one first. */
  atEnd(undo: () => Promise<unknown>): void
}

export interface PartReport {
  /** What the figures hold for: the load, the corpus, the database and its settings. */
  facts: Record<string, string>
  servers: ServerFigures[]
  goals: Goal[]
}

/** How one server did over all rounds; times in milliseconds. */
export interface ServerFigures {
  server: string
  /** Requests per second of each round. */
  rounds: number[]
  /** The median of them. */
  requestsPerSecond: number
  p50: number
  p97_5: number
  p99: number
  /** Requests per second of the service, in those of this server. */
  serviceRatio: number
}

/** What was meant to be reached, and what was. */
export interface Goal {
  goal: string
  figure: number
  /** The figure as a person reads it. */
  text: string
  met: boolean
}

/** Why there are no figures; the message is a sentence for whoever runs the bench. */
export class MeasuringError extends OperatorError {
  override name = 'MeasuringError'
}

/** The middle one, or the mean of the two in the middle. @throws when there is none */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = [sorted[(sorted.length - 1) >> 1], sorted[sorted.length >> 1]] as const
  if (middle[0] === undefined || middle[1] === undefined) {
    throw new Error('the median of nothing')
  }
  return (middle[0] + middle[1]) / 2
}
