import { chileanDay } from '../../../platform/time/chilean-day.ts'
import { publicationDays } from '../../../platform/time/publication-calendar.ts'
import { nameInUrl } from '../../fetch/file-name.ts'
import { listOrDownload } from '../../fetch/list-or-download.ts'
import { dayOf } from '../../fetch/listing.ts'
import { SyncError } from '../../sync-error.ts'
import { MOST_BYTES, type Search } from './edition.ts'

/** Addresses of an edition's files: it may be published in parts. */
export interface Listed {
  day: string
  urls: string[]
}

/** An edition in more parts is none. */
export const MOST_PARTS = 20
const IS_EDITION = /\.(?:pdf|tsv|csv|txt)$/i

/**
 * The editions of a page or a folder that tell of their day.
 *
 * @throws SyncError when it cannot be had, or lists none
 */
export async function listEditions(
  url: string,
  { folder, signal, limits }: Search,
): Promise<readonly Listed[]> {
  const found = await listOrDownload(
    { url, configuredUrl: url, mostBytes: MOST_BYTES, folder, signal },
    limits,
  )
  const links = 'links' in found ? found.links : [{ url, name: nameInUrl(new URL(url)), text: '' }]
  const byDay = new Map<string, string[]>()
  for (const link of links.filter(({ name }) => IS_EDITION.test(name))) {
    const day = dayOf(link)
    if (day !== undefined) {
      byDay.set(day, [...(byDay.get(day) ?? []), link.url])
    }
  }
  if (byDay.size === 0) {
    throw new SyncError('no_editions', 'The page of the source lists no edition with a day.')
  }
  return [...byDay].map(([day, urls]) => ({ day, urls: urls.slice(0, MOST_PARTS + 1) }))
}

/** Parts of an address that stand for the day. */
const PLACEHOLDERS = /\{(date|yyyy|mm|dd)\}/g

/** Whether an address is made of the day. */
export const isMadeOfDay = (url: string): boolean => url.search(PLACEHOLDERS) >= 0

/** Six weeks, in which there are thirty editions. */
const DAYS_BACK = 45
const DAY_MS = 86_400_000

/** Where the editions of the last weeks are, if they are there, at an address that is made of the day. */
export function editionsByDay(url: string, now = new Date()): readonly Listed[] {
  const first = chileanDay(new Date(now.getTime() - DAYS_BACK * DAY_MS))
  return publicationDays(first, chileanDay(now)).map((day) => ({ day, urls: [addressOf(url, day)] }))
}

/** The address of the edition of a day. */
export function addressOf(url: string, day: string): string {
  const [yyyy, mm, dd] = day.split('-')
  const parts: Readonly<Record<string, string | undefined>> = { date: day, yyyy, mm, dd }
  return url.replace(PLACEHOLDERS, (_, part: string) => parts[part] ?? '')
}
