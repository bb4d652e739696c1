const NEWLINE = 0x0a

/**
 * Yields the lines of a byte stream, without their line feeds; null for a line longer than `most` bytes. Node's readline would
 * also split JSON strings at U+2028.
 */
export async function* readLines(bytes: AsyncIterable<Buffer>, most: number): AsyncGenerator<Buffer | null> {
  let line = new Line(most)
  for await (const chunk of bytes) {
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      line.add(chunk.subarray(start, end))
      yield line.bytes()
      line = new Line(most)
      start = end + 1
    }
    line.add(chunk.subarray(start))
  }
  if (line.size > 0) {
    yield line.bytes()
  }
}

class Line {
  size = 0
  readonly #parts: Buffer[] = []
  readonly #most: number

  constructor(most: number) {
    this.#most = most
  }

  add(part: Buffer): void {
    this.size += part.length
    if (this.size > this.#most) {
      this.#parts.length = 0
    } else {
      this.#parts.push(part)
    }
  }

  bytes(): Buffer | null {
    return this.size > this.#most ? null : Buffer.concat(this.#parts)
  }
}
