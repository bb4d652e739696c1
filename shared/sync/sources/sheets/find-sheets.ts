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
import type { TakenFile } from '../../source-snapshot.ts'
import { SyncError } from '../../sync-error.ts'
import { dayIn, withoutDays } from '../../text/day-in-text.ts'
import { foldWords } from '../../text/fold-words.ts'
import { unreadable } from '../../values/unreadable.ts'
import { type Edition, editionOf } from './edition.ts'
import { ofSheet, type SheetFile } from './read-sheets.ts'
import { seriesOf } from './series.ts'

/** A sheet that a run is to read. */
export interface FoundSheet extends SheetFile {
  /** What its editions have in common. */
  series: string
  sha256: string
  /** Where it came from; undefined for a file that an operator has named. */
  origin: TakenFile | undefined
}

/** Where sheets are looked for, and with what. */
export interface Search {
  /** For what is downloaded or unpacked. */
  folder: string
  /** The edition of all of them, where an operator says so. */
  date: string | undefined
  /** How long a source may take. */
  limits?: Partial<Timeouts>
  signal: AbortSignal
}

/** Files as they were last taken, by their address. */
type Known = ReadonlyMap<string, TakenFile>

/** As much as the largest sheet may have, packed or not. */
const MOST_BYTES = 2 * 1024 ** 3
const IS_SHEET = /\.(?:csv|tsv|txt|xlsx|zip)$/i

/** The sheets in files, oldest edition first. */
export async function sheetsInFiles(files: readonly string[], search: Search): Promise<FoundSheet[]> {
  const sheets = await Promise.all(files.map((path) => sheetInFile(path, search)))
  return oldestFirst(sheets)
}

async function sheetInFile(path: string, { folder, date }: Search): Promise<FoundSheet> {
  const name = basename(path)
  try {
    const edition: Edition = date === undefined ? await editionOf(path) : { day: date, from: 'given' }
    const sha256 = await hashFile(path)
    const { path: unpacked = path } = (await unzipSingle(path, folder, MOST_BYTES)) ?? {}
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
 * The sheets that an address has and that are not as they were last taken, oldest edition first: the address is that of
 * a sheet, or of a page or a folder that lists sheets, of which each counts by its newest edition.
 */
export async function sheetsAtAddress(url: string, known: Known, search: Search): Promise<FoundSheet[]> {
  const links = await linksAt(url, known, search)
  const sheets: FoundSheet[] = []
  for (const link of links) {
    const sheet = await fetchSheet(link, url, known, search)
    sheets.push(...(sheet ? [sheet] : []))
  }
  return oldestFirst(sheets)
}

/** A link, with the file behind it where asking for the address has brought it already. */
interface Found extends Link {
  got?: Downloaded | 'not modified'
  /** What its editions have in common, where it is listed. */
  series?: string
}

async function linksAt(
  url: string,
  known: Known,
  { folder, signal, limits }: Search,
): Promise<readonly Found[]> {
  const found = await listOrDownload({ ...orderOf(url, url, known), folder, signal }, limits)
  if ('file' in found) {
    return [{ url, name: nameInUrl(new URL(url)), text: '', got: found.file }]
  }
  const newest = new Map<string, Found>()
  for (const link of found.links.filter(({ name }) => IS_SHEET.test(name))) {
    const series = seriesOf(link.name)
    const key = dayOf(link) === undefined ? link.url : series // without a day it is an edition of nothing
    const other = newest.get(key)
    if (other === undefined || (dayOf(link) ?? '') > (dayOf(other) ?? '')) {
      newest.set(key, link)
    }
  }
  if (newest.size === 0) {
    throw new SyncError('no_editions', 'The page of the source lists no sheet.')
  }
  return named([...newest.values()])
}

/** Sheets of one name in several folders are told apart by those. */
const named = (links: readonly Found[]): readonly Found[] =>
  links.map((link) => {
    const series = seriesOf(link.name)
    const isAlone = links.filter(({ name }) => seriesOf(name) === series).length === 1
    const folder = foldWords(withoutDays(decodePercents(new URL('.', link.url).pathname)))
    return { ...link, series: isAlone ? series : `${folder.replaceAll(' ', '-')}-${series}` }
  })

const orderOf = (url: string, configuredUrl: string, known: Known) => {
  const validators = known.get(withoutPassword(url))?.validators
  return { url, configuredUrl, mostBytes: MOST_BYTES, ...(validators ? { validators } : {}) }
}

/** The sheet behind a link; undefined where it is as it was last taken. */
async function fetchSheet(
  link: Found,
  configuredUrl: string,
  known: Known,
  { folder, date, signal, limits }: Search,
): Promise<FoundSheet | undefined> {
  const got =
    link.got ?? (await download({ ...orderOf(link.url, configuredUrl, known), folder, signal }, limits))
  if (got === 'not modified') {
    return undefined
  }
  const edition = editionOfDownload(link, got, date)
  if ([...known.values()].some(({ sha256, day }) => sha256 === got.sha256 && day === edition.day)) {
    return undefined
  }
  const { path, sha256, validators } = got
  const name = IS_SHEET.test(link.name) ? link.name : got.name
  const unpacked = await unzipSingle(path, folder, MOST_BYTES)
  return {
    path: unpacked?.path ?? path,
    name,
    series: link.series ?? seriesOf(name),
    edition,
    sha256,
    origin: { url: withoutPassword(link.url), day: edition.day, sha256, validators },
  }
}

/** Said by the operator, by the link, by the name that the file came with, or by when the office has changed it. */
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
