import { withoutPassword } from '../../fetch/credentials.ts'
import { download } from '../../fetch/download.ts'
import type { Downloaded } from '../../fetch/download-order.ts'
import type { TakenFile } from '../../source-snapshot.ts'
import { SyncError } from '../../sync-error.ts'
import { type Edition, MOST_BYTES, type Part, type Search } from './edition.ts'
import { type Listed, MOST_PARTS } from './list-editions.ts'

/** What is known of the office's editions. */
export interface Known {
  /** Days whose edition is in the corpus. */
  taken: ReadonlySet<string>
  files: ReadonlyMap<string, TakenFile>
}

/** Where an edition is fetched from, and what is known of it. */
export interface Source {
  /** The address that the operator has configured. */
  url: string
  /** It is made of the day. */
  byDay: boolean
  known: Known
  search: Search
}

/** An edition that is not in the corpus yet, or why it cannot be had; undefined where nobody has said that it is there. */
export async function fetchNew(listed: Listed, source: Source): Promise<Edition | undefined> {
  try {
    return { day: listed.day, parts: await fetchParts(listed, source) }
  } catch (error) {
    source.search.signal.throwIfAborted()
    if (!(error instanceof SyncError)) {
      throw error
    }
    return source.byDay && source.search.date === undefined && error.code === 'not_published'
      ? undefined
      : { day: listed.day, parts: error }
  }
}

/** An edition that is in the corpus, where it has changed since; one that cannot be had any more is as it was. */
export async function fetchChanged(listed: Listed, source: Source): Promise<Edition | undefined> {
  try {
    return (await hasChanged(listed, source))
      ? { day: listed.day, parts: await fetchParts(listed, source) }
      : undefined
  } catch (error) {
    source.search.signal.throwIfAborted()
    if (!(error instanceof SyncError)) {
      throw error
    }
    return error.code === 'not_published' ? undefined : { day: listed.day, parts: error }
  }
}

/** Whether a file of an edition is not as it was taken, from this address or from another one. */
async function hasChanged({ day, urls }: Listed, source: Source): Promise<boolean> {
  const taken = [...source.known.files.values()].filter((file) => file.day === day)
  for (const url of urls) {
    const got = await fetchFile(url, source, source.known.files.get(withoutPassword(url)))
    if (got !== 'not modified' && !taken.some(({ sha256 }) => sha256 === got.sha256)) {
      return true
    }
  }
  return false
}

async function fetchParts({ day, urls }: Listed, source: Source): Promise<Part[]> {
  if (urls.length > MOST_PARTS) {
    throw new SyncError('too_large', `It is listed in more than ${MOST_PARTS} parts.`)
  }
  const parts: Part[] = []
  for (const url of urls) {
    const got = (await fetchFile(url, source)) as Downloaded // it was asked for without a condition
    const { name, path, sha256, validators } = got
    const origin = { url: withoutPassword(url), day, sha256, validators }
    parts.push({ name, path, sha256, origin })
  }
  return parts
}

const fetchFile = (url: string, { url: configured, byDay, search }: Source, before?: TakenFile) =>
  download(
    {
      url,
      configuredUrl: byDay ? url : configured,
      folder: search.folder,
      mostBytes: MOST_BYTES,
      signal: search.signal,
      ...(before ? { validators: before.validators } : {}),
    },
    search.limits,
  )
