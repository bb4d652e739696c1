import { promisify } from 'node:util'
import {
  type BrotliOptions,
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
  type ZlibOptions,
} from 'node:zlib'
import Negotiator from 'negotiator'

/** How the bytes of an answer travel (RFC 9110, 8.4.1), the ones that we like best first. */
export const CODINGS = ['br', 'gzip', 'identity'] as const

export type Coding = (typeof CODINGS)[number]

/** Its types are of an older version, which had no preference of the server's own. */
type Encodings = (available: readonly string[], options: { preferred: readonly string[] }) => string[]

/**
 * The coding for a client that sends this `Accept-Encoding`: of those that it likes best, the one that we do. Whoever
 * takes none of them, not even bytes as they are, gets these all the same: an answer is worth more than a 406.
 */
export function chooseCoding(acceptEncoding: string | undefined): Coding {
  const negotiator = new Negotiator({ headers: { 'accept-encoding': acceptEncoding } })
  const accepted = (negotiator.encodings as Encodings).call(negotiator, CODINGS, { preferred: CODINGS })
  return CODINGS.find((coding) => coding === accepted[0]) ?? 'identity'
}

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/** Smaller by a tenth than with less effort, and worth it only where the result is kept. */
const THOROUGH = 6
const QUICK = 2

/** Handing so few bytes to another thread costs more than compressing them here. */
const FEW_BYTES = 65_536

/** Bytes in a coding. `kept` ones are compressed once and sent often, which is worth more effort. */
export async function encode(bytes: Buffer, coding: Coding, { kept }: { kept: boolean }): Promise<Buffer> {
  const effort = kept ? THOROUGH : QUICK
  const isHere = !kept && bytes.length <= FEW_BYTES
  switch (coding) {
    case 'br':
      return (isHere ? brotliCompressSync : brotli)(bytes, brotliSettings(bytes, effort))
    case 'gzip':
      return (isHere ? gzipSync : zip)(bytes, gzipSettings(bytes, effort))
    case 'identity':
      return bytes
  }
}

/** Its tables are made ready, too: they need not be larger than an eighth of the window. */
const gzipSettings = (bytes: Buffer, level: number): ZlibOptions => ({
  level,
  windowBits: windowBits(bytes, 9, 15),
  memLevel: windowBits(bytes, 11, 15) - 7,
})

const brotliSettings = (bytes: Buffer, effort: number): BrotliOptions => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: effort,
    [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    [constants.BROTLI_PARAM_LGWIN]: windowBits(bytes, 10, 22),
  },
})

/**
 * The window that holds all of the bytes, as a power of two, within what a coding allows. It is made ready before it is
 * used: a larger one costs as much again as the bytes do.
 */
const windowBits = ({ length }: Buffer, least: number, most: number): number =>
  Math.min(most, Math.max(least, Math.ceil(Math.log2(length + 16))))
