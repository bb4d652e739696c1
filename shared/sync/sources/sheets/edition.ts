import { SyncError } from '../../sync-error.ts'
import { daysIn, withoutDays } from '../../text/day-in-text.ts'

/** The edition of a sheet: a day, and where the day was found. */
export interface Edition {
  /** `YYYY-MM-DD`. */
  day: string
  from: 'given' | 'name' | 'header'
}

/**
 * Returns the edition in the names of a sheet. An edition in the future is accepted here, and rejected later in the run.
 *
 * @param names the name of the file and, for an archive, the name of the file in the archive
 * @returns undefined if the names contain no day
 * @throws SyncError `edition_unknown` if the names contain several days
 */
export function editionIn(names: readonly string[]): Edition | undefined {
  const [day, ...others] = new Set(names.flatMap(daysIn))
  if (others.length > 0) {
    throw unknownEdition(`The names contain several days, ${[day, ...others].join(' and ')}`)
  }
  return day === undefined ? undefined : { day, from: 'name' }
}

/** Returns the error for a sheet with an unknown edition. */
export const unknownEdition = (reason: string): SyncError =>
  new SyncError('edition_unknown', `${reason}. Give its edition with --date YYYY-MM-DD.`)

/** Removes the extensions of sheets and archives, such as `.csv.zip`, from the end of a name or an address. */
export const withoutExtensions = (name: string): string => name.replace(EXTENSIONS, '')

const EXTENSIONS = /(?:\.(?:csv|tsv|txt|xlsx|zip))+$/i
/** The number that a browser or a file manager adds to a file name that already exists, such as `(1)`. */
const COPY_NUMBER = /\s*\(\d{1,3}\)/g
const VERSION =
  /^(?:copia de |copy of )+|(?: ?\b(?:copia|copy|final|definitiv[oa]|corregid[oa]|actualizad[oa]|v(?:er(?:sion)?)? ?\d{1,2}))+$/g

/** Matches the part number in a file name: `parte 1`, `parte 1 de 2`. */
const PART = / ?\b(?:parte|part|pte|pt|tomo|volumen|vol)s? ?(\d{1,3})(?: ?(?:de|of) ?(\d{1,3}))?\b/

/** Returns the words of a file name that state a version, such as `final` or `v2`; empty if there are none. */
export const versionOf = (fileName: string): string =>
  (versionedSeries(fileName).match(VERSION) ?? []).join(' ').trim()

/**
 * Returns the part number of a file (`place`, from 1) and the number of parts (`count`). If the name does not state the number
 * of parts, `count` is equal to `place`. Returns undefined for a file that is a whole edition.
 */
export function partOf(fileName: string): { place: number; count: number } | undefined {
  const [, place, count] = PART.exec(wordsOf(fileName)) ?? []
  return place === undefined ? undefined : { place: Number(place), count: Number(count ?? place) }
}

const versionedSeries = (fileName: string): string => wordsOf(fileName).replace(PART, '')

const wordsOf = (fileName: string): string =>
  withoutDays(withoutExtensions(fileName).replaceAll(COPY_NUMBER, ''))

/**
 * Returns the name that all editions of a sheet share. It is the file name without extensions, day, version, part and copy
 * number. For example, the series is `solicitudes` for `solicitudes-2026-11-02.xlsx`, `Solicitudes_20261103_final.csv`,
 * `solicitudes_20261105_parte2.csv` and `Copia de Solicitudes del 4 de noviembre de 2026 (1).csv`.
 */
export const seriesOf = (fileName: string): string =>
  versionedSeries(fileName).replaceAll(VERSION, '').trim().replaceAll(' ', '-')
