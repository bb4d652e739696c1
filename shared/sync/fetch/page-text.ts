import { SyncError } from '../sync-error.ts'

/** A page as it came: its bytes, and the Content-Type that the source gave. */
export interface PageBytes {
  bytes: Uint8Array
  contentType: string | null
}

/** Pages of listings have kilobytes. */
const MOST_BYTES = 5 * 1024 * 1024

const MARKS: readonly (readonly [readonly number[], string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]
const CHARSET = /charset\s*=\s*["']?\s*([\w.:-]+)/i
/** Where a page may name its own encoding. */
const HEAD_BYTES = 1024

/**
 * The text of a page: in the encoding of its byte order mark, else UTF-8 where all of it is, else what its header or
 * its `<meta>` names, else Windows-1252. UTF-8 goes first, because it is hardly ever something else by chance, and
 * servers name an encoding without a look at the page.
 *
 * @throws SyncError `too_large` for more than 5 MB
 */
export function pageText(page: string | PageBytes): string {
  const size = typeof page === 'string' ? page.length : page.bytes.length
  if (size > MOST_BYTES) {
    throw new SyncError('too_large', 'The page that lists the files is larger than 5 MB.')
  }
  if (typeof page === 'string') {
    return page
  }
  const { bytes, contentType } = page
  const marked = MARKS.find(([mark]) => mark.every((byte, index) => bytes[index] === byte))?.[1]
  return decoded(bytes, marked, true) ?? decoded(bytes, 'utf-8', true) ?? inNamed(bytes, contentType)
}

function inNamed(bytes: Uint8Array, contentType: string | null): string {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1')
  const named = [contentType ?? '', head].map((text) => CHARSET.exec(text)?.[1]).find(Boolean)
  return decoded(bytes, named, true) ?? decoded(bytes, 'windows-1252', false) ?? ''
}

/** Undefined where there is no such encoding, or the bytes are not of it. */
function decoded(bytes: Uint8Array, encoding: string | undefined, fatal: boolean): string | undefined {
  if (encoding === undefined) {
    return undefined
  }
  try {
    return new TextDecoder(encoding, { fatal }).decode(bytes)
  } catch {
    return undefined
  }
}
