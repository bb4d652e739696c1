import type { Timeouts } from '../../fetch/timeouts.ts'
import type { TakenFile } from '../../source-snapshot.ts'
import type { SyncError } from '../../sync-error.ts'

/** A file of an edition, where it lies now. */
export interface Part {
  name: string
  path: string
  sha256: string
  /** Where it came from; undefined for a file that an operator has named. */
  origin: TakenFile | undefined
}

/** An edition that is to be taken: what it consists of, or why it cannot be had. */
export interface Edition {
  /** Its day, `YYYY-MM-DD`; undefined where only what is in it can say. */
  day: string | undefined
  parts: Part[] | SyncError
}

/** How editions are looked for. */
export interface Search {
  /** For what is downloaded. */
  folder: string
  /** This edition alone, also when it is known. */
  date: string | undefined
  /** Ask for editions that are known, too: they may have been corrected. Else once a day. */
  again: boolean
  /** The office is the made-up one. */
  sample: boolean
  /** How long the office may take. */
  limits?: Partial<Timeouts>
  signal: AbortSignal
}

/** As much as a file of an edition may have, or the page that lists them. */
export const MOST_BYTES = 100 * 1024 ** 2
