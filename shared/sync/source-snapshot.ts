import { createHash } from 'node:crypto'

/** What a source says by which an unchanged file is known the next time. */
export interface Validators {
  etag: string | null
  lastModified: string | null
}

/** A file of a source as it was taken: when it is still so the next time, there is nothing to do. */
export interface TakenFile {
  url: string
  /** The edition that it is, `YYYY-MM-DD`. */
  day: string
  sha256: string
  validators: Validators
}

/** What became of each application that a portal was asked for. */
export interface PortalTaken {
  /** The highest number that a page of the portal has listed, and that was asked for: the next run goes on behind it. */
  newest: string
  /** The day of the answers, `YYYY-MM-DD`. */
  day: string
  /** They were not asked for: somebody has saved them. */
  saved: boolean
  numbers: {
    nroSolicitud: string
    /** `told`: its answer was read. `owed`: it was not, and is asked for again. `none`: the portal knows of none. */
    answer: 'told' | 'owed' | 'none'
  }[]
}

/** What a run takes from its source, besides rows: filled in while it reads, kept when it succeeds. */
export interface Taken {
  /** Stands for the content and the days of all that was read; null before there is any. */
  fingerprint: string | null
  /** The run's sheets in their order, oldest first, by the name that all editions of one have. */
  sheets: { name: string; edition: string }[]
  /** The run's edition of the bulletin. */
  edition: { day: string; entries: number; sha256: string } | null
  /** What the portal was asked for. */
  portal: PortalTaken | null
  /** Files that came from an address. */
  files: TakenFile[]
}

export const nothingTaken = (): Taken => ({
  fingerprint: null,
  sheets: [],
  edition: null,
  portal: null,
  files: [],
})

/** The sheets of a run as values of a statement. */
export const sheetValues = ({ sheets }: Taken): { sheet_names: string[]; sheet_editions: string[] } => ({
  sheet_names: sheets.map(({ name }) => name),
  sheet_editions: sheets.map(({ edition }) => edition),
})

/** What stands for files of these contents and days: an operator accepts that, and nothing else. */
export const fingerprintOf = (files: readonly { sha256: string; day: string }[]): string =>
  createHash('sha256')
    .update(files.map(({ sha256, day }) => `${sha256} ${day}\n`).join(''))
    .digest('hex')
