import type { FileHandle } from 'node:fs/promises'
import yauzl from 'yauzl'
import { SyncError } from '../sync-error.ts'

/**
 * Opens the directory of a zip archive; names stay bytes, since none of them is used as a path.
 *
 * @throws SyncError `cut_off` where it has none, or none that can be read; `encrypted`
 */
export async function openZip(handle: FileHandle): Promise<yauzl.ZipFile> {
  const { size } = await handle.stat()
  const options = { autoClose: false, validateEntrySizes: true, decodeStrings: false }
  try {
    return await yauzl.fromRandomAccessReaderPromise(new FileReader(handle), size, options)
  } catch (cause) {
    throw new SyncError('cut_off', 'The zip archive is cut off or damaged.', { cause })
  }
}

/** The file as the directory is read from it; a position that no file has is an error like any other. */
class FileReader extends yauzl.RandomAccessReader {
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
    this.#handle.read(buffer, offset, length, position).then(({ bytesRead }) => done(null, bytesRead), done)
  }
}
