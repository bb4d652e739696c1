import type { Source } from '../../schemas/catalogs.ts'

export type Trigger = 'schedule' | 'manual' | 'catch_up'

/** A run that is asked for. */
export interface RunOrder {
  source: Source
  trigger: Trigger
  /** A run on the made-up office. */
  sample: boolean
}

/** What a source gave so far, filled in while it is read: a run that fails keeps what it had. */
export interface Reading {
  rowsRead: number
  /** Rows that could not be used. */
  rejected: number
  /** The newest edition that was read, `YYYY-MM-DD`. */
  sourceDate: string | null
}

/** A run that has begun: its reader stages rows under `id`, fills `reading`, and ends when `signal` says so. */
export interface StartedRun {
  id: number
  reading: Reading
  signal: AbortSignal
}

/** What was read comes to, as marks. */
export interface Differences {
  inserted: number
  updated: number
  unchanged: number
  /** Of the unchanged ones, those that differ and were left, because a newer edition has told of them. */
  outdated: number
  /** Marks whose status, or kind of sign, is in no catalog. */
  unclassifiedEstados: number
  unclassifiedTipos: number
}

/** Why a run did not succeed, in words that an integrator may read. */
export interface RunError {
  code: string
  message: string
}

/** How a run ended. */
export interface Ending extends Reading, Differences {
  status: 'succeeded' | 'failed' | 'skipped'
  error: RunError | null
}

export interface RunReport extends Ending {
  id: string
  /** The corpus was a sample, and this run made it the register. */
  becameRegister: boolean
}
