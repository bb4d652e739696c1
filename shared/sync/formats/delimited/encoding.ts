import { isAscii, isUtf8 } from 'node:buffer'
import { SyncError } from '../../sync-error.ts'
import { rejectBinary } from './not-a-sheet.ts'
import { findSingleByte, type SingleByte } from './single-byte.ts'

/** The encoding of a text. All names except `cp850` are labels of TextDecoder. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | SingleByte

/**
 * Detects the encoding of a file:
 * - UTF-16, if the file begins with a byte order mark of UTF-16
 * - UTF-8, if the whole file is valid UTF-8
 * - otherwise a single-byte encoding
 *
 * @param read reads the file from the beginning
 * @throws SyncError `not_a_sheet` for binary data, damaged UTF-8 or an uncertain encoding; `cut_off` for UTF-8 that ends within
 * a character
 */
export async function findEncoding(read: () => AsyncIterable<Uint8Array>): Promise<Encoding> {
  const characters = wholeCharacters()
  let isFirst = true
  let hasOnlyAscii = true
  for await (const chunk of read()) {
    const marked = isFirst ? utf16Of(chunk) : undefined
    if (marked !== undefined) {
      return marked
    }
    isFirst = false
    rejectBinary(chunk)
    const bytes = characters.add(chunk)
    if (!isUtf8(bytes)) {
      await rejectDamaged(read())
      return findSingleByte(read())
    }
    hasOnlyAscii &&= isAscii(bytes)
  }
  if (!characters.isOpen()) {
    return 'utf-8'
  }
  if (hasOnlyAscii) {
    return findSingleByte(read())
  }
  throw new SyncError('cut_off', 'The file ends within a character: it was cut off.')
}

/** Returns the encoding of a UTF-16 byte order mark in the first two bytes; undefined for other bytes. */
export const utf16Of = ([first, second]: Uint8Array): 'utf-16le' | 'utf-16be' | undefined => {
  if (first === 0xff && second === 0xfe) {
    return 'utf-16le'
  }
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

const MIN_CHARACTERS = 20
/** The maximum number of broken bytes per multi-byte character. A file with more broken bytes is not UTF-8. */
const MAX_BROKEN_SHARE = 0.1

/** Rejects a file with many multi-byte characters of UTF-8 and a few broken bytes. */
async function rejectDamaged(chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const whole = wholeCharacters()
  const counts = noBytes()
  for await (const chunk of chunks) {
    rejectBinary(chunk)
    countUtf8(whole.add(chunk), counts)
  }
  const { characters, broken, line } = counts
  if (characters >= MIN_CHARACTERS && broken <= characters * MAX_BROKEN_SHARE) {
    throw new SyncError(
      'not_a_sheet',
      `The file is UTF-8 with broken bytes, the first of them on line ${line}: it was damaged.`,
    )
  }
}

/** Moves an incomplete character at the end of a chunk to the next chunk. */
function wholeCharacters(): { add(chunk: Uint8Array): Uint8Array; isOpen(): boolean } {
  let tail: Uint8Array = new Uint8Array()
  return {
    add(chunk) {
      const bytes = tail.length === 0 ? chunk : Buffer.concat([tail, chunk])
      const whole = bytes.subarray(0, bytes.length - openEnd(bytes))
      tail = bytes.subarray(whole.length)
      return whole
    },
    isOpen: () => tail.length > 0,
  }
}

const LONGEST_CHARACTER = 4

/** Returns the number of bytes of an incomplete character at the end of a chunk. */
function openEnd(bytes: Uint8Array): number {
  for (let length = 1; length < LONGEST_CHARACTER && length <= bytes.length; length++) {
    const byte = bytes[bytes.length - length] ?? 0
    if (byte < 0x80) {
      return 0
    }
    if (byte >= 0xc0) {
      return characterLength(byte) > length ? length : 0
    }
  }
  return 0
}

interface Utf8Counts {
  /** The number of multi-byte characters. */
  characters: number
  broken: number
  /** The line of the first broken byte; the last line if no byte is broken. */
  line: number
}

const noBytes = (): Utf8Counts => ({ characters: 0, broken: 0, line: 1 })

const characterLength = (lead: number): number => (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2)

function countUtf8(bytes: Uint8Array, counts: Utf8Counts): void {
  const wasGood = counts.broken === 0
  let firstBroken = bytes.length
  if (!isAscii(bytes)) {
    firstBroken = isUtf8(bytes) ? countCharacters(bytes, counts) : countBroken(bytes, counts)
  }
  if (wasGood) {
    counts.line += lineFeeds(bytes.subarray(0, firstBroken))
  }
}

const LINE_FEED = 0x0a

function lineFeeds(bytes: Uint8Array): number {
  let count = 0
  for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) {
    count++
  }
  return count
}

/** Counts the multi-byte characters of valid UTF-8. Returns `bytes.length`, because no byte is broken. */
function countCharacters(bytes: Uint8Array, counts: Utf8Counts): number {
  for (const byte of bytes) {
    if (byte >= 0xc0) {
      counts.characters++
    }
  }
  return bytes.length
}

/** Counts the multi-byte characters and the broken bytes. Returns the position of the first broken byte. */
function countBroken(bytes: Uint8Array, counts: Utf8Counts): number {
  let first = bytes.length
  let index = 0
  while (index < bytes.length) {
    const length = lengthAt(bytes, index)
    if (length > 1) {
      counts.characters++
    } else if (length === 0) {
      counts.broken++
      first = Math.min(first, index)
    }
    index += Math.max(1, length)
  }
  return first
}

/** Returns the number of bytes of the character at a position; 0 for a broken byte. */
function lengthAt(bytes: Uint8Array, index: number): number {
  const lead = bytes[index] ?? 0
  if (lead < 0x80) {
    return 1
  }
  const next = bytes[index + 1] ?? 0
  if (lead < 0xc2 || (next & 0xc0) !== 0x80) {
    return 0
  }
  const length = characterLength(lead)
  return isUtf8(bytes.subarray(index, index + length)) ? length : 0
}
