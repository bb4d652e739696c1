import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Database } from '../../db/database.ts'
import { sqlFile } from '../../db/sql-file.ts'
import { knownFiles } from '../known-files.ts'
import { unreadable } from '../sheets/open-sheet.ts'
import { SyncError } from '../sync-error.ts'
import { dayIn } from '../text/day-in-text.ts'
import type { Edition, Search } from './edition.ts'
import { fetchChanged, fetchNew, type Known } from './fetch-edition.ts'
import { addressOf, editionsByDay, isMadeOfDay, type Listed, listEditions } from './list-editions.ts'

/** Editions that are made up for; the office's page goes back as far. */
const MOST_EDITIONS = 30

const LIST_EDITIONS = sqlFile(import.meta.url, 'list-editions.sql', 'planned')
const ASKED_TODAY = sqlFile(import.meta.url, 'asked-today.sql', 'planned')

/** Files that an operator has named, each an edition, in the order of their days. */
export async function editionsInFiles(
  files: readonly string[],
  { date }: Pick<Search, 'date'>,
): Promise<Edition[]> {
  const editions = await Promise.all(files.map((path) => editionInFile(path, date)))
  return editions.sort((a, b) => (a.day ?? '').localeCompare(b.day ?? ''))
}

async function editionInFile(path: string, date: string | undefined): Promise<Edition> {
  const name = basename(path)
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(path), hash)
  } catch (error) {
    throw unreadable(error)
  }
  const part = { name, path, sha256: hash.digest('hex'), origin: undefined }
  return { day: date ?? dayIn(name), parts: [part] }
}

/**
 * The editions that the office has and the corpus lacks, and those that have changed since they were taken, in the order
 * of their days: of a page or a folder that lists them, or, where the address is made of the day, of the last weeks.
 *
 * @throws SyncError when the list of editions cannot be had
 */
export async function editionsAtAddress(database: Database, url: string, search: Search): Promise<Edition[]> {
  const byDay = isMadeOfDay(url)
  const wanted = byDay ? wantedByDay(url, search) : wantedOf(await listEditions(url, search), search)
  const known = await whatIsKnown(database, wanted, byDay)
  const again = search.again || !(await askedToday(database))
  const source = { url, byDay: byDay && search.date === undefined, known, search }
  const editions: Edition[] = []
  for (const each of wanted) {
    search.signal.throwIfAborted()
    const isNew = search.date !== undefined || !known.taken.has(each.day)
    const found = isNew ? await fetchNew(each, source) : again && (await fetchChanged(each, source))
    editions.push(...(found ? [found] : []))
  }
  return editions
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

/** Editions that the office lists are remembered as such; an address that is made of a day lists none. */
async function whatIsKnown(database: Database, editions: readonly Listed[], byDay: boolean): Promise<Known> {
  const wanted = editions.map(({ day }) => day)
  const taken = await database.query<{ day: string }>(LIST_EDITIONS, { wanted, listed: byDay ? [] : wanted })
  return { taken: new Set(taken.map(({ day }) => day)), files: await knownFiles(database, 'bulletin') }
}

async function askedToday(database: Database): Promise<boolean> {
  const [found] = await database.query<{ asked: boolean }>(ASKED_TODAY)
  return found?.asked ?? false
}
