import type { Timeouts } from '../../fetch/timeouts.ts'
import type { SnapshotFile } from '../../source-snapshot.ts'
import type { SyncError } from '../../sync-error.ts'

export interface BulletinPart {
  name: string
  path: string
  sha256: string
  /** The downloaded file; undefined if an operator supplied the file. */
  origin: SnapshotFile | undefined
}

export interface BulletinEdition {
  /** The day of the edition, `YYYY-MM-DD`; undefined if only the files state the day. */
  day: string | undefined
  /** The files, or the error of the download. */
  parts: BulletinPart[] | SyncError
}

export interface EditionSearch {
  /** The folder for downloads. */
  folder: string
  /** The day of the only edition to search for; undefined for all editions. */
  date: string | undefined
  /** True to check stored editions for corrections now; otherwise, the check runs once a day. */
  recheck: boolean
  /** True if the source is the sample office, which publishes invented data. */
  sample: boolean
  limits?: Partial<Timeouts>
  signal: AbortSignal
}

/** The size limit of a file, and of a page that lists editions. */
export const MAX_BYTES = 100 * 1024 ** 2
