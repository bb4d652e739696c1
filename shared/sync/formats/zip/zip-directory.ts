import type { FileHandle } from 'node:fs/promises'
import yauzl from 'yauzl'
import { SyncError } from '../../sync-error.ts'

/** Reads a zip archive from a file handle. Returns no bytes for positions above 2^53, which a damaged directory may have. */
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

/**
 * Opens the directory of a zip archive. File names are not decoded, because no name is used as a path.
 *
 * @throws SyncError `cut_off` if the directory is missing or unreadable
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
