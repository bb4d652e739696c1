import type { Source } from '../../schemas/catalogs.ts'
import type { Taken } from './source-snapshot.ts'
import type { SyncError } from './sync-error.ts'

export type Trigger = 'schedule' | 'manual' | 'catch_up'

/** What an operator names himself. */
export interface RunInput {
  files: readonly string[]
  date?: string
}

/** A run that is asked for. */
export interface RunOrder {
  source: Source
  trigger: Trigger
  /** A run on the made-up office. */
  sample: boolean
  /** The time of the schedule that it is for: of several processes, one has it. */
  scheduledFor?: Date
  /** What an operator has accepted, as the fingerprint of what it was held for. */
  accepts?: string
  /** The files that an operator has named, so that he can accept them without naming them again. */
  input?: RunInput
}

/** A row that cannot be used. Of what it says, only what its reason quotes is kept: the rest may name a person. */
export interface Rejection {
  /** As the file counts, from 1. */
  rowNumber: number
  /** Null where the row has none that can be read. */
  nroSolicitud: string | null
  reason: string
}

/** Takes down why what is being read cannot be used; the first reason is the one that is told. */
export type Refuse = (reason: string) => void

/** What a source gave so far, filled in while it is read: a run that fails keeps what it had. */
export interface Reading {
  rowsRead: number
  /** Rows that could not be used. */
  rejected: number
  /** The newest edition that was read, `YYYY-MM-DD`. */
  sourceDate: string | null
}

/** A run that has begun: its reader stages rows under `id`, fills `reading` and `taken`, and ends when `signal` says so. */
export interface StartedRun {
  id: number
  reading: Reading
  taken: Taken
  /** What was told and is not read, by its name: how often. */
  ignored: Map<string, number>
  /** What stopped the reading, where what had been read whole before is applied all the same: the run ends as failed. */
  stopped?: SyncError
  signal: AbortSignal
}

/** What was read comes to, as marks. */
export interface Differences {
  inserted: number
  updated: number
  unchanged: number
  /** Of the unchanged ones, those that differ and were left, because a newer edition has told of them. */
  outdated: number
  /** Applications of which the bulletin tells and which no source has brought yet: what it says waits for them. */
  waiting: number
  /** Marks whose status, or kind of sign, is in no catalog. */
  unclassifiedEstados: number
  unclassifiedTipos: number
}

/** What a run comes to that changes nothing. */
export const NO_DIFFERENCES: Differences = {
  inserted: 0,
  updated: 0,
  unchanged: 0,
  outdated: 0,
  waiting: 0,
  unclassifiedEstados: 0,
  unclassifiedTipos: 0,
}

/** Why a run did not succeed, in words that an integrator may read. */
export interface RunError {
  code: string
  message: string
}

/** How a run ended. */
export interface Ending extends Reading, Differences {
  status: 'succeeded' | 'failed' | 'skipped' | 'held'
  error: RunError | null
}

export interface RunReport extends Ending {
  id: string
  /** What was told and is not read, by its name: how often. There only where something is. */
  ignored?: Readonly<Record<string, number>>
  /** The corpus was a sample, and this run made it the register. */
  becameRegister: boolean
}
