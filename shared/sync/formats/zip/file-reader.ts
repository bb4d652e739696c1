import type { FileHandle } from 'node:fs/promises'
import yauzl from 'yauzl'

/** The file as the zip directory is read from it; positions that a broken directory names may be anywhere. */
export class FileReader extends yauzl.RandomAccessReader {
  readonly #handle: FileHandle

  constructor(handle: FileHandle) {
    super()
    this.#handle = handle
  }

  override read(
    buffer: Buffer,
    offset: number,
    length: number,
    position: number,
    done: (error: Error | null, bytesRead?: number) => void,
  ): void {
    if (!Number.isSafeInteger(position + length)) {
      setImmediate(done, null, 0)
      return
    }
    this.#handle.read(buffer, offset, length, position).then(({ bytesRead }) => done(null, bytesRead), done)
  }
}
