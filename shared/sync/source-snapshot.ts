import { createHash } from 'node:crypto'

/** Response headers that make the next request for the same file conditional (RFC 9110, 13). */
export interface Validators {
  etag: string | null
  lastModified: string | null
}

/** A file of a source at the time of its last download; the next run skips an identical file. */
export interface SnapshotFile {
  url: string
  /** The edition of the file, `YYYY-MM-DD`. */
  day: string
  sha256: string
  validators: Validators
}

/** The result of each application that a portal was asked for. */
export interface PortalSnapshot {
  /** The highest number that a page of the portal has listed and that was requested: the next run starts behind it. */
  newest: string
  /** The day of the answers, `YYYY-MM-DD`. */
  day: string
  /** The answers come from files of an operator, not from requests. */
  saved: boolean
  numbers: {
    nroSolicitud: string
    /** `read`: the answer was read. `failed`: it was not, and is requested again. `none`: the portal has no such application. */
    answer: 'read' | 'failed' | 'none'
  }[]
}

/** What a run has read from its source besides rows; updated during the read, stored when the run succeeds. */
export interface SourceSnapshot {
  /** Identifies the contents and the days of everything that was read; null before the first file. */
  fingerprint: string | null
  /** The sheets of the run, oldest edition first; all editions of a sheet share its name. */
  sheets: { name: string; edition: string }[]
  /** The edition of the bulletin. */
  edition: { day: string; entries: number; sha256: string } | null
  portal: PortalSnapshot | null
  /** Downloaded files. */
  files: SnapshotFile[]
}

/** Returns a snapshot of a source of which nothing has been read. */
export const emptySnapshot = (): SourceSnapshot => ({
  fingerprint: null,
  sheets: [],
  edition: null,
  portal: null,
  files: [],
})

/** Returns the sheets of a snapshot as parameters of a statement. */
export const sheetValues = ({
  sheets,
}: SourceSnapshot): { sheet_names: string[]; sheet_editions: string[] } => ({
  sheet_names: sheets.map(({ name }) => name),
  sheet_editions: sheets.map(({ edition }) => edition),
})

/** Returns the fingerprint of files by their contents and days. An operator accepts a fingerprint, not a name. */
export const fingerprintOf = (files: readonly { sha256: string; day: string }[]): string =>
  createHash('sha256')
    .update(files.map(({ sha256, day }) => `${sha256} ${day}\n`).join(''))
    .digest('hex')
