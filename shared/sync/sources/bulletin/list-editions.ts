import { chileanDay } from '../../../platform/time/chilean-day.ts'
import { publicationDays } from '../../../platform/time/publication-calendar.ts'
import { nameInUrl } from '../../fetch/file-name.ts'
import { listOrDownload } from '../../fetch/list-or-download.ts'
import { dayOf, isUnnamed, type Link } from '../../fetch/listing.ts'
import { SyncError } from '../../sync-error.ts'
import { type EditionSearch, MAX_BYTES } from './edition.ts'

/** An edition with the addresses of its files. The files are the parts of the edition. */
export interface ListedEdition {
  day: string
  urls: string[]
}

/** The maximum number of parts of an edition. The download of an edition with more parts fails. */
export const MAX_PARTS = 20
const IS_EDITION = /\.(?:pdf|tsv|csv|txt)$/i

/**
 * Returns the editions that a page or a folder lists. Ignores editions without a day.
 *
 * @throws SyncError if the list cannot be downloaded, or contains no edition with a day
 */
export async function listEditions(
  url: string,
  { folder, signal, limits }: EditionSearch,
): Promise<readonly ListedEdition[]> {
  const found = await listOrDownload(
    { url, configuredUrl: url, mostBytes: MAX_BYTES, folder, signal },
    limits,
  )
  const links =
    'links' in found ? found.links : [{ url, name: nameInUrl(new URL(url)), text: '', beside: '' }]
  const byDay = new Map<string, string[]>()
  for (const link of links.filter(mayBeEdition)) {
    const day = dayOf(link)
    if (day !== undefined) {
      byDay.set(day, [...(byDay.get(day) ?? []), link.url])
    }
  }
  if (byDay.size === 0) {
    throw new SyncError('no_editions', 'The page of the source lists no edition with a day.')
  }
  return [...byDay].map(([day, urls]) => ({ day, urls: urls.slice(0, MAX_PARTS + 1) }))
}

const mayBeEdition = (link: Link): boolean => IS_EDITION.test(link.name) || isUnnamed(link)

const PLACEHOLDERS = /\{(date|yyyy|mm|dd)\}/g

/** Returns whether an address contains a placeholder such as `{date}`. */
export const hasPlaceholders = (url: string): boolean => url.search(PLACEHOLDERS) >= 0

/**
 * The number of days before today for which editions are requested. The office publishes about 30 editions in 45 days.
 */
const DAYS_BACK = 45
const DAY_MS = 86_400_000

/** Returns one possible edition for each publication day of the last 45 days. `url` contains placeholders. */
export function editionsByDay(url: string, now = new Date()): readonly ListedEdition[] {
  const first = chileanDay(new Date(now.getTime() - DAYS_BACK * DAY_MS))
  return publicationDays(first, chileanDay(now)).map((day) => ({ day, urls: [editionUrl(url, day)] }))
}

/** Returns the address of an edition. `url` contains placeholders. */
export function editionUrl(url: string, day: string): string {
  const [yyyy, mm, dd] = day.split('-')
  const parts: Readonly<Record<string, string | undefined>> = { date: day, yyyy, mm, dd }
  return url.replace(PLACEHOLDERS, (_, part: string) => parts[part] ?? '')
}
