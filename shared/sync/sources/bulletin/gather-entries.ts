import type { Rejection } from '../../run.ts'
import { SyncError } from '../../sync-error.ts'
import { foldWords } from '../../text/fold-words.ts'
import type { BulletinEntry, ReadEdition } from '../../values/bulletin-entry.ts'
import { quote } from '../../values/quote.ts'
import { type RawEntry, readEntry } from './raw-entry.ts'

const MAX_ENTRIES = 50_000
/** The share of unreadable entries above which the layout counts as unknown. */
const MAX_UNREADABLE_SHARE = 0.1

/**
 * Reads the entries of an edition, rejects unreadable entries, and removes duplicates.
 *
 * @param unit the word for the entries in messages
 * @throws SyncError `layout_unknown` or `too_large`
 */
export function gatherEntries(raw: readonly RawEntry[], unit: 'lines' | 'rows'): ReadEdition {
  rejectTooMany(raw.length)
  const edition: ReadEdition = { entries: [], rejections: [], rows: raw.length }
  const all = raw.map(readEntry)
  const readable = all.filter((entry): entry is BulletinEntry => !('reason' in entry))
  const [oddNumber, sharedResolution] = [oddNumbers(readable), sharedResolutions(readable)]
  const seen = new Set<string>()
  for (const [index, entry] of all.entries()) {
    const read = 'reason' in entry ? entry : (oddNumber(entry) ?? sharedResolution(entry) ?? entry)
    const key = 'reason' in read ? '' : keyOf(read, raw[index] as RawEntry)
    if ('reason' in read) {
      edition.rejections.push(read)
    } else if (!seen.has(key)) {
      seen.add(key)
      edition.entries.push(read)
    }
  }
  rejectUnknownLayout(raw, edition, unit)
  rejectIndex(raw)
  return edition
}

/**
 * Throws SyncError if the document may contain an index of applications. An index repeats applications of other sections,
 * without events and resolutions.
 */
function rejectIndex(raw: readonly RawEntry[]): void {
  const sectionOf = new Map<string, string>()
  const repeated = raw.filter(({ number, event, resolution, section }) => {
    const first = sectionOf.get(number)
    const code = section?.code ?? ''
    if (first === undefined) sectionOf.set(number, code)
    return event === '' && resolution === '' && first !== undefined && first !== code
  })
  const [first] = repeated
  if (
    first !== undefined &&
    repeated.length >= FEWEST_NUMBERS &&
    repeated.length > raw.length * MAX_UNREADABLE_SHARE
  ) {
    throw new SyncError(
      'layout_unknown',
      `${repeated.length} of its ${raw.length} entries have no event and repeat applications of other sections, such as ${quote(first.number)}: these entries may be an index.`,
    )
  }
}

/**
 * The minimum number of values needed to decide which values are usual. Also the minimum number of applications in an
 * index of applications.
 */
const FEWEST_NUMBERS = 20
/** A value is usual if at least this share of all values equals it. */
const USUAL_SHARE = 0.05
/** A number may be cut off if it is at least this many digits shorter than the shortest usual number. */
const CUT_DIGITS = 2

/**
 * Returns a function that rejects entries with an implausible number. The office numbers applications consecutively, and
 * resolutions consecutively within each year. The numbers of an edition therefore have similar lengths.
 */
function oddNumbers(entries: readonly BulletinEntry[]): (entry: BulletinEntry) => Rejection | undefined {
  const numbers = entries.map(({ nroSolicitud }) => nroSolicitud)
  const lengths = usualOf(numbers.map(({ length }) => length))
  const most = largestOf(lengths)
  const fewest = fewestDigits(numbers)
  const usual = numbers.filter(({ length }) => lengths.includes(length)).map(Number)
  const [lowest, highest] = [Math.min(...usual), Math.max(...usual)]
  const isBeginning = (number: string): boolean =>
    !lengths.includes(number.length) && Number(`${number}9`) >= lowest && Number(`${number}0`) <= highest
  const resolutions = entries.flatMap(({ resolucion }) => (resolucion === null ? [] : [partsOf(resolucion)]))
  // An edition of the last days of a year may contain the first resolutions of the next year.
  const lastYear = largestOf(usualOf(resolutions.map(({ year }) => Number(year)))) + 1
  const ofYear = new Map(
    [...Map.groupBy(resolutions, ({ year }) => year)].map(([year, own]) => {
      const all = own.map(({ number }) => number)
      return [year, { fewest: fewestDigits(all), most: largestOf(usualOf(all.map(({ length }) => length))) }]
    }),
  )
  return ({ rowNumber, nroSolicitud, resolucion }) => {
    const { year, number } = partsOf(resolucion ?? '')
    if (nroSolicitud.length > most) {
      return { rowNumber, nroSolicitud: null, reason: tooLong('application number', nroSolicitud) }
    }
    if (Number(year) > lastYear) {
      return {
        rowNumber,
        nroSolicitud,
        reason: `The resolution ${quote(resolucion ?? '')} is of a later year than the other resolutions.`,
      }
    }
    if (nroSolicitud.length < fewest || isBeginning(nroSolicitud)) {
      return { rowNumber, nroSolicitud: null, reason: cutOff('application number', nroSolicitud) }
    }
    const { fewest: least = 0, most: longest = Number.POSITIVE_INFINITY } = ofYear.get(year) ?? {}
    if (resolucion !== null && number.length > longest) {
      return { rowNumber, nroSolicitud, reason: tooLong('resolution', resolucion) }
    }
    return resolucion !== null && number.length < least
      ? { rowNumber, nroSolicitud, reason: cutOff('resolution', resolucion) }
      : undefined
  }
}

