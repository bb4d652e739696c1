import type { Source } from '../../schemas/catalogs.ts'
import type { SourceSnapshot } from './source-snapshot.ts'
import type { SyncError } from './sync-error.ts'
import type { FieldCount } from './values/field-counts.ts'

type Trigger = 'schedule' | 'manual' | 'catch_up'

/** Input that an operator names on the command line. */
export interface RunInput {
  files: readonly string[]
  date?: string
}

/** The request for a run. */
export interface RunOrder {
  source: Source
  trigger: Trigger
  /** The run reads the sample office. */
  sample: boolean
  /** The scheduled time of the run; of several processes, only one can start a run for it. */
  scheduledFor?: Date
  /** Fingerprint of the input that an operator has accepted, although a quality gate stopped its run. */
  accepts?: string
  /** Stored with the run, so that an operator can accept the run without naming the files again. */
  input?: RunInput
}

/** A row that cannot be used. Only its reason quotes the row, because the rest may name a person. */
export interface Rejection {
  /** Number of the row in its file, from 1. */
  rowNumber: number
  /** Null if the row has no readable number. */
  nroSolicitud: string | null
  reason: string
}

/** Records a reason why a row cannot be used; the first reason of a row is reported. */
export type Reject = (reason: string) => void

/** Counts of a read. */
export interface ReadSummary {
  rowsRead: number
  /** Rows that could not be used. */
  rejected: number
  /** The newest edition that was read, `YYYY-MM-DD`. */
  sourceDate: string | null
}

/** The summary of a run that has read nothing. */
export const NOTHING_READ: Readonly<ReadSummary> = { rowsRead: 0, rejected: 0, sourceDate: null }

/** The counts of a read so far: each heartbeat stores them, and a run that fails keeps them. */
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

/** The context of the reader of a source, which stages rows under `id`, counts them in `progress`, and stops at `signal`. */
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
  /** For each sheet of the snapshot, or for the portal, the number of records that have a value in each of its fields. */
  readonly fill?: readonly (readonly FieldCount[])[]
  /** The error that ended the read early. The rows before it are applied, and the run ends as failed. */
  readonly stopped?: SyncError | undefined
}

/** A run whose source was read. */
export interface StagedRun extends ReadResult {
  readonly id: number
  readonly signal: AbortSignal
  readonly summary: Readonly<ReadSummary>
}

/**
 * Numbers of marks by the result of the comparison with the corpus. In an applied run, the rows read are the sum of `inserted`,
 * `updated`, `unchanged`, `outdated`, `waiting`, `repeated` and the rejected rows.
 */
export interface Differences {
  inserted: number
  updated: number
  unchanged: number
  /** Marks that differ, but that a newer edition in the corpus describes: they stay as they are. */
  outdated: number
  /** Applications of the bulletin that neither sheets nor portal have described yet; their entries are stored until then. */
  waiting: number
  /** Marks that keep a value of an earlier record of the source, because the new record lacks it. */
  kept: number
  /** Applications whose entries a corrected edition of the bulletin no longer has. */
  withdrawn: number
  /** Rows of an application that already has another row in the run. */
  repeated: number
  /** Marks whose status, or kind of sign, is in no catalog. */
  unclassifiedEstados: number
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
  /** The corpus was a sample, and this run replaced it by the register. */
  becameRegister: boolean
}
