import { createHash } from 'node:crypto'

/** Response headers that make the next request for the same file conditional (RFC 9110, section 13). */
export interface Validators {
  etag: string | null
  lastModified: string | null
}

/** A file of a source, as it was at its last download. The next run skips the file if it is still identical. */
export interface SnapshotFile {
  url: string
  /** The edition of the file, `YYYY-MM-DD`. */
  day: string
  sha256: string
  validators: Validators
}

interface SheetsSnapshot {
  source: 'sheets'
  fingerprint: string
  /** Oldest edition first; all editions of a sheet share its name. */
  sheets: readonly { name: string; edition: string }[]
  /** Downloaded files. */
  files: readonly SnapshotFile[]
}

interface BulletinSnapshot {
  source: 'bulletin'
  fingerprint: string
  edition: { day: string; entries: number; sha256: string }
  /** Downloaded files. */
  files: readonly SnapshotFile[]
}

/** The result of each application that was requested from a portal. */
export interface PortalSnapshot {
  source: 'portal'
  fingerprint: string
  /** The highest application number that a page of the portal listed and that was requested. The next run starts after it. */
  newest: string
  /** The day of the answers, `YYYY-MM-DD`. */
  day: string
  /** The answers come from files of an operator, not from requests. */
  saved: boolean
  numbers: readonly {
    nroSolicitud: string
    /** `failed`: the answer could not be read, so it is requested again. `none`: the portal has no such application. */
    answer: 'read' | 'failed' | 'none'
  }[]
}

/**
 * The state of a source when a run read it. It is stored when the run succeeds. The fingerprint identifies the contents and the
 * days of everything that the run read.
 */
export type SourceSnapshot = Readonly<SheetsSnapshot> | Readonly<BulletinSnapshot> | Readonly<PortalSnapshot>

/** Returns the sheets of a snapshot as parameters of a statement; empty lists for another source. */
export function sheetValues(snapshot: SourceSnapshot): { sheet_names: string[]; sheet_editions: string[] } {
  const sheets = snapshot.source === 'sheets' ? snapshot.sheets : []
  return {
    sheet_names: sheets.map(({ name }) => name),
    sheet_editions: sheets.map(({ edition }) => edition),
  }
}

/** Returns the fingerprint of the contents and days of files. An operator accepts a fingerprint, not the name of a file. */
export const fingerprintOf = (files: readonly { sha256: string; day: string }[]): string =>
  createHash('sha256')
    .update(files.map(({ sha256, day }) => `${sha256} ${day}\n`).join(''))
    .digest('hex')
