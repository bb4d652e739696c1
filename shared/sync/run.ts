import type { Source } from '../../schemas/catalogs.ts'
import type { SourceSnapshot } from './source-snapshot.ts'
import type { SyncError } from './sync-error.ts'
import type { FieldCount } from './values/field-counts.ts'

type Trigger = 'schedule' | 'manual' | 'catch_up'

/** The files and the edition day that an operator names on the command line. */
export interface RunInput {
  files: readonly string[]
  date?: string
}

/** The request for a run. */
export interface RunOrder {
  source: Source
  trigger: Trigger
  /** Whether the run reads the invented marks of the sample. */
  sample: boolean
  /** The scheduled time of the run. If several processes start a run for this time, only the first start succeeds. */
  scheduledFor?: Date
  /** The data fingerprint of an earlier run that needed approval, if an operator has accepted the data. */
  accepts?: string
  /** Stored with the run, so that an operator can accept the run without naming the files again. */
  input?: RunInput
}

/** A row that cannot be used. The whole row is not stored, because it may name a person. `reason` may quote a short part. */
export interface Rejection {
  /** Number of the row in its file, from 1. */
  rowNumber: number
  /** Null if the row has no readable number. */
  nroSolicitud: string | null
  reason: string
}

/** Records a reason why a row cannot be used. Only the first reason of each row is reported. */
export type Reject = (reason: string) => void

/** The counts of a read of a source. */
export interface ReadSummary {
  rowsRead: number
  /** Rows that could not be used. */
  rejected: number
  /** The newest edition that was read, `YYYY-MM-DD`. */
  sourceDate: string | null
}

/** The summary of a run that has read nothing. */
export const NOTHING_READ: Readonly<ReadSummary> = { rowsRead: 0, rejected: 0, sourceDate: null }

/** The counts of a read so far. Each heartbeat of the run stores the counts, so that a failed run has counts, too. */
export class RunProgress {
  #summary = NOTHING_READ

  get summary(): Readonly<ReadSummary> {
    return this.#summary
  }

  /** Adds to the numbers of read and rejected rows. */
  count({ rows = 0, rejected = 0 }: { rows?: number; rejected?: number }): void {
    const { rowsRead, rejected: before } = this.#summary
    this.#summary = { ...this.#summary, rowsRead: rowsRead + rows, rejected: before + rejected }
  }

  setSourceDate(sourceDate: string | null): void {
    this.#summary = { ...this.#summary, sourceDate }
  }
}

/** The context of a source reader. The reader stages rows under `id`, counts rows in `progress`, and stops on `signal`. */
export interface RunContext {
  readonly id: number
  readonly signal: AbortSignal
  readonly progress: RunProgress
}

/** The result of reading a source whose rows are staged. */
export interface ReadResult {
  readonly snapshot: SourceSnapshot
  /** Unknown fields of the source by name, with the number of occurrences. */
  readonly ignored?: ReadonlyMap<string, number>
  /** How many records have a value in each field: one list for each sheet of the snapshot, or one list for the portal. */
  readonly fill?: readonly (readonly FieldCount[])[]
  /** The error that ended the read early. The rows that were read before the error are applied, and the run ends as failed. */
  readonly stopped?: SyncError | undefined
}

/** A run whose source was read. */
export interface StagedRun extends ReadResult {
  readonly id: number
  readonly signal: AbortSignal
  readonly summary: Readonly<ReadSummary>
}

/**
 * The number of marks for each result of the comparison with the corpus. In an applied run, the number of rows read is the sum
 * of `inserted`, `updated`, `unchanged`, `outdated`, `waiting`, `repeated` and the rejected rows.
 */
export interface Differences {
  inserted: number
  updated: number
  unchanged: number
  /** Marks that stay unchanged, because the corpus already has a newer record. */
  outdated: number
  /** Applications in the bulletin that are not yet marks of the corpus. The entries are stored for later. */
  waiting: number
  /** Marks that keep a value of an earlier record, because the new record lacks the value. */
  kept: number
  /** Applications whose entries a corrected edition of the bulletin no longer has. */
  withdrawn: number
  /** Rows of an application that already has another row in the run. */
  repeated: number
  /** Marks whose status is not in the catalog. */
  unclassifiedEstados: number
  /** Marks whose kind of sign is not in the catalog. */
  unclassifiedTipos: number
}

/** The differences of a run that changes nothing. */
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

/** The outcome of a run, as it is stored with the run. */
export interface RunOutcome extends ReadSummary, Differences {
  status: 'succeeded' | 'failed' | 'skipped' | 'held'
  error: RunError | null
  /** Unknown fields of the source by name, with the number of occurrences; absent if there are none. */
  ignored?: Readonly<Record<string, number>>
}

/** Returns the unknown fields of a read in the form that is stored with the run. */
export const ignoredFields = (ignored: ReadResult['ignored'] | undefined): Pick<RunOutcome, 'ignored'> =>
  ignored && ignored.size > 0 ? { ignored: Object.fromEntries(ignored) } : {}

export interface RunReport extends RunOutcome {
  id: string
  /** True if this run replaced the sample data with real data of the register. */
  becameRegister: boolean
}
