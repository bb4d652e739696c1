import { basename } from 'node:path'
import type { Database } from '../../../db/database.ts'
import { sqlFile } from '../../../db/sql-file.ts'
import { isDay } from '../../../platform/time/day.ts'
import { publicationDays } from '../../../platform/time/publication-calendar.ts'
import { hashFile } from '../../fetch/hash-file.ts'
import { storedFiles } from '../../run/snapshot-store.ts'
import { SyncError } from '../../sync-error.ts'
import { dayIn } from '../../text/day-in-text.ts'
import { unreadable } from '../../values/unreadable.ts'
import type { BulletinEdition, BulletinPart, EditionSearch } from './edition.ts'
import { type EditionSource, fetchChanged, fetchNew, type StoredEditions } from './fetch-edition.ts'
import {
  editionsByDay,
  editionUrl,
  hasPlaceholders,
  type ListedEdition,
  listEditions,
} from './list-editions.ts'

/** The number of consecutive unreachable editions after which no further edition is requested. */
const MAX_UNREACHABLE = 2

/** The maximum number of editions that a run requests. */
const MAX_EDITIONS = 30

const STORED_EDITIONS = sqlFile(import.meta.url, 'stored-editions.sql', 'planned')
const SAVE_LISTED_EDITIONS = sqlFile(import.meta.url, 'save-listed-editions.sql', 'planned')
const CHECKED_TODAY = sqlFile(import.meta.url, 'checked-today.sql', 'planned')

/** The editions to apply, sorted by day. */
export interface Editions {
  editions: BulletinEdition[]
  availability: Availability
}

interface Availability {
  /** The days for which the office has an edition. */
  listed: string[]
  /** The days for which it is unknown whether the office has an edition, because the office could not be reached. */
  unknown: string[]
}

/** Returns the editions in the given files. Files of the same day form one edition. */
export async function editionsInFiles(
  files: readonly string[],
  { date }: Pick<EditionSearch, 'date'>,
): Promise<Editions> {
  const parts = await Promise.all(files.map(partInFile))
  const byDay = Map.groupBy(parts, ({ name, path }) => date ?? dayIn(name) ?? path)
  const editions = [...byDay].map(([day, parts]) => ({ day: isDay(day) ? day : undefined, parts }))
  return {
    editions: editions.sort((a, b) => (a.day ?? '').localeCompare(b.day ?? '')),
    availability: { listed: [], unknown: [] },
  }
}

async function partInFile(path: string): Promise<BulletinPart> {
  const name = basename(path)
  try {
    return { name, path, sha256: await hashFile(path), origin: undefined }
  } catch (error) {
    throw unreadable(error)
  }
}

/**
 * Returns new and corrected editions of the office, sorted by day. With `search.date`, only the edition of this day is
 * requested.
 *
 * @throws SyncError if the list of editions cannot be downloaded, or lacks the edition of `search.date`
 */
export async function editionsAtAddress(
  database: Database,
  url: string,
  search: EditionSearch,
): Promise<Editions> {
  const byDay = hasPlaceholders(url)
  const wanted = byDay ? wantedByDay(url, search) : wantedOf(await listEditions(url, search), search)
  const stored = await storedEditions(database, wanted)
  const recheck = search.recheck || !(await checkedToday(database, search))
  const editions = await fetchEach(wanted, { url, byDay, stored, search }, recheck)
  const availability = byDay
    ? availabilityOf(wanted, stored, editions)
    : { listed: wanted.map(dayOf), unknown: [] }
  if (search.date === undefined) {
    await saveAvailability(database, availability)
  }
  return { editions, availability }
}

async function fetchEach(
  wanted: readonly ListedEdition[],
  source: EditionSource,
  recheck: boolean,
): Promise<BulletinEdition[]> {
  const editions: BulletinEdition[] = []
  for (const each of wanted) {
    source.search.signal.throwIfAborted()
    const isNew = source.search.date !== undefined || !source.stored.days.has(each.day)
    const found = isNew ? await fetchNew(each, source) : recheck && (await fetchChanged(each, source))
    editions.push(...(found ? [found] : []))
    if (isOfficeDown(editions)) {
      break
    }
  }
  return editions
}

const dayOf = ({ day }: ListedEdition): string => day

function isOfficeDown(editions: readonly BulletinEdition[]): boolean {
  const last = editions.slice(-MAX_UNREACHABLE)
  return last.length === MAX_UNREACHABLE && last.every(isUnreachable)
}

const isUnreachable = ({ parts }: BulletinEdition): boolean =>
  parts instanceof SyncError && parts.code === 'source_unreachable'

/**
 * Returns the availability of the wanted editions. The days of unreachable editions are unknown. If the office is down, the
 * days after the last requested day are also unknown, except days with a stored edition.
 */
function availabilityOf(
  wanted: readonly ListedEdition[],
  stored: StoredEditions,
  editions: readonly BulletinEdition[],
): Availability {
  const unreachable = editions.filter(isUnreachable).flatMap(({ day }) => day ?? [])
  const found = editions.flatMap(({ day }) => day ?? []).filter((day) => !unreachable.includes(day))
  const isListed = (day: string): boolean => stored.days.has(day) || found.includes(day)
  const end = isOfficeDown(editions) ? (unreachable.at(-1) ?? '') : undefined
  const days = wanted.map(dayOf)
  return {
    listed: days.filter(isListed),
    unknown: days.filter(
      (day) => unreachable.includes(day) || (end !== undefined && day > end && !isListed(day)),
    ),
  }
}

/** Stores the days with an edition, and the publication days between them that certainly have no edition. */
export async function saveAvailability(database: Database, { listed, unknown }: Availability): Promise<void> {
  const [first, last] = [listed.at(0), listed.at(-1)]
  const between = first && last ? publicationDays(first, last) : []
  const absent = between.filter((day) => !listed.includes(day) && !unknown.includes(day))
  await database.query(SAVE_LISTED_EDITIONS, { days: listed, absent })
}

const wantedByDay = (url: string, { date }: EditionSearch): readonly ListedEdition[] =>
  date === undefined ? newest(editionsByDay(url)) : [{ day: date, urls: [editionUrl(url, date)] }]

function wantedOf(listed: readonly ListedEdition[], { date }: EditionSearch): readonly ListedEdition[] {
  const asked = listed.filter(({ day }) => day === date)
  if (date !== undefined && asked.length === 0) {
    throw new SyncError('not_published', `The source lists no edition of ${date}.`)
  }
  return date === undefined ? newest(listed) : asked
}

const newest = (listed: readonly ListedEdition[]): readonly ListedEdition[] =>
  listed.toSorted((a, b) => a.day.localeCompare(b.day)).slice(-MAX_EDITIONS)

async function storedEditions(
  database: Database,
  editions: readonly ListedEdition[],
): Promise<StoredEditions> {
  const days = editions.map(({ day }) => day)
  const stored = await database.query<{ day: string }>(STORED_EDITIONS, { days })
  return { days: new Set(stored.map(({ day }) => day)), files: await storedFiles(database, 'bulletin') }
}

async function checkedToday(database: Database, { sample }: EditionSearch): Promise<boolean> {
  const [found] = await database.query<{ checked: boolean }>(CHECKED_TODAY, { sample })
  return found?.checked ?? false
}
