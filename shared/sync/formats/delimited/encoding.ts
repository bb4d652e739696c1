import { SyncError } from '../../sync-error.ts'
import { characterLength, countUtf8, noBytes } from './broken-utf8.ts'
import { refuseBinary } from './not-a-sheet.ts'

/** How a file's text is written, as TextDecoder names it. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/**
 * Finds the encoding of a whole file: by its byte order mark, else UTF-8 where all of it is, else Windows-1252.
 * All of it is looked at, because a register's first accent may come after megabytes.
 *
 * @throws SyncError `not_a_sheet` for binary data and for UTF-8 with a few broken bytes, `cut_off` where UTF-8 ends within a character
 */
export async function findEncoding(chunks: AsyncIterable<Uint8Array>): Promise<Encoding> {
  const check = utf8Check()
  let isFirst = true
  for await (const chunk of chunks) {
    const marked = isFirst ? utf16Of(chunk) : undefined
    if (marked !== undefined) {
      return marked
    }
    isFirst = false
    refuseBinary(chunk)
    check.add(chunk)
  }
  return check.end()
}

const utf16Of = ([first, second]: Uint8Array): Encoding | undefined => {
  if (first === 0xff && second === 0xfe) {
    return 'utf-16le'
  }
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

/** Enough to say that a file is UTF-8, whatever else is in it. */
const FEWEST_CHARACTERS = 20
const MOST_BROKEN = 0.01

/** Checks UTF-8 in pieces, which may end within a character. */
function utf8Check(): { add(chunk: Uint8Array): void; end(): Encoding } {
  const counts = noBytes()
  let tail: Uint8Array = new Uint8Array()
  return {
    add(chunk) {
      const bytes = tail.length === 0 ? chunk : Buffer.concat([tail, chunk])
      const whole = bytes.subarray(0, bytes.length - openEnd(bytes))
      tail = bytes.subarray(whole.length)
      countUtf8(whole, counts)
    },
    end() {
      const { characters, broken } = counts
      if (broken > 0 && characters >= FEWEST_CHARACTERS && broken < characters * MOST_BROKEN) {
        const where = `the first of them on line ${counts.line}`
        throw new SyncError('not_a_sheet', `The file is UTF-8 with broken bytes, ${where}: it was damaged.`)
      }
      if (broken > 0 || (tail.length > 0 && characters === 0)) {
        return 'windows-1252'
      }
      if (tail.length > 0) {
        throw new SyncError('cut_off', 'The file ends within a character: it was cut off.')
      }
      return 'utf-8'
    },
  }
}

const LONGEST_CHARACTER = 4

/** How many bytes at the end begin a character that goes on behind it. */
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
