import { SyncError } from '../sync-error.ts'

export interface PageBytes {
  bytes: Uint8Array
  contentType: string | null
}

/** The maximum size of a page. A page that lists the files of a source usually has a few kilobytes. */
const MOST_BYTES = 5 * 1024 * 1024

const BYTE_ORDER_MARKS: readonly (readonly [readonly number[], string])[] = [
  [[0xef, 0xbb, 0xbf], 'utf-8'],
  [[0xff, 0xfe], 'utf-16le'],
  [[0xfe, 0xff], 'utf-16be'],
]
const CHARSET = /charset\s*=\s*["']?\s*([\w.:-]+)/i
/** The number of bytes at the beginning of a page in which it may declare its encoding. */
const HEAD_BYTES = 1024

/**
 * Decodes a page. Tries these encodings, in this order:
 * 1. the encoding of the byte order mark
 * 2. UTF-8, because servers often declare a wrong encoding
 * 3. the encoding that the header or a `<meta>` element declares
 * 4. Windows-1252
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
  const marked = BYTE_ORDER_MARKS.find(([mark]) => mark.every((byte, index) => bytes[index] === byte))?.[1]
  return decoded(bytes, marked, true) ?? decoded(bytes, 'utf-8', true) ?? inDeclared(bytes, contentType)
}

function inDeclared(bytes: Uint8Array, contentType: string | null): string {
  const head = Buffer.from(bytes.subarray(0, HEAD_BYTES)).toString('latin1')
  const declared = [contentType ?? '', head].map((text) => CHARSET.exec(text)?.[1]).find(Boolean)
  return decoded(bytes, declared, true) ?? decoded(bytes, 'windows-1252', false) ?? ''
}

/** Decodes bytes. Returns undefined for an unknown encoding. With `fatal`, also returns undefined for invalid bytes. */
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
