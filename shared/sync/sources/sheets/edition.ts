import { SyncError } from '../../sync-error.ts'
import { daysIn, withoutDays } from '../../text/day-in-text.ts'

/** The edition of a sheet, and where its day was found. */
export interface Edition {
  /** `YYYY-MM-DD`. */
  day: string
  from: 'given' | 'name' | 'header'
}

/**
 * Returns the edition in the names of a sheet; undefined if the names contain no day.
 *
 * @param names the file name, and for an archive also the name of the file inside
 * @throws SyncError `edition_unknown` if the names contain several days
 */
export function editionIn(names: readonly string[]): Edition | undefined {
  const [day, ...others] = new Set(names.flatMap(daysIn))
  if (others.length > 0) {
    throw unknownEdition(`The names contain several days, ${[day, ...others].join(' and ')}`)
  }
  return day === undefined ? undefined : { day, from: 'name' }
}

export const unknownEdition = (reason: string): SyncError =>
  new SyncError('edition_unknown', `${reason}. Give the edition of the file with --date YYYY-MM-DD.`)

/** Removes the extensions at the end of a name or an address, such as `.csv.zip`. */
export const withoutExtensions = (name: string): string => name.replace(EXTENSIONS, '')

const EXTENSIONS = /(?:\.(?:csv|tsv|txt|xlsx|zip))+$/i
const COPY_NUMBER = /\s*\(\d{1,3}\)/g
const VERSION =
  /^(?:copia de |copy of )+|(?: ?\b(?:copia|copy|final|definitiv[oa]|corregid[oa]|actualizad[oa]|v(?:er(?:sion)?)? ?\d{1,2}))+$/g

const PART = / ?\b(?:parte|part|pte|pt|tomo|volumen|vol)s? ?(\d{1,3})(?: ?(?:de|of) ?(\d{1,3}))?\b/

/** Returns the version in a file name, such as `final` or `v2`; empty if there is none. */
export const versionOf = (fileName: string): string =>
  (versionedSeries(fileName).match(VERSION) ?? []).join(' ').trim()

/**
 * Returns the part number of a file (`place`, from 1) and the number of parts (`count`), as in `parte 1 de 3`. A name such
 * as `parte 2` does not state the number of parts; `count` then equals `place`. Returns undefined for a name without a part.
 */
export function partOf(fileName: string): { place: number; count: number } | undefined {
  const [, place, count] = PART.exec(wordsOf(fileName)) ?? []
  return place === undefined ? undefined : { place: Number(place), count: Number(count ?? place) }
}

const versionedSeries = (fileName: string): string => wordsOf(fileName).replace(PART, '')

const wordsOf = (fileName: string): string =>
  withoutDays(withoutExtensions(fileName).replaceAll(COPY_NUMBER, ''))

/**
 * Returns the series of a sheet, the name that all its editions share. For example, the series is `solicitudes` for
 * `solicitudes_20261105_parte2.csv` and `Copia de Solicitudes del 4 de noviembre de 2026 (1).csv`.
 */
export const seriesOf = (fileName: string): string =>
  versionedSeries(fileName).replaceAll(VERSION, '').trim().replaceAll(' ', '-')
