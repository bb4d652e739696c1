import { isAscii, isUtf8 } from 'node:buffer'

/** What was found in the bytes of a text so far. */
export interface Utf8Counts {
  /** Characters of several bytes. */
  characters: number
  /** Bytes that are part of no character. */
  broken: number
  /** The line of the first broken byte, or the last line looked at. */
  line: number
}

export const noBytes = (): Utf8Counts => ({ characters: 0, broken: 0, line: 1 })

/** How many bytes the character has that begins with this one. */
export const characterLength = (lead: number): number => (lead >= 0xf0 ? 4 : lead >= 0xe0 ? 3 : 2)

/** Adds the bytes of a piece, which ends with a whole character where it is UTF-8. */
export function countUtf8(bytes: Uint8Array, counts: Utf8Counts): void {
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

/** Counts by the bytes that begin a character, all of which are whole; the answer is where they end. */
function countCharacters(bytes: Uint8Array, counts: Utf8Counts): number {
  for (const byte of bytes) {
    if (byte >= 0xc0) {
      counts.characters++
    }
  }
  return bytes.length
}

/** Counts whole characters and the bytes between them; the answer is where the first of those is. */
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

/** The length of the character at a place, 0 where none begins. */
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
