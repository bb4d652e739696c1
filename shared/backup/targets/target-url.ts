import { normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { isHttpUrl } from '../../platform/net/origins.ts'
import { BackupError } from '../backup-error.ts'

export interface FolderAddress {
  kind: 'folder'
  /** Absolute. */
  path: string
}

export interface BucketAddress {
  kind: 'bucket'
  bucket: string
  /** The prefix of each object name: empty, or with a slash at its end. */
  prefix: string
  /** The URL of an S3-compatible store. If it is unset, the store is Amazon S3. */
  endpoint: string | undefined
  region: string | undefined
  storageClass: string | undefined
}

type TargetAddress = FolderAddress | BucketAddress

const refused = (sentence: string): BackupError => new BackupError(sentence)

const READERS: Readonly<Record<string, (url: URL, text: string) => TargetAddress>> = {
  'file:': readFolder,
  's3:': readBucket,
}

/**
 * Parses the URL of a target: `/folder`, `file:///folder` or `s3://bucket/prefix?endpoint=…&region=…&storageClass=…`.
 *
 * @throws BackupError that does not quote the URL, which may contain a password
 */
export function readTargetUrl(text: string): TargetAddress {
  if (text.startsWith('/')) {
    return { kind: 'folder', path: checkPath(text) }
  }
  const url = URL.canParse(text) ? new URL(text) : undefined
  const read = url && READERS[url.protocol]
  if (!url || !read) {
    throw refused('The target of backups must be file:///absolute/folder or s3://bucket/prefix.')
  }
  if (url.password !== '' || url.hash !== '') {
    throw refused('A backup target must not contain a password or #.')
  }
  return read(url, text)
}

function readFolder(url: URL, text: string): FolderAddress {
  if (!/^file:\/\/(?:localhost)?\//i.test(text) || url.search !== '' || !isDecodable(url.pathname)) {
    throw refused('A folder for backups is written as file:///absolute/folder, with %3F for a question mark.')
  }
  return { kind: 'folder', path: checkPath(fileURLToPath(url)) }
}

const BUCKET = /^[A-Za-z0-9][\w.-]{1,62}$/
const BUCKET_OPTIONS: readonly string[] = ['endpoint', 'region', 'storageClass']

function readBucket(url: URL): BucketAddress {
  if (!BUCKET.test(url.hostname) || url.port !== '' || url.username !== '') {
    throw refused(
      'A bucket for backups is written as s3://bucket/prefix, without credentials: set the credentials as environment variables.',
    )
  }
  const options = readOptions(url.searchParams)
  return {
    kind: 'bucket',
    bucket: url.hostname,
    prefix: readPrefix(url.pathname),
    endpoint: options.endpoint === undefined ? undefined : checkEndpoint(options.endpoint),
    region: checkWord(options.region, 'region', /^[a-z0-9-]{1,40}$/),
    storageClass: checkStorageClass(options.storageClass),
  }
}

function readOptions(query: URLSearchParams): Partial<Record<string, string>> {
  const names = [...query.keys()]
  if (names.some((name) => !BUCKET_OPTIONS.includes(name)) || new Set(names).size < names.length) {
    throw refused(
      `A bucket for backups accepts each of the options ${BUCKET_OPTIONS.join(', ')} once, and no others.`,
    )
  }
  return Object.fromEntries(query)
}

function readPrefix(pathname: string): string {
  const parts = pathname.split('/').filter((part) => part !== '')
  if (!isDecodable(pathname) || parts.some((part) => !/^[\w.!*'() -]+$/.test(decodeURIComponent(part)))) {
    throw refused(
      "The prefix of a bucket for backups may contain only letters, digits, spaces and the signs _ . ! * ' ( ) - and /.",
    )
  }
  return parts.map((part) => `${decodeURIComponent(part)}/`).join('')
}

function checkEndpoint(text: string): string {
  const url = isHttpUrl(text) ? new URL(text) : undefined
  if (url === undefined || url.username + url.password + url.search + url.hash !== '') {
    throw refused('The endpoint of a bucket for backups is an address such as https://s3.example:9000.')
  }
  return text
}

function checkWord(text: string | undefined, name: string, form: RegExp): string | undefined {
  if (text !== undefined && !form.test(text)) {
    throw refused(`The ${name} of a bucket for backups is not valid.`)
  }
  return text
}

/** Storage classes that are refused, because reading a file takes hours. */
const ARCHIVES = /^(?:GLACIER|DEEP_ARCHIVE)$/

function checkStorageClass(text: string | undefined): string | undefined {
  if (text !== undefined && ARCHIVES.test(text)) {
    throw refused(
      'This storage class is too slow for backups. Use a class with immediate access, such as GLACIER_IR.',
    )
  }
  return checkWord(text, 'storageClass', /^[A-Z][A-Z0-9_]{1,39}$/)
}

/** Normalizes an absolute path. @throws BackupError for `/`, and for a path with control characters */
function checkPath(text: string): string {
  const path = normalize(text).replace(/\/+$/, '')
  if (!/^\/+[^/]/.test(path) || /\p{Cc}/u.test(path)) {
    throw refused('The folder of backups must be absolute, not /, and without control characters.')
  }
  return path
}

function isDecodable(text: string): boolean {
  try {
    decodeURIComponent(text)
    return !/%2f/i.test(text)
  } catch {
    return false
  }
}
