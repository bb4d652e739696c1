import { createHash } from 'node:crypto'

/** The size and digest of a stream. They are complete at the end of the stream. */
export interface StreamMeasure {
  bytes: number
  /** The number of line breaks. In the text format of COPY, each row has exactly one line break. */
  lines: number
  sha256: string
}

const LINE_BREAK = 0x0a

/** Passes a stream through and updates `measure`. Throws the error of `tooLong` if the stream has more than `most` bytes. */
export async function* measureStream(
  bytes: AsyncIterable<Uint8Array>,
  measure: StreamMeasure,
  most = Number.POSITIVE_INFINITY,
  tooLong = (): Error => new RangeError('the stream is too long'),
): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256')
  for await (const chunk of bytes) {
    measure.bytes += chunk.length
    if (measure.bytes > most) {
      throw tooLong()
    }
    measure.lines += lineBreaks(chunk)
    hash.update(chunk)
    yield chunk
  }
  measure.sha256 = hash.digest('hex')
}

/** Returns a measure of zero bytes, for `measureStream` to update. */
export const emptyMeasure = (): StreamMeasure => ({ bytes: 0, lines: 0, sha256: '' })

function lineBreaks(chunk: Uint8Array): number {
  let count = 0
  for (let at = chunk.indexOf(LINE_BREAK); at >= 0; at = chunk.indexOf(LINE_BREAK, at + 1)) {
    count += 1
  }
  return count
}
