import type { Source } from '../../schemas/catalogs.ts'
import type { SourceSnapshot } from './source-snapshot.ts'
import type { SyncError } from './sync-error.ts'
import type { FieldCount } from './values/field-counts.ts'

type Trigger = 'schedule' | 'manual' | 'catch_up'

/** The files, and the day of the edition, that an operator names on the command line. */
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
  /** The fingerprint that an operator has accepted after a quality gate held an earlier run on the same data. */
  accepts?: string
  /** Stored with the run, so that an operator can accept the run without naming the files again. */
  input?: RunInput
}

/** A row that cannot be used. The row itself is not stored, because it may name a person; `reason` may quote a part of it. */
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

/** The counts of a read so far. Each heartbeat stores them with the run, so that a failed run has them too. */
export class RunProgress {
  #summary = NOTHING_READ

  get summary(): Readonly<ReadSummary> {
    return this.#summary
  }

  /** Adds a number of rows, and the number of rejected rows among them. */
  count({ rows = 0, rejected = 0 }: { rows?: number; rejected?: number }): void {
    const { rowsRead, rejected: before } = this.#summary
    this.#summary = { ...this.#summary, rowsRead: rowsRead + rows, rejected: before + rejected }
  }

  setSourceDate(sourceDate: string | null): void {
    this.#summary = { ...this.#summary, sourceDate }
  }
}

/** The context of a source reader, which stages rows under `id`, counts them in `progress`, and stops when `signal` aborts. */
export interface RunContext {
  readonly id: number
  readonly signal: AbortSignal
  readonly progress: RunProgress
}

/** The result of reading a source whose rows are staged. */
export interface ReadResult {
  readonly snapshot: SourceSnapshot
  /** Unknown fields of the source by name, with the number of their occurrences. */
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
  /** Marks that differ from the corpus, but stay unchanged, because the corpus already has a newer edition of them. */
  outdated: number
  /** Applications in the bulletin that no sheet or portal answer describes yet. Their entries are stored for later. */
  waiting: number
  /** Marks that keep a value of an earlier record of the source, because the new record lacks it. */
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
  /** Unknown fields of the source by name, with the number of their occurrences; absent if there are none. */
  ignored?: Readonly<Record<string, number>>
}

/** Returns the unknown fields of a read as a run reports and stores them. */
export const ignoredFields = (ignored: ReadResult['ignored'] | undefined): Pick<RunOutcome, 'ignored'> =>
  ignored && ignored.size > 0 ? { ignored: Object.fromEntries(ignored) } : {}

export interface RunReport extends RunOutcome {
  id: string
  /** The corpus had sample data, and this run replaced the sample by the register. */
  becameRegister: boolean
}
