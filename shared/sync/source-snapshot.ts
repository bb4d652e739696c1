import { createHash } from 'node:crypto'

/** Response headers that make the next request for the same file conditional (RFC 9110, section 13). */
export interface Validators {
  etag: string | null
  lastModified: string | null
}

/** A file of a source at its last download. */
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
  /** The oldest edition comes first. */
  sheets: readonly { name: string; edition: string }[]
  files: readonly SnapshotFile[]
}

interface BulletinSnapshot {
  source: 'bulletin'
  fingerprint: string
  edition: { day: string; entries: number; sha256: string }
  files: readonly SnapshotFile[]
}

export interface PortalSnapshot {
  source: 'portal'
  fingerprint: string
  /** The highest application number that the portal lists, except outliers. The next run starts after this number. */
  newest: string
  /** The day of the portal's answers, `YYYY-MM-DD`. */
  day: string
  /** True if an operator supplied the answers in a file. False if the run requested the answers from the portal. */
  saved: boolean
  numbers: readonly {
    nroSolicitud: string
    /** `failed`: the answer could not be read. `none`: the portal has no such application. */
    answer: 'read' | 'failed' | 'none'
  }[]
}

/** The data that a run has read from a source. The fingerprint identifies all of this data. */
export type SourceSnapshot = Readonly<SheetsSnapshot> | Readonly<BulletinSnapshot> | Readonly<PortalSnapshot>

/**
 * Returns the sheets of a snapshot as parameters of an SQL statement. The lists are empty for a source without sheets.
 */
export function sheetValues(snapshot: SourceSnapshot): { sheet_names: string[]; sheet_editions: string[] } {
  const sheets = snapshot.source === 'sheets' ? snapshot.sheets : []
  return {
    sheet_names: sheets.map(({ name }) => name),
    sheet_editions: sheets.map(({ edition }) => edition),
  }
}

/** Returns the fingerprint of the contents and days of files. */
export const fingerprintOf = (files: readonly { sha256: string; day: string }[]): string =>
  createHash('sha256')
    .update(files.map(({ sha256, day }) => `${sha256} ${day}\n`).join(''))
    .digest('hex')
