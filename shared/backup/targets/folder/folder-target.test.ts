import { chown, mkdir, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { folderTarget } from './folder-target.ts'

let above: string
let path: string

beforeEach(async () => {
  above = await mkdtemp(join(tmpdir(), 'backup-folder-'))
  path = join(above, 'x')
})
afterEach(() => rm(above, { recursive: true }))

const target = (at = path) => folderTarget({ kind: 'folder', path: at })
async function* some(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('some')
}

describe('a folder of backups', () => {
  test('and its files can only be read by their owner', async () => {
    await target().write('b/f', some())
    const modes = await Promise.all(['', 'b', 'b/f'].map((name) => stat(join(path, name))))
    expect(modes.map(({ mode }) => (mode & 0o777).toString(8))).toEqual(['700', '700', '600'])
    expect(await readdir(join(path, '.partial'))).toEqual([])
  })

  const asRoot = process.getuid?.() === 0 ? test : test.skip
  asRoot(
    'of another owner gets files that its owner can list and remove, when root writes them',
    async () => {
      const NOBODY = 65_534
      await mkdir(path)
      await chown(path, NOBODY, NOBODY)
      await target().write('b/f', some())
      const owners = await Promise.all(['.partial', 'b', 'b/f'].map((name) => stat(join(path, name))))
      expect(owners.map(({ uid }) => uid)).toEqual([NOBODY, NOBODY, NOBODY])
    },
  )

  test('that cannot be created is refused', async () => {
    await expect(target('/proc/none/of/these').write('b/f', some())).rejects.toThrow('/proc/none/of/these')
  })

  test('loses the partial files of dead processes after a day', async () => {
    await mkdir(join(path, '.partial'), { recursive: true })
    const [old, fresh] = ['old', 'fresh'].map((name) => join(path, '.partial', name)) as [string, string]
    await writeFile(old, 'x')
    await writeFile(fresh, 'x')
    const yesterday = Date.now() / 1_000 - 86_500
    await utimes(old, yesterday, yesterday)
    await target().write('b/f', some())
    expect(await readdir(join(path, '.partial'))).toEqual(['fresh'])
  })

  test('ignores files that do not belong to a backup', async () => {
    await target().write('b/f', some())
    await mkdir(join(path, 'lost+found'))
    await writeFile(join(path, 'README'), 'x')
    await writeFile(join(path, 'b', '.DS_Store'), 'x')
    await mkdir(join(path, 'b', 'folder'))
    await symlink('/etc/hosts', join(path, 'b', 'link'))
    expect(await target().list()).toEqual([{ name: 'b/f', bytes: 4 }])
  })

  test('that is a file, or below a file, is refused', async () => {
    await writeFile(path, 'x')
    const reason = 'a part of its path is a file and not a folder.'
    for (const at of [path, join(path, 'y')]) {
      const place = `the folder ${at}`
      await expect(target(at).write('b/f', some())).rejects.toMatchObject({
        name: 'BackupError',
        message: `Cannot write to ${place}: ${reason}`,
      })
      await expect(target(at).list()).rejects.toMatchObject({ message: `Cannot list ${place}: ${reason}` })
      await expect(target(at).read('b/f')).rejects.toMatchObject({
        message: `Cannot read from ${place}: ${reason}`,
      })
    }
  })

  test('reports a folder in place of a file when the file is read', async () => {
    await mkdir(join(path, 'b', 'f'), { recursive: true })
    const bytes = await target().read('b/f')
    await expect(bytes[Symbol.asyncIterator]().next()).rejects.toMatchObject({
      message: `Cannot read from the folder ${path}: a folder exists in place of the file.`,
    })
  })

  const asUser = userInfo().uid === 0 ? test.skip : test
  asUser('without write permission is refused', async () => {
    await mkdir(path, { mode: 0o500 })
    await expect(target().write('b/f', some())).rejects.toMatchObject({
      message: `Cannot write to the folder ${path}: this user lacks the permission.`,
    })
  })

  test('with a path that is too long is refused', async () => {
    const long = join(path, 'y'.repeat(300))
    await expect(target(long).write('b/f', some())).rejects.toMatchObject({
      message: `Cannot write to the folder ${long}: its path is too long.`,
    })
  })
})
