import type { Source } from '../../schemas/catalogs.ts'
import type { SourceSnapshot } from './source-snapshot.ts'
import type { SyncError } from './sync-error.ts'
import type { FieldCount } from './values/field-counts.ts'

type Trigger = 'schedule' | 'manual' | 'catch_up'

/** The files and the edition day on the command line. */
export interface RunInput {
  files: readonly string[]
  date?: string
}

export interface RunOrder {
  source: Source
  trigger: Trigger
  /** Whether the run reads the invented marks of the sample. */
  sample: boolean
  /** The scheduled time. Only one process can start a run of the source for this time. */
  scheduledFor?: Date
  /** The fingerprint of the held run that an operator has accepted. */
  accepts?: string
  /** Stored so that an operator can accept the run without naming the files again. */
  input?: RunInput
}

/** A rejected row. The other cells of the row are not stored, because they may name a person. */
export interface Rejection {
  /** The number of the row in its file, from 1. */
  rowNumber: number
  /** Null if the row has no readable application number. */
  nroSolicitud: string | null
  reason: string
}

/** Records why a row cannot be used. Only the first reason of a row counts. */
export type Reject = (reason: string) => void

export interface ReadSummary {
  rowsRead: number
  rejected: number
  /** The newest edition that was read, `YYYY-MM-DD`. */
  sourceDate: string | null
}

export const NOTHING_READ: Readonly<ReadSummary> = { rowsRead: 0, rejected: 0, sourceDate: null }

/** The numbers of rows read and rejected so far, and the newest edition. Each heartbeat stores the numbers. */
export class RunProgress {
  #summary = NOTHING_READ

  get summary(): Readonly<ReadSummary> {
    return this.#summary
  }

  count({ rows = 0, rejected = 0 }: { rows?: number; rejected?: number }): void {
    const { rowsRead, rejected: before } = this.#summary
    this.#summary = { ...this.#summary, rowsRead: rowsRead + rows, rejected: before + rejected }
  }

  setSourceDate(sourceDate: string | null): void {
    this.#summary = { ...this.#summary, sourceDate }
  }
}

/** The context of a source reader. The reader stages rows under `id` and stops on `signal`. */
export interface RunContext {
  readonly id: number
  readonly signal: AbortSignal
  readonly progress: RunProgress
}

export interface ReadResult {
  readonly snapshot: SourceSnapshot
  /** The number of occurrences of each unknown field. */
  readonly ignored?: ReadonlyMap<string, number>
  /** The counts of values in each field: one list for each sheet, or one list for the portal. */
  readonly fill?: readonly (readonly FieldCount[])[]
  /** The error that ended the read early. The rows before the error are applied. */
  readonly stopped?: SyncError | undefined
}

export interface StagedRun extends ReadResult {
  readonly id: number
  readonly signal: AbortSignal
  readonly summary: Readonly<ReadSummary>
}

/** The results of the comparison with the corpus: numbers of marks, unless another unit is stated. */
export interface Differences {
  inserted: number
  updated: number
  unchanged: number
  /** Marks for which the corpus has a newer record. */
  outdated: number
  /** Applications in the bulletin that are not yet marks of the corpus. */
  waiting: number
  /** Marks that keep an earlier value, because the new record lacks the value. */
  kept: number
  /** Applications that a corrected edition of the bulletin no longer contains. */
  withdrawn: number
  /** Second and further rows of an application. */
  repeated: number
  /** Marks whose status is not in the catalog. */
  unclassifiedEstados: number
  /** Marks whose kind of sign is not in the catalog. */
  unclassifiedTipos: number
}

export const NO_DIFFERENCES: Differences = {
  inserted: 0,
  updated: 0,
  unchanged: 0,
  outdated: 0,
  waiting: 0,
  kept: 0,
  withdrawn: 0,
  repeated: 0,
  unclassifiedEstados: 0,
  unclassifiedTipos: 0,
}

/** The public reason why a run did not succeed. */
export interface RunError {
  code: string
  message: string
}

export interface RunOutcome extends ReadSummary, Differences {
  status: 'succeeded' | 'failed' | 'skipped' | 'held'
  error: RunError | null
  ignored?: Readonly<Record<string, number>>
}

/** Returns the unknown fields in the form that is stored with the run. */
export const ignoredFields = (ignored: ReadResult['ignored'] | undefined): Pick<RunOutcome, 'ignored'> =>
  ignored && ignored.size > 0 ? { ignored: Object.fromEntries(ignored) } : {}

export interface RunReport extends RunOutcome {
  id: string
  /** True if the run replaced the sample by real data of the register. */
  becameRegister: boolean
}
