import { createHash } from 'node:crypto'

/** What went through a stream; whole once the stream is at its end. */
export interface Measure {
  bytes: number
  /** Line breaks: of the text format of COPY, one a row, as those within values are written `\n`. */
  lines: number
  sha256: string
}

const LINE_BREAK = 0x0a

/** Passes a stream on, and fills in `measure` at its end. `most` bytes are passed on; more is an error of `tooLong`. */
export async function* measured(
  bytes: AsyncIterable<Uint8Array>,
  measure: Measure,
  most = Number.POSITIVE_INFINITY,
  tooLong = (): Error => new RangeError('more bytes than there may be'),
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

export const emptyMeasure = (): Measure => ({ bytes: 0, lines: 0, sha256: '' })

function lineBreaks(chunk: Uint8Array): number {
  let count = 0
  for (let at = chunk.indexOf(LINE_BREAK); at >= 0; at = chunk.indexOf(LINE_BREAK, at + 1)) {
    count += 1
  }
  return count
}
