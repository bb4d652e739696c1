import type { FileHandle } from 'node:fs/promises'
import yauzl from 'yauzl'
import { SyncError } from '../../sync-error.ts'
import { FileReader } from './file-reader.ts'

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