/**
 * The maximum number of applications with different events that may share a resolution. If more applications share it,
 * a spreadsheet program may have copied the resolution into the rows below.
 */
const MOST_SHARED = 10

function sharedResolutions(
  entries: readonly BulletinEntry[],
): (entry: BulletinEntry) => Rejection | undefined {
  const reasons = new Map(
    [...Map.groupBy(entries, ({ resolucion }) => resolucion)].flatMap(([resolution, own]) => {
      const count = new Set(own.map(({ nroSolicitud }) => nroSolicitud)).size
      const events = new Set(own.map(({ descripcion }) => foldWords(descripcion)))
      return resolution === null || count <= MOST_SHARED || events.size === 1
        ? []
        : [
            [
              resolution,
              `The resolution ${quote(resolution)} belongs to ${count} applications with different events.`,
            ],
          ]
    }),
  )
  return ({ rowNumber, nroSolicitud, resolucion }) => {
    const reason = reasons.get(resolucion ?? '')
    return reason === undefined ? undefined : { rowNumber, nroSolicitud, reason }
  }
}

function partsOf(resolution: string): { year: string; number: string } {
  const [year = '', number = ''] = resolution.split('/')
  return { year, number }
}

function fewestDigits(numbers: readonly string[]): number {
  const usual = usualOf(numbers.map(({ length }) => length))
  return usual.length === 0 ? 0 : Math.min(...usual) - CUT_DIGITS + 1
}

const usualOf = (values: readonly number[]): number[] =>
  values.length < FEWEST_NUMBERS
    ? []
    : [...Map.groupBy(values, (value) => value)]
        .filter(([, { length }]) => length >= values.length * USUAL_SHARE)
        .map(([value]) => value)

const largestOf = (values: readonly number[]): number =>
  values.length === 0 ? Number.POSITIVE_INFINITY : Math.max(...values)

const tooLong = (what: string, number: string): string =>
  `The ${what} ${quote(number)} has more digits than usual in this edition.`

const cutOff = (what: string, text: string): string =>
  `The ${what} ${quote(text)} has fewer digits than usual in this edition, and may be cut off.`

/**
 * Rejects each entry with a resolution of a later year than the entry's day.
 *
 * @param day the day of the edition; undefined if only the entries have days
 * @throws SyncError `edition_unknown` if too many entries of the edition are rejected
 */
export function rejectLaterYears(edition: ReadEdition, day: string | undefined): ReadEdition {
  const isLater = ({ resolucion, fecha }: BulletinEntry): boolean =>
    Number(partsOf(resolucion ?? '').year) > Number((fecha ?? day)?.slice(0, YEAR_DIGITS))
  const later = edition.entries.filter(isLater)
  const rejections = [
    ...edition.rejections,
    ...later.map(({ rowNumber, nroSolicitud, resolucion, fecha }) => ({
      rowNumber,
      nroSolicitud,
      reason: `The resolution ${quote(resolucion ?? '')} is of a later year than the day of the entry, ${fecha ?? day}.`,
    })),
  ]
  if (later[0] !== undefined && rejections.length > edition.rows * MAX_UNREADABLE_SHARE) {
    const example = `${quote(later[0].resolucion ?? '')} in an entry of ${later[0].fecha ?? day}`
    throw new SyncError(
      'edition_unknown',
      `${later.length} entries have a resolution of a later year than their day, such as ${example}.`,
    )
  }
  return { ...edition, entries: edition.entries.filter((entry) => !isLater(entry)), rejections }
}

const YEAR_DIGITS = 4

/** Throws SyncError `too_large` for too many entries. */
export function rejectTooMany(entries: number): void {
  if (entries > MAX_ENTRIES) {
    throw new SyncError('too_large', `It has more than ${MAX_ENTRIES} entries.`)
  }
}

const keyOf = (
  { nroSolicitud, fecha, tipo, descripcion, resolucion }: BulletinEntry,
  { id }: RawEntry,
): string => JSON.stringify([nroSolicitud, fecha, tipo, descripcion, resolucion, id])

function rejectUnknownLayout(
  raw: readonly RawEntry[],
  { rejections, rows }: ReadEdition,
  unit: string,
): void {
  const [first] = rejections
  if (first !== undefined && rejections.length > rows * MAX_UNREADABLE_SHARE) {
    const text = raw.find(({ rowNumber }) => rowNumber === first.rowNumber)?.number ?? ''
    throw new SyncError(
      'layout_unknown',
      `${rejections.length} of its ${rows} ${unit} that start like an entry cannot be read. The first of them has ${quote(text)}: ${first.reason}`,
    )
  }
}
