import { basename } from 'node:path'
import { chileanDay } from '../../../platform/time/chilean-day.ts'
import { withoutPassword } from '../../fetch/credentials.ts'
import { download } from '../../fetch/download.ts'
import type { Downloaded } from '../../fetch/download-order.ts'
import { decodePercents, nameInUrl } from '../../fetch/file-name.ts'
import { hashFile } from '../../fetch/hash-file.ts'
import { listOrDownload } from '../../fetch/list-or-download.ts'
import { dayOf, type Link } from '../../fetch/listing.ts'
import type { Timeouts } from '../../fetch/timeouts.ts'
import { unzipSingle } from '../../fetch/unzip.ts'
import type { SnapshotFile } from '../../source-snapshot.ts'
import { SyncError } from '../../sync-error.ts'
import { dayIn, withoutDays } from '../../text/day-in-text.ts'
import { foldWords } from '../../text/fold-words.ts'
import { unreadable } from '../../values/unreadable.ts'
import { type Edition, editionOf, seriesOf } from './edition.ts'
import { ofSheet, type SheetFile } from './read-sheets.ts'

/** A sheet for a run to read. */
export interface FoundSheet extends SheetFile {
  /** The name that its editions share. */
  series: string
  sha256: string
  /** The file at its address; undefined for a file that an operator has named. */
  origin: SnapshotFile | undefined
}

/** The options of a search for sheets. */
export interface SheetSearch {
  /** For downloaded and unpacked files. */
  folder: string
  /** The edition of all sheets, where an operator has given one. */
  date: string | undefined
  /** Timeouts of the source. */
  limits?: Partial<Timeouts>
  signal: AbortSignal
}

/** The files of the last run, by their address. */
type StoredFiles = ReadonlyMap<string, SnapshotFile>

/** The size limit of a sheet, packed or not. */
const MAX_BYTES = 2 * 1024 ** 3
const IS_SHEET = /\.(?:csv|tsv|txt|xlsx|zip)$/i

/** Returns the sheets in files, oldest edition first. */
export async function sheetsInFiles(files: readonly string[], search: SheetSearch): Promise<FoundSheet[]> {
  const sheets = await Promise.all(files.map((path) => sheetInFile(path, search)))
  return oldestFirst(sheets)
}

async function sheetInFile(path: string, { folder, date }: SheetSearch): Promise<FoundSheet> {
  const name = basename(path)
  try {
    const edition: Edition = date === undefined ? await editionOf(path) : { day: date, from: 'given' }
    const sha256 = await hashFile(path)
    const { path: unpacked = path } = (await unzipSingle(path, folder, MAX_BYTES)) ?? {}
    return {
      path: unpacked,
      name,
      series: seriesOf(name),
      edition,
      sha256,
      origin: undefined,
    }
  } catch (error) {
    throw ofSheet(name, error instanceof SyncError ? error : unreadable(error))
  }
}

/**
 * Returns the sheets at an address that have changed since the last run, oldest edition first. The address leads to a
 * sheet, or to a page or a folder that lists sheets; of each of these the newest edition counts.
 */
export async function sheetsAtAddress(
  url: string,
  stored: StoredFiles,
  search: SheetSearch,
): Promise<FoundSheet[]> {
  const links = await linksAt(url, stored, search)
  const sheets: FoundSheet[] = []
  for (const link of links) {
    const sheet = await fetchSheet(link, url, stored, search)
    sheets.push(...(sheet ? [sheet] : []))
  }
  return oldestFirst(sheets)
}

/** A link, with its file where the request for the list has already returned it. */
interface SheetLink extends Link {
  got?: Downloaded | 'not modified'
  /** The name that its editions share, where it is listed. */
  series?: string
}

async function linksAt(
  url: string,
  stored: StoredFiles,
  { folder, signal, limits }: SheetSearch,
): Promise<readonly SheetLink[]> {
  const found = await listOrDownload({ ...orderOf(url, url, stored), folder, signal }, limits)
  if ('file' in found) {
    return [{ url, name: nameInUrl(new URL(url)), text: '', got: found.file }]
  }
  const newest = new Map<string, SheetLink>()
  for (const link of found.links.filter(({ name }) => IS_SHEET.test(name))) {
    const series = seriesOf(link.name)
    const key = dayOf(link) === undefined ? link.url : series // without a day it is a series of its own
    const other = newest.get(key)
    if (other === undefined || (dayOf(link) ?? '') > (dayOf(other) ?? '')) {
      newest.set(key, link)
    }
  }
  if (newest.size === 0) {
    throw new SyncError('no_editions', 'The page of the source lists no sheet.')
  }
  return withSeries([...newest.values()])
}

/** Adds the series of each sheet. Sheets of the same name in several folders are distinguished by their folder. */
const withSeries = (links: readonly SheetLink[]): readonly SheetLink[] =>
  links.map((link) => {
    const series = seriesOf(link.name)
    const isAlone = links.filter(({ name }) => seriesOf(name) === series).length === 1
    const folder = foldWords(withoutDays(decodePercents(new URL('.', link.url).pathname)))
    return { ...link, series: isAlone ? series : `${folder.replaceAll(' ', '-')}-${series}` }
  })

const orderOf = (url: string, configuredUrl: string, stored: StoredFiles) => {
  const validators = stored.get(withoutPassword(url))?.validators
  return { url, configuredUrl, mostBytes: MAX_BYTES, ...(validators ? { validators } : {}) }
}

/** Returns the sheet behind a link; undefined where it is unchanged. */
async function fetchSheet(
  link: SheetLink,
  configuredUrl: string,
  stored: StoredFiles,
  { folder, date, signal, limits }: SheetSearch,
): Promise<FoundSheet | undefined> {
  const got =
    link.got ?? (await download({ ...orderOf(link.url, configuredUrl, stored), folder, signal }, limits))
  if (got === 'not modified') {
    return undefined
  }
  const edition = editionOfDownload(link, got, date)
  if ([...stored.values()].some(({ sha256, day }) => sha256 === got.sha256 && day === edition.day)) {
    return undefined
  }
  const { path, sha256, validators } = got
  const name = IS_SHEET.test(link.name) ? link.name : got.name
  const unpacked = await unzipSingle(path, folder, MAX_BYTES)
  return {
    path: unpacked?.path ?? path,
    name,
    series: link.series ?? seriesOf(name),
    edition,
    sha256,
    origin: { url: withoutPassword(link.url), day: edition.day, sha256, validators },
  }
}

/** The edition is given by the operator, the link, the name of the downloaded file, or the day of its last change. */
function editionOfDownload(link: Link, { name, validators }: Downloaded, date: string | undefined): Edition {
  const named = dayOf(link) ?? dayIn(name)
  if (date !== undefined) {
    return { day: date, from: 'given' }
  }
  if (named !== undefined) {
    return { day: named, from: 'name' }
  }
  const changed = Date.parse(validators.lastModified ?? '')
  return { day: chileanDay(Number.isNaN(changed) ? new Date() : new Date(changed)), from: 'written' }
}

const oldestFirst = (sheets: FoundSheet[]): FoundSheet[] =>
  sheets.sort((a, b) => a.edition.day.localeCompare(b.edition.day))
