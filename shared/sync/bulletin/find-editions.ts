import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { chileanDay } from '../../chilean-day.ts'
import type { Database } from '../../db/database.ts'
import { sqlFile } from '../../db/sql-file.ts'
import { publicationDays } from '../../publication-calendar.ts'
import { type Downloaded, download } from '../fetch/download.ts'
import { dayOf } from '../fetch/listing.ts'
import type { Limits } from '../fetch/patience.ts'
import { knownFiles } from '../known-files.ts'
import { lookUp } from '../look-up.ts'
import { unreadable } from '../sheets/open-sheet.ts'
import { SyncError } from '../sync-error.ts'
import type { TakenFile } from '../taken.ts'
import { dayIn } from '../text/day-in-text.ts'

/** A file of an edition, where it lies now. */
export interface Part {
  name: string
  path: string
  sha256: string
  /** Where it came from; undefined for a file that an operator has named. */
  origin: TakenFile | undefined
}

/** An edition that is to be taken: what it consists of, or why it cannot be had. */
export interface Edition {
  /** Its day, `YYYY-MM-DD`; undefined where only what is in it can say. */
  day: string | undefined
  parts: Part[] | SyncError
}

export interface Search {
  /** For what is downloaded. */
  folder: string
  /** This edition alone. */
  date: string | undefined
  /** Ask for editions that are known, too: they may have been corrected. Else once a day. */
  again: boolean
  /** How long the office may take. */
  limits?: Partial<Limits>
  signal: AbortSignal
}

const MOST_BYTES = 100 * 1024 ** 2
/** Editions that are made up for; the office's page goes back as far. */
const MOST_EDITIONS = 30
/** Among so many days before it, an edition that is the same byte for byte is a mistake of the office. */
const REPEATED_WITHIN_DAYS = 10
const DAY_MS = 86_400_000

const IS_EDITION = /\.(?:pdf|tsv|csv|txt)$/i
const LIST_EDITIONS = sqlFile(import.meta.url, 'list-editions.sql', 'planned')
const ASKED_TODAY = sqlFile(import.meta.url, 'asked-today.sql', 'planned')

