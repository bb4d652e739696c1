import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isDay } from '../../day.ts'
import type { Database } from '../../db/database.ts'
import { sqlFile } from '../../db/sql-file.ts'
import { publicationDays } from '../../publication-calendar.ts'
import { knownFiles } from '../known-files.ts'
import { unreadable } from '../sheets/open-sheet.ts'
import { SyncError } from '../sync-error.ts'
import { dayIn } from '../text/day-in-text.ts'
import type { Edition, Part, Search } from './edition.ts'
import { fetchChanged, fetchNew, type Known } from './fetch-edition.ts'
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
  /** Days of editions that the office is known to have. */
  listed: string[]
}

/** Files that an operator has named: those of one day are one edition. */
export async function editionsInFiles(
  files: readonly string[],
  { date }: Pick<Search, 'date'>,
): Promise<Editions> {
  const parts = await Promise.all(files.map(partInFile))
  const byDay = Map.groupBy(parts, ({ name, path }) => date ?? dayIn(name) ?? path)
  const editions = [...byDay].map(([day, parts]) => ({ day: isDay(day) ? day : undefined, parts }))
  return { editions: editions.sort((a, b) => (a.day ?? '').localeCompare(b.day ?? '')), listed: [] }
}

async function partInFile(path: string): Promise<Part> {
  const name = basename(path)
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(path), hash)
  } catch (error) {
    throw unreadable(error)
  }
  return { name, path, sha256: hash.digest('hex'), origin: undefined }
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
  const source = { url, byDay, known, search }
  const editions: Edition[] = []
  const listed: string[] = []
  let unreachable = 0
  for (const each of wanted) {
    search.signal.throwIfAborted()
    const isNew = search.date !== undefined || !known.taken.has(each.day)
    const found = isNew ? await fetchNew(each, source) : again && (await fetchChanged(each, source))
    editions.push(...(found ? [found] : []))
    unreachable = found && isUnreachable(found) ? unreachable + 1 : 0
    if (!byDay || !isNew || (found && unreachable === 0)) {
      listed.push(each.day)
    }
    if (unreachable === MOST_UNREACHABLE) {
      break // the office is away: it is not asked for all of them one by one
    }
  }
  if (search.date === undefined) {
    await rememberListed(database, listed)
  }
  return { editions, listed }
}

const isUnreachable = ({ parts }: Edition): boolean =>
  parts instanceof SyncError && parts.code === 'source_unreachable'

/**
 * Remembers which editions the office has, so that one that cannot be had or read is known as missing, and of which days
 * between them it has none.
 */
export async function rememberListed(database: Database, days: readonly string[]): Promise<void> {
  const [first, last] = [days.at(0), days.at(-1)]
  const between = first && last ? publicationDays(first, last) : []
  await database.query(LIST_EDITIONS, { days, absent: between.filter((day) => !days.includes(day)) })
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
