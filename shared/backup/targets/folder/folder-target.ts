import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, lchown, lstat, open, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolders } from '../../../platform/make-folders.ts'
import type { BackupError } from '../../backup-error.ts'
import type { Target } from '../../target.ts'
import { type Doing, handOver, missing } from '../failure.ts'
import { backupOf, checkName, PARTIAL } from '../file-name.ts'
import type { FolderAddress } from '../target-url.ts'
import { listFiles, removeFiles, sweep } from './files.ts'
import { codeOf, folderFailure } from './folder-failure.ts'

const CHUNK_BYTES = 256 * 1024

/** Backups in a folder of this machine, or one that it has mounted. Only its own user may enter it. */
export function folderTarget({ path }: FolderAddress): Target {
  const place = `the folder ${path}`
  const tell =
    (doing: Doing) =>
    (error: unknown): BackupError =>
      folderFailure(doing, place, error)
  const told = <Result>(doing: Doing, work: Promise<Result>): Promise<Result> =>
    work.catch((error: unknown) => Promise.reject(tell(doing)(error)))
  return {
    place,
    async write(name, bytes) {
      checkName(name)
      await handOver(bytes, (watched) => writeWhole(path, name, watched), tell('write to'))
    },
    async read(name) {
      checkName(name)
      await lstat(join(path, name)).catch((error: unknown) => {
        throw codeOf(error) === 'ENOENT' ? missing(place, name, error) : tell('read from')(error)
      })
      return chunks(join(path, name), tell('read from'))
    },
    list: () => told('list', listFiles(path)),
    async remove(names) {
      names.forEach(checkName)
      await told('remove from', removeFiles(path, names))
    },
  }
}

/**
 * The bytes are written and flushed beside the backups, and get their name by one rename, so that a name is always that
 * of a whole file.
 */
async function writeWhole(root: string, name: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const partials = join(root, PARTIAL)
  await makeFolders(root, 0o700)
  const give = await givingTo(root)
  await makeFolders(partials, 0o700).then(() => give(partials))
  await sweep(partials)
  const partial = join(partials, randomUUID())
  try {
    await flushed(await open(partial, 'wx', 0o600), bytes)
    await give(partial)
    const folder = join(root, backupOf(name))
    await makeFolders(folder, 0o700).then(() => give(folder))
    await rename(partial, join(root, name))
    await flushFolder(folder)
    await flushFolder(root)
  } catch (error) {
    await rm(partial, { force: true }).catch(() => {}) // swept later, then
    throw error
  }
}

/** What root writes by hand belongs to the owner of the place, or the service could not list it any more. */
async function givingTo(root: string): Promise<(path: string) => Promise<void>> {
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

/** Mounted file systems may not know how to flush a folder: their servers do it by themselves. */
const CANNOT_FLUSH: ReadonlySet<string> = new Set(['EINVAL', 'ENOTSUP', 'EBADF', 'EISDIR', 'ENOSYS'])

/** What was renamed is on the disk under its new name only when the folder is. */
async function flushFolder(path: string): Promise<void> {
  const folder = await open(path)
  try {
    await folder.sync()
  } catch (error) {
    if (!CANNOT_FLUSH.has(codeOf(error))) {
      throw error
    }
  } finally {
    await folder.close()
  }
}

/** A file is opened when its first bytes are asked for, so that none stays open that nobody reads. */
async function* chunks(
  path: string,
  tell: (error: unknown) => BackupError,
): AsyncGenerator<Uint8Array, void> {
  try {
    yield* createReadStream(path, { highWaterMark: CHUNK_BYTES })
  } catch (error) {
    throw tell(error)
  }
}
