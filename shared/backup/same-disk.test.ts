import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { temporaryFolder } from '../../test/support/temporary-folder.ts'
import { readConfig } from '../platform/config.ts'
import { isOnSameDisk, sameDiskWarning } from './same-disk.ts'

/** A folder of another file system than the temporary folder. */
const ELSEWHERE = '/dev'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let data: string
let backups: string
beforeAll(async () => {
  folder = await temporaryFolder()
  data = join(folder.path, 'data')
  backups = join(folder.path, 'backups')
  await mkdir(data)
  await mkdir(backups)
})
afterAll(() => folder.remove())

describe('a backup target is on the disk of the data', () => {
  test('if it is a folder of the same file system', async () => {
    expect(await isOnSameDisk(backups, data)).toBe(true)
    expect(await isOnSameDisk(`file://${backups}`, data)).toBe(true)
  })

  test('but not if it is a mount, a link to another file system, or a bucket', async () => {
    const link = join(folder.path, 'link')
    await symlink(ELSEWHERE, link)
    for (const target of [`file://${ELSEWHERE}`, link, 's3://bucket']) {
      expect(await isOnSameDisk(target, data)).toBe(false)
    }
  })

  test('but not while one of the folders is missing', async () => {
    const missing = join(folder.path, 'missing')
    expect(await isOnSameDisk(missing, data)).toBe(false)
    expect(await isOnSameDisk(backups, missing)).toBe(false)
    expect(await isOnSameDisk(missing, missing)).toBe(false)
  })
})

describe('the warning', () => {
  const warning = (settings: Record<string, string>) =>
    sameDiskWarning(
      readConfig({
        DATA_DIR: data,
        BACKUP_TARGET: `file://${backups}`,
        BACKUP_RECIPIENT: `age1${'q'.repeat(58)}`,
        BACKUP_SIGNING_KEY: `tms_${'x'.repeat(52)}`,
        ...settings,
      }),
    )

  test('names the folder, and what to do', async () => {
    expect(await warning({})).toBe(
      `Warning: the folder ${backups} is on the same disk as the data, so a failure of this disk would destroy the data and ` +
        'the backups. Use a bucket, or a folder on another disk or machine (docs/operate/backups.md).',
    )
  })

  test('is absent for another disk, for another database server, and without a target', async () => {
    expect(await warning({ BACKUP_TARGET: `file://${ELSEWHERE}` })).toBeUndefined()
    expect(await warning({ DATABASE_URL: 'postgres://user@127.0.0.1/marks' })).toBeUndefined()
    expect(await sameDiskWarning(readConfig({ DATA_DIR: data }))).toBeUndefined()
  })
})
