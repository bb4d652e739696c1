import type { Timeouts } from '../../fetch/timeouts.ts'
import type { SnapshotFile } from '../../source-snapshot.ts'
import type { SyncError } from '../../sync-error.ts'

/** A file of an edition, on disk. */
export interface BulletinPart {
  name: string
  path: string
  sha256: string
  /** The download that is stored with the snapshot; undefined for a file that an operator has named. */
  origin: SnapshotFile | undefined
}

/** An edition to apply: its files, or the error of its download. */
export interface BulletinEdition {
  /** The day of the edition, `YYYY-MM-DD`; undefined if only the files state the day. */
  day: string | undefined
  parts: BulletinPart[] | SyncError
}

/** The options of a search for editions. */
export interface EditionSearch {
  /** The folder for downloads. */
  folder: string
  /** The day of the only edition to search for; undefined for all editions. The corpus may already have this edition. */
  date: string | undefined
  /** True to check all stored editions for corrections now. Without this option, the check runs once a day. */
  recheck: boolean
  /** True if the source is the sample office. */
  sample: boolean
  /** The timeouts of requests to the source. */
  limits?: Partial<Timeouts>
  signal: AbortSignal
}

/** The size limit of a file of an edition, and of a page that lists editions. */
export const MAX_BYTES = 100 * 1024 ** 2
