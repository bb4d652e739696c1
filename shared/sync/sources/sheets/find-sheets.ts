import { basename } from 'node:path'
import { chileanDay } from '../../../platform/time/chilean-day.ts'
import { withoutPassword } from '../../fetch/credentials.ts'
import { download } from '../../fetch/download.ts'
import type { Downloaded } from '../../fetch/download-order.ts'
import { decodePercents, nameInUrl } from '../../fetch/file-name.ts'
import { hashFile } from '../../fetch/hash-file.ts'
import { listOrDownload } from '../../fetch/list-or-download.ts'
import { dayOf, isUnnamed, type Link } from '../../fetch/listing.ts'
import type { Timeouts } from '../../fetch/timeouts.ts'
import { unzipSingle } from '../../fetch/unzip.ts'
import type { SnapshotFile } from '../../source-snapshot.ts'
import { SyncError } from '../../sync-error.ts'
import { withoutDays } from '../../text/day-in-text.ts'
import { unreadable } from '../../values/unreadable.ts'
import {
  type Edition,
  editionIn,
  partOf,
  seriesOf,
  unknownEdition,
  versionOf,
  withoutExtensions,
} from './edition.ts'
import { editionsOf, ofSheet, type SheetFile } from './read-sheets.ts'

export interface FoundSheet extends SheetFile {
  sha256: string
  /** The record of the download; undefined for a file that was given with `--file`. */
  origin: SnapshotFile | undefined
}

export interface SheetSearch {
  folder: string
  /** The edition day of all sheets, if an operator has given it. */
  date: string | undefined
  limits?: Partial<Timeouts>
  signal: AbortSignal
}

/** The last download of each file of the source, by URL without a password. */
type StoredFiles = ReadonlyMap<string, SnapshotFile>

/** The maximum size of a sheet in bytes, before and after unpacking. */
const MAX_BYTES = 2 * 1024 ** 3
const IS_SHEET = /\.(?:csv|tsv|txt|xlsx|zip)$/i

/**
 * Returns the sheets in files, oldest edition first.
 *
 * @throws SyncError `edition_unknown` if the edition of a file is unknown, occurs in two versions, or lacks a part
 */
export async function sheetsInFiles(files: readonly string[], search: SheetSearch): Promise<FoundSheet[]> {
  const sheets = await Promise.all(files.map((path) => sheetInFile(path, search)))
  for (const [{ name, edition }, ...others] of editionsOf(sheets) as [FoundSheet, ...FoundSheet[]][]) {
    const other = others.find((sheet) => versionOf(sheet.name) !== versionOf(name))
    if (other !== undefined) {
      const message = `${name} and ${other.name} are versions of the same edition, ${edition.day}. Load one of them.`
      throw new SyncError('edition_unknown', message)
    }
    assertAllParts([name, ...others.map((sheet) => sheet.name)])
  }
  return oldestFirst(sheets)
}

/**
 * Throws SyncError if a part of an edition is missing or repeated. One run must read all parts, because an application may have
 * rows in several parts.
 */
function assertAllParts(names: readonly string[]): void {
  const parts = names.map(partOf)
  if (parts.every((part) => part === undefined)) {
    return
  }
  const count = Math.max(...parts.map((part) => part?.count ?? 0))
  const places = parts.map((part) => part?.place)
  const absent = Array.from({ length: count }, (_, index) => index + 1).find((each) => !places.includes(each))
  const shown = names.join(', ')
  if (absent !== undefined) {
    const message = `${shown}: part ${absent} of ${count} is missing. Load all parts of an edition together, each with --file.`
    throw new SyncError('edition_unknown', message)
  }
  if (places.includes(undefined) || new Set(places).size < places.length) {
    const message = `${shown}: these files are not the parts of one edition. Two files have the same part number, or a file has none.`
    throw new SyncError('edition_unknown', message)
  }
}

async function sheetInFile(path: string, { folder, date }: SheetSearch): Promise<FoundSheet> {
  const name = basename(path)
  try {
    const sha256 = await hashFile(path)
    const unpacked = await unzipSingle(path, folder, MAX_BYTES)
    return {
      path: unpacked?.path ?? path,
      name,
      series: seriesOf(name),
      edition: editionOfFile([name, unpacked?.name ?? ''], date),
      sha256,
      isComplete: unpacked !== undefined,
      origin: undefined,
    }
  } catch (error) {
    throw ofSheet(name, error instanceof SyncError ? error : unreadable(error))
  }
}

function editionOfFile(names: readonly string[], date: string | undefined): Edition {
  const edition = date === undefined ? editionIn(names) : { day: date, from: 'given' as const }
  if (edition === undefined) {
    throw unknownEdition('The name of the file contains no day')
  }
  return edition
}

/**
 * Returns the new or changed sheets at an address, oldest first. If the address is a list of links, reads only the
 * newest edition of each sheet.
 */
export async function sheetsAtAddress(
  url: string,
  stored: StoredFiles,
  search: SheetSearch,
): Promise<FoundSheet[]> {
  const links = await linksAt(url, stored, search)
  const sheets: FoundSheet[] = []
  let others = 0
  for (const link of links) {
    const sheet = await fetchSheet(link, url, stored, search)
    if (sheet === 'no sheet') {
      others += 1
    } else if (sheet !== 'unchanged') {
      sheets.push(sheet)
    }
  }
  if (others === links.length) {
    throw noSheets()
  }
  return oldestFirst(oneOfEach(sheets))
}

const noSheets = (): SyncError => new SyncError('no_editions', 'The page of the source lists no sheet.')

