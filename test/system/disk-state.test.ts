import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkDisk } from '../../shared/insights/check-disk.ts'

const isRoot = process.getuid?.() === 0
const MiB = 2 ** 20

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trademark-disk-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

test('a missing folder is unreachable', async () => {
  expect(await checkDisk(join(folder, 'none'))).toBe('unreachable')
})

const asPlainUser = isRoot ? test.skip : test

asPlainUser('a folder that this user may not write to is read-only', async () => {
  await chmod(folder, 0o500)
  expect(await checkDisk(folder)).toBe('read-only')
})

/** Returns whether this process may mount a small disk. */
function mayMount(): boolean {
  try {
    execFileSync('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

const onDisk = mayMount() ? describe : describe.skip

onDisk('a disk (skipped: only root may mount one)', () => {
  const mount = (options: string): Buffer =>
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'pipe' })
  afterEach(() => void execFileSync('umount', ['-l', folder]))

  test.each([
    ['ok', 'size=1100m'],
    ['low', 'size=1000m'],
    ['low', 'size=40m'],
    ['full', 'size=20m'],
    ['full', 'size=1100m,nr_inodes=10'],
  ])('is %s with %s', async (state, options) => {
    mount(options)
    expect(await checkDisk(folder)).toBe(state)
  })

  test('is full while a large file exists, and no longer once it is removed', async () => {
    mount('size=100m')
    await writeFile(join(folder, 'ballast'), Buffer.alloc(80 * MiB))
    expect(await checkDisk(folder)).toBe('full')
    await rm(join(folder, 'ballast'))
    expect(await checkDisk(folder)).toBe('low')
  })

  test('is read-only while it is mounted read-only', async () => {
    mount('size=1100m')
    execFileSync('mount', ['-o', 'remount,ro', folder])
    expect(await checkDisk(folder)).toBe('read-only')
    execFileSync('mount', ['-o', 'remount,rw', folder])
    expect(await checkDisk(folder)).toBe('ok')
  })
})
