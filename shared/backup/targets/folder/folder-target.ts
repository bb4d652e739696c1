import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, lchown, lstat, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolders } from '../../../platform/make-folders.ts'
import type { BackupError } from '../../backup-error.ts'
import type { Target } from '../../target.ts'
import { backupOf, checkName, PARTIAL } from '../file-name.ts'
import { missingFile, type TargetOperation, writeStream } from '../target-error.ts'
import type { FolderAddress } from '../target-url.ts'
import { listFolderFiles, removeFolderFiles, removeLeftovers } from './files.ts'
import { errnoOf, folderFailure } from './folder-failure.ts'

const CHUNK_BYTES = 256 * 1024

/** Returns a target in a local or mounted folder. */
export function folderTarget({ path }: FolderAddress): Target {
  const place = `the folder ${path}`
  const describe =
    (operation: TargetOperation) =>
    (error: unknown): BackupError =>
      folderFailure(operation, place, error)
  const withFolderErrors = <Result>(operation: TargetOperation, work: Promise<Result>): Promise<Result> =>
    work.catch((error: unknown) => Promise.reject(describe(operation)(error)))
  return {
    place,
    async write(name, bytes) {
      checkName(name)
      await writeStream(bytes, (watched) => writeWhole(path, name, watched), describe('write to'))
    },
    async read(name) {
      checkName(name)
      await lstat(join(path, name)).catch((error: unknown) => {
        throw errnoOf(error) === 'ENOENT' ? missingFile(place, name, error) : describe('read from')(error)
      })
      return chunks(join(path, name), describe('read from'))
    },
    list: () => withFolderErrors('list', listFolderFiles(path)),
    async remove(names) {
      names.forEach(checkName)
      await withFolderErrors('remove from', removeFolderFiles(path, names))
    },
  }
}

/** Writes and flushes a temporary file, then renames it. Therefore a file with a final name is always complete. */
async function writeWhole(root: string, name: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const partials = join(root, PARTIAL)
  await makeFolders(root, 0o700)
  const setOwner = await ownerSetter(root)
  await makeFolders(partials, 0o700).then(() => setOwner(partials))
  await removeLeftovers(partials)
  const partial = join(partials, randomUUID())
  try {
    await flushed(await open(partial, 'wx', 0o600), bytes)
    await setOwner(partial)
    const folder = join(root, backupOf(name))
    await makeFolders(folder, 0o700).then(() => setOwner(folder))
    await rename(partial, join(root, name))
    await flushFolder(folder)
    await flushFolder(root)
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {}) // removed later as a leftover
    throw error
  }
}

/** Returns a function that gives a file to the owner of `root`. Without superuser rights, the function does nothing. */
async function ownerSetter(root: string): Promise<(path: string) => Promise<void>> {
  const { uid, gid } = await stat(root)
  return process.getuid?.() === 0 && uid !== 0 ? (path) => lchown(path, uid, gid) : async () => {}
}

async function flushed(file: FileHandle, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  try {
    await file.writeFile(bytes)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Errors of a mounted file system that cannot flush a folder. They are ignored: the file server flushes the folder. */
const CANNOT_FLUSH: ReadonlySet<string> = new Set(['EINVAL', 'ENOTSUP', 'EBADF', 'EISDIR', 'ENOSYS'])

/** Flushes a folder, so that the rename of a file is on the disk. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } catch (error) {
    if (!CANNOT_FLUSH.has(errnoOf(error))) {
      throw error
    }
  } finally {
    await folder.close()
  }
}

/** Yields the content of a file. Opens the file at the first read, so that an unread file does not stay open. */
async function* chunks(
  path: string,
  describe: (error: unknown) => BackupError,
): AsyncGenerator<Uint8Array, void> {
  try {
    yield* createReadStream(path, { highWaterMark: CHUNK_BYTES })
  } catch (error) {
    throw describe(error)
  }
}