/** Returns one file for each edition of a sheet. The source may offer an edition in several formats. */
function oneOfEach(sheets: readonly FoundSheet[]): FoundSheet[] {
  const editions = Map.groupBy(sheets, ({ series, edition }) => `${edition.day} ${series}`)
  return [...editions.values()].map(([first, ...others]) => {
    const sheet = first as FoundSheet
    const other = others.find(({ name }) => withoutExtensions(name) !== withoutExtensions(sheet.name))
    if (other !== undefined) {
      const which =
        partOf(sheet.name) === undefined ? 'one of them with --file' : 'all parts together, each with --file'
      const message = `${sheet.name} and ${other.name} are both the edition of ${sheet.edition.day}. Load ${which}.`
      throw new SyncError('edition_unknown', message)
    }
    assertAllParts([sheet.name])
    return sheet
  })
}

interface SheetLink extends Link {
  /** The download of the configured address; undefined for a link in a list. */
  got?: Downloaded | 'not modified'
  /** Undefined if the series is known only from the name of the downloaded file. */
  series?: string
}

async function linksAt(
  url: string,
  stored: StoredFiles,
  { folder, signal, limits }: SheetSearch,
): Promise<readonly SheetLink[]> {
  const found = await listOrDownload({ ...orderOf(url, url, stored), folder, signal }, limits)
  if ('file' in found) {
    return [{ url, name: nameInUrl(new URL(url)), text: '', beside: '', got: found.file }]
  }
  const links = found.links.filter((link) => IS_SHEET.test(link.name) || isUnnamed(link))
  if (links.length === 0) {
    throw noSheets()
  }
  return withSeries([...Map.groupBy(links, seriesKey).values()].flatMap(newestOf))
}

/** Returns the same key for the links to all editions and formats of a sheet. */
function seriesKey(link: Link): string {
  const named = isUnnamed(link) ? link.beside : link.name
  return dayOf(link) === undefined ? withoutExtensions(link.url) : seriesOf(named)
}

/** Returns the links of the newest day. Of a file in several formats, returns only the first link. */
function newestOf(links: readonly Link[]): Link[] {
  const newest = links.map((link) => dayOf(link) ?? '').reduce((one, other) => (one > other ? one : other))
  const ofDay = links.filter((link) => (dayOf(link) ?? '') === newest)
  return [...Map.groupBy(ofDay, ({ url }) => withoutExtensions(url)).values()].map(([first]) => first as Link)
}

/** Adds the series to links. If several folders have files of one series, the name of the folder precedes the series. */
function withSeries(links: readonly Link[]): SheetLink[] {
  const bySeries = Map.groupBy(links, (link) => (isUnnamed(link) ? undefined : seriesOf(link.name)))
  return [...bySeries].flatMap(([series, same]) => {
    const isAlone = new Set(same.map(folderOf)).size === 1
    return series === undefined
      ? same
      : same.map((link) => ({ ...link, series: isAlone ? series : `${folderOf(link)}-${series}` }))
  })
}

const folderOf = ({ url }: Link): string =>
  withoutDays(decodePercents(new URL('.', url).pathname)).replaceAll(' ', '-')

const orderOf = (url: string, configuredUrl: string, stored: StoredFiles) => {
  const validators = stored.get(withoutPassword(url))?.validators
  return { url, configuredUrl, mostBytes: MAX_BYTES, ...(validators ? { validators } : {}) }
}

async function fetchSheet(
  link: SheetLink,
  configuredUrl: string,
  stored: StoredFiles,
  { folder, date, signal, limits }: SheetSearch,
): Promise<FoundSheet | 'unchanged' | 'no sheet'> {
  const got =
    link.got ?? (await download({ ...orderOf(link.url, configuredUrl, stored), folder, signal }, limits))
  if (got === 'not modified') {
    return 'unchanged'
  }
  const { path, sha256, validators } = got
  const name = IS_SHEET.test(link.name) ? link.name : got.name
  if (link.got === undefined && !IS_SHEET.test(name)) {
    return 'no sheet'
  }
  try {
    const unpacked = await unzipSingle(path, folder, MAX_BYTES)
    const names = [name, got.name, unpacked?.name ?? '']
    const edition: Edition =
      date === undefined ? editionOfDownload(link, got, names) : { day: date, from: 'given' }
    if ([...stored.values()].some((file) => file.sha256 === sha256 && file.day === edition.day)) {
      return 'unchanged'
    }
    return {
      path: unpacked?.path ?? path,
      name,
      series: link.series ?? seriesOf(name),
      edition,
      sha256,
      isComplete: unpacked !== undefined || got.isComplete,
      origin: { url: withoutPassword(link.url), day: edition.day, sha256, validators },
    }
  } catch (error) {
    throw error instanceof SyncError ? ofSheet(name, error) : error
  }
}

/**
 * Returns the edition of a download. The day is in a file name, otherwise in the link, otherwise in the header `Last-Modified`.
 * Ignores the modification time of a local file, because the office does not set this time.
 */
function editionOfDownload(link: Link, { url, validators }: Downloaded, names: readonly string[]): Edition {
  const day = editionIn(names)?.day ?? dayOf(link)
  if (day !== undefined) {
    return { day, from: 'name' }
  }
  const changed = url.startsWith('file:') ? Number.NaN : Date.parse(validators.lastModified ?? '')
  if (Number.isNaN(changed)) {
    throw unknownEdition('The name, the link and the header Last-Modified of the file contain no day')
  }
  return { day: chileanDay(new Date(changed)), from: 'header' }
}

const oldestFirst = (sheets: FoundSheet[]): FoundSheet[] =>
  sheets.sort((a, b) => a.edition.day.localeCompare(b.edition.day))
