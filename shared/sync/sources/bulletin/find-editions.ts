import { basename } from 'node:path'
import type { Database } from '../../../db/database.ts'
import { sqlFile } from '../../../db/sql-file.ts'
import { isDay } from '../../../platform/time/day.ts'
import { publicationDays } from '../../../platform/time/publication-calendar.ts'
import { hashFile } from '../../fetch/hash-file.ts'
import { knownFiles } from '../../run/known-files.ts'
import { SyncError } from '../../sync-error.ts'
import { dayIn } from '../../text/day-in-text.ts'
import { unreadable } from '../../values/unreadable.ts'
import type { Edition, Part, Search } from './edition.ts'
import { fetchChanged, fetchNew, type Known, type Source } from './fetch-edition.ts'
import { addressOf, editionsByDay, isMadeOfDay, type Listed, listEditions } from './list-editions.ts'

/** So many editions in a row that cannot be reached, and the office cannot. */
const MOST_UNREACHABLE = 2

/** Editions that are made up for; the office's page goes back as far. */
const MOST_EDITIONS = 30

const TAKEN_EDITIONS = sqlFile(import.meta.url, 'taken-editions.sql', 'planned')
const LIST_EDITIONS = sqlFile(import.meta.url, 'list-editions.sql', 'planned')
const ASKED_TODAY = sqlFile(import.meta.url, 'asked-today.sql', 'planned')

/** What there is to take, in the order of its days. */
export interface Editions {
  editions: Edition[]
  presence: Presence
}

/** Days by what is known of their editions. */
export interface Presence {
  /** The office has it. */
  listed: string[]
  /** It could not be reached, so that nobody knows. */
  unknown: string[]
}

/** Files that an operator has named: those of one day are one edition. */
export async function editionsInFiles(
  files: readonly string[],
  { date }: Pick<Search, 'date'>,
): Promise<Editions> {
  const parts = await Promise.all(files.map(partInFile))
  const byDay = Map.groupBy(parts, ({ name, path }) => date ?? dayIn(name) ?? path)
  const editions = [...byDay].map(([day, parts]) => ({ day: isDay(day) ? day : undefined, parts }))
  return {
    editions: editions.sort((a, b) => (a.day ?? '').localeCompare(b.day ?? '')),
    presence: { listed: [], unknown: [] },
  }
}

async function partInFile(path: string): Promise<Part> {
  const name = basename(path)
  try {
    return { name, path, sha256: await hashFile(path), origin: undefined }
  } catch (error) {
    throw unreadable(error)
  }
}

/**
 * The editions that the office has and the corpus lacks, and those that have changed since they were taken, in the order
 * of their days: of a page or a folder that lists them, or, where the address is made of the day, of the last weeks.
 *
 * @throws SyncError when the list of editions cannot be had
 */
export async function editionsAtAddress(database: Database, url: string, search: Search): Promise<Editions> {
  const byDay = isMadeOfDay(url)
  const wanted = byDay ? wantedByDay(url, search) : wantedOf(await listEditions(url, search), search)
  const known = await whatIsKnown(database, wanted)
  const again = search.again || !(await askedToday(database, search))
  const editions = await fetchEach(wanted, { url, byDay, known, search }, again)
  const presence = byDay ? presenceOf(wanted, known, editions) : { listed: wanted.map(dayOf), unknown: [] }
  if (search.date === undefined) {
    await rememberPresence(database, presence)
  }
  return { editions, presence }
}

async function fetchEach(wanted: readonly Listed[], source: Source, again: boolean): Promise<Edition[]> {
  const editions: Edition[] = []
  for (const each of wanted) {
    source.search.signal.throwIfAborted()
    const isNew = source.search.date !== undefined || !source.known.taken.has(each.day)
    const found = isNew ? await fetchNew(each, source) : again && (await fetchChanged(each, source))
    editions.push(...(found ? [found] : []))
    if (isAway(editions)) {
      break // it is not asked for all of them one by one
    }
  }
  return editions
}

const dayOf = ({ day }: Listed): string => day

/** Whether the office cannot be reached, by the last editions that it was asked for. */
function isAway(editions: readonly Edition[]): boolean {
  const last = editions.slice(-MOST_UNREACHABLE)
  return last.length === MOST_UNREACHABLE && last.every(isUnreachable)
}

const isUnreachable = ({ parts }: Edition): boolean =>
  parts instanceof SyncError && parts.code === 'source_unreachable'

/** What asking for one day after the other has told; where it ended early, nobody knows of the days behind. */
function presenceOf(wanted: readonly Listed[], known: Known, editions: readonly Edition[]): Presence {
  const away = editions.filter(isUnreachable).flatMap(({ day }) => day ?? [])
  const found = editions.flatMap(({ day }) => day ?? []).filter((day) => !away.includes(day))
  const isListed = (day: string): boolean => known.taken.has(day) || found.includes(day)
  const end = isAway(editions) ? (away.at(-1) ?? '') : undefined
  const days = wanted.map(dayOf)
  return {
    listed: days.filter(isListed),
    unknown: days.filter((day) => away.includes(day) || (end !== undefined && day > end && !isListed(day))),
  }
}

/**
 * Remembers which editions the office has, so that one that cannot be had or read is known as missing, and of which days
 * between them it has none.
 */
export async function rememberPresence(database: Database, { listed, unknown }: Presence): Promise<void> {
  const [first, last] = [listed.at(0), listed.at(-1)]
  const between = first && last ? publicationDays(first, last) : []
  const absent = between.filter((day) => !listed.includes(day) && !unknown.includes(day))
  await database.query(LIST_EDITIONS, { days: listed, absent })
}

/** One that an operator asks for may be older than those that are made up for. */
const wantedByDay = (url: string, { date }: Search): readonly Listed[] =>
  date === undefined ? newest(editionsByDay(url)) : [{ day: date, urls: [addressOf(url, date)] }]

function wantedOf(listed: readonly Listed[], { date }: Search): readonly Listed[] {
  const asked = listed.filter(({ day }) => day === date)
  if (date !== undefined && asked.length === 0) {
    throw new SyncError('not_published', `The source lists no edition of ${date}.`)
  }
  return date === undefined ? newest(listed) : asked
}

const newest = (listed: readonly Listed[]): readonly Listed[] =>
  listed.toSorted((a, b) => a.day.localeCompare(b.day)).slice(-MOST_EDITIONS)

async function whatIsKnown(database: Database, editions: readonly Listed[]): Promise<Known> {
  const days = editions.map(({ day }) => day)
  const taken = await database.query<{ day: string }>(TAKEN_EDITIONS, { days })
  return { taken: new Set(taken.map(({ day }) => day)), files: await knownFiles(database, 'bulletin') }
}

async function askedToday(database: Database, { sample }: Search): Promise<boolean> {
  const [found] = await database.query<{ asked: boolean }>(ASKED_TODAY, { sample })
  return found?.asked ?? false
}