/** Files that an operator has named, each an edition, in the order of their days. */
export async function editionsInFiles(files: readonly string[], { date }: Search): Promise<Edition[]> {
  const editions = await Promise.all(files.map((path) => editionInFile(path, date)))
  return inOrder(editions)
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

const inOrder = (editions: Edition[]): Edition[] =>
  editions.sort((a, b) => (a.day ?? '').localeCompare(b.day ?? ''))

/** Addresses of an edition's files. */
interface Listed {
  day: string
  urls: string[]
}

/** What is known of the office's editions. */
interface Known {
  /** Days whose edition is in the corpus. */
  taken: ReadonlySet<string>
  files: ReadonlyMap<string, TakenFile>
}

/**
 * The editions that the office has and the corpus lacks, and those that have changed since they were taken, in the order
 * of their days: of a page or a folder that lists them, or, where the address is made of the day, of the last 30 days.
 *
 * @throws SyncError when the list of editions cannot be had
 */
export async function editionsAtAddress(database: Database, url: string, search: Search): Promise<Edition[]> {
  const byDay = PLACEHOLDER.test(url)
  const listed = byDay ? addressesByDay(url) : await listEditions(url, search)
  const wanted = listed
    .filter(({ day }) => search.date === undefined || day === search.date)
    .sort((a, b) => b.day.localeCompare(a.day))
    .slice(0, MOST_EDITIONS)
    .reverse()
  if (search.date !== undefined && wanted.length === 0) {
    throw new SyncError('not_published', `The source lists no edition of ${search.date}.`)
  }
  const known = await whatIsKnown(database, wanted, byDay)
  const again = search.date !== undefined || search.again || !(await askedToday(database))
  const editions: Edition[] = []
  for (const each of wanted) {
    search.signal.throwIfAborted()
    editions.push(...(await lookAt(each, { url, byDay, again, known, search })))
  }
  return editions
}

/** Parts of an address that stand for the day. */
const PLACEHOLDER = /\{(?:date|yyyy|mm|dd)\}/
const PLACEHOLDERS = /\{(date|yyyy|mm|dd)\}/g

function addressesByDay(url: string): Listed[] {
  const today = new Date()
  const days = publicationDays(
    chileanDay(new Date(today.getTime() - MOST_EDITIONS * DAY_MS)),
    chileanDay(today),
  )
  return days.map((day) => {
    const [yyyy, mm, dd] = day.split('-')
    const parts: Record<string, string | undefined> = { date: day, yyyy, mm, dd }
    return { day, urls: [url.replace(PLACEHOLDERS, (_, part: string) => parts[part] ?? '')] }
  })
}

async function listEditions(url: string, { folder, signal, limits }: Search): Promise<Listed[]> {
  const found = await lookUp({ url, configuredUrl: url, mostBytes: MOST_BYTES, folder, signal }, limits)
  const links = 'links' in found ? found.links : [{ url, name: url.split('/').at(-1) ?? '', text: '' }]
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
  return [...byDay].map(([day, urls]) => ({ day, urls }))
}

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

interface Looking {
  url: string
  byDay: boolean
  again: boolean
  known: Known
  search: Search
}

/** The edition of a day, where there is something to take of it. */
async function lookAt({ day, urls }: Listed, looking: Looking): Promise<Edition[]> {
  const { known, again, byDay } = looking
  const isTaken = known.taken.has(day)
  if (isTaken && !again) {
    return []
  }
  try {
    if (isTaken && !(await hasChanged(day, urls, looking))) {
      return []
    }
    return [{ day, parts: await fetchParts(day, urls, looking) }]
  } catch (error) {
    looking.search.signal.throwIfAborted()
    if (!(error instanceof SyncError)) {
      throw error
    }
    return byDay && error.code === 'not_published' ? [] : [{ day, parts: error }]
  }
}

/** Whether a file of an edition is not as it was taken, from this address or from another one. */
async function hasChanged(day: string, urls: readonly string[], looking: Looking): Promise<boolean> {
  const taken = [...looking.known.files.values()].filter((file) => file.day === day)
  for (const url of urls) {
    const got = await fetchFile(url, looking, looking.known.files.get(url))
    if (got !== 'not modified' && !taken.some(({ sha256 }) => sha256 === got.sha256)) {
      return true
    }
  }
  return false
}

async function fetchParts(day: string, urls: readonly string[], looking: Looking): Promise<Part[]> {
  const parts: Part[] = []
  for (const url of urls) {
    const got = (await fetchFile(url, looking)) as Downloaded // it was asked for without a condition
    refuseRepeated(day, got, looking.known)
    const { name, path, sha256, validators } = got
    parts.push({ name, path, sha256, origin: { url, day, sha256, validators } })
  }
  return parts
}

const fetchFile = (url: string, { url: configuredUrl, search }: Looking, before?: TakenFile) =>
  download(
    {
      url,
      configuredUrl,
      folder: search.folder,
      mostBytes: MOST_BYTES,
      signal: search.signal,
      ...(before ? { validators: before.validators } : {}),
    },
    search.limits,
  )

/** The office may put yesterday's edition under today's name. */
function refuseRepeated(day: string, { sha256 }: Downloaded, { files }: Known): void {
  const same = [...files.values()].find(
    (file) =>
      file.sha256 === sha256 && file.day !== day && daysBetween(file.day, day) <= REPEATED_WITHIN_DAYS,
  )
  if (same) {
    throw new SyncError('edition_repeated', `The edition of ${day} is that of ${same.day}, byte for byte.`)
  }
}

const daysBetween = (a: string, b: string): number => Math.abs(Date.parse(b) - Date.parse(a)) / DAY_MS
