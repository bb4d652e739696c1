import { withoutPassword } from '../../fetch/credentials.ts'
import { download } from '../../fetch/download.ts'
import type { Downloaded } from '../../fetch/download-order.ts'
import type { SnapshotFile } from '../../source-snapshot.ts'
import { SyncError } from '../../sync-error.ts'
import { type BulletinEdition, type BulletinPart, type EditionSearch, MAX_BYTES } from './edition.ts'
import { type ListedEdition, MAX_PARTS } from './list-editions.ts'

export interface StoredEditions {
  /** The days of the editions in the corpus. */
  days: ReadonlySet<string>
  /** The files of the last downloads, by address. */
  files: ReadonlyMap<string, SnapshotFile>
}

export interface EditionSource {
  /** The configured address. */
  url: string
  /** True if the address contains placeholders for the day. */
  byDay: boolean
  stored: StoredEditions
  search: EditionSearch
}

/**
 * Downloads an edition. If the download fails, `parts` of the result is the error.
 * If `byDay` is true, a day may have no edition. Returns undefined in this case, unless an operator requested the day.
 */
export async function fetchNew(
  listed: ListedEdition,
  source: EditionSource,
): Promise<BulletinEdition | undefined> {
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

/** Downloads a stored edition again if its content has changed. Returns undefined for an unchanged or withdrawn edition. */
export async function fetchChanged(
  listed: ListedEdition,
  source: EditionSource,
): Promise<BulletinEdition | undefined> {
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

/** Returns whether the content of a file of the edition has changed. A new address alone is not a change. */
async function hasChanged({ day, urls }: ListedEdition, source: EditionSource): Promise<boolean> {
  const stored = [...source.stored.files.values()].filter((file) => file.day === day)
  for (const url of urls) {
    const got = await fetchFile(url, source, source.stored.files.get(withoutPassword(url)))
    if (got !== 'not modified' && !stored.some(({ sha256 }) => sha256 === got.sha256)) {
      return true
    }
  }
  return false
}

async function fetchParts({ day, urls }: ListedEdition, source: EditionSource): Promise<BulletinPart[]> {
  if (urls.length > MAX_PARTS) {
    throw new SyncError('too_large', `The source lists more than ${MAX_PARTS} files for this edition.`)
  }
  const parts: BulletinPart[] = []
  for (const url of urls) {
    const got = (await fetchFile(url, source)) as Downloaded // without validators, the answer is never "not modified"
    const { name, path, sha256, validators } = got
    const origin = { url: withoutPassword(url), day, sha256, validators }
    parts.push({ name, path, sha256, origin })
  }
  return parts
}

const fetchFile = (url: string, { url: configured, byDay, search }: EditionSource, before?: SnapshotFile) =>
  download(
    {
      url,
      configuredUrl: byDay ? url : configured,
      folder: search.folder,
      mostBytes: MAX_BYTES,
      signal: search.signal,
      ...(before ? { validators: before.validators } : {}),
    },
    search.limits,
  )
