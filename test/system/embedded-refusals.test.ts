import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import {
  joinHere,
  newFolder,
  query,
  readyDataDir,
  refusalToJoin,
  removeFolders,
  removeReadyDataDir,
} from '../support/embedded/data-dir.ts'

const isRoot = process.getuid?.() === 0
const asRoot = isRoot ? test : test.skip
const asPlainUser = isRoot ? test.skip : test

afterEach(removeFolders)
afterAll(removeReadyDataDir)

describe('a data folder', () => {
  test('that is a file, or lies below one, is refused', async () => {
    const file = join(newFolder(), 'data')
    writeFileSync(file, '')
    expect(await refusalToJoin(file)).toBe(
      `cannot create the data folder ${file} (DATA_DIR): another file of that name exists`,
    )
    expect(await refusalToJoin(join(file, 'below'))).toBe(
      `cannot create the data folder ${file}/below (DATA_DIR): a part of that path is a file and not a folder`,
    )
  })

  test('whose log is a link is refused, and the target of the link stays unchanged', async () => {
    const { uid, gid } = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : userInfo()
    const dataDir = join(newFolder(), 'data')
    const precious = join(newFolder(), 'precious')
    mkdirSync(dataDir)
    writeFileSync(precious, 'untouched', { mode: 0o600 })
    const before = lstatSync(precious)
    for (const link of [symlinkSync, linkSync]) {
      link(precious, join(dataDir, 'postgres.log'))
      chownSync(dataDir, uid, gid)
      expect(await refusalToJoin(dataDir)).toMatch(/postgres\.log/)
      expect(readFileSync(precious, 'utf8')).toBe('untouched')
      expect(lstatSync(precious)).toMatchObject({ uid: before.uid, mode: before.mode })
      rmSync(join(dataDir, 'postgres.log'))
    }
  })

  asPlainUser('that may not be created or written is refused', async () => {
    const folder = newFolder()
    chmodSync(folder, 0o500)
    expect(await refusalToJoin(join(folder, 'data'))).toBe(
      `cannot create the data folder ${folder}/data (DATA_DIR): the user that runs this command has no permission`,
    )
    expect(await refusalToJoin(folder)).toBe(
      `cannot write to the data folder ${folder} (DATA_DIR): the user that runs this command has no permission`,
    )
    chmodSync(folder, 0o700)
  })

  asRoot(
    'below a folder without access for the user of PostgreSQL is refused, and the message names this folder',
    async () => {
      const folder = newFolder()
      chmodSync(folder, 0o700)
      expect(await refusalToJoin(join(folder, 'data'))).toMatch(
        `${folder} is closed to the user that runs PostgreSQL (uid `,
      )
    },
  )

  asRoot('gets the execute permission for the user of PostgreSQL, and no other', async () => {
    const dataDir = await readyDataDir()
    chmodSync(dataDir, 0o700)
    await (await joinHere(dataDir)).leave()
    expect(lstatSync(dataDir).mode & 0o777).toBe(0o711)
    expect(lstatSync(join(dataDir, 'postgres')).mode & 0o777).toBe(0o700)
  })

  test('with the cluster of another version is refused', async () => {
    const dataDir = await readyDataDir()
    const version = join(dataDir, 'postgres', 'PG_VERSION')
    const ours = readFileSync(version)
    writeFileSync(version, '17\n')
    expect(await refusalToJoin(dataDir)).toMatch(
      `${dataDir}/postgres was made by PostgreSQL 17, but the installed version is 18: ` +
        'set POSTGRES_BIN to the programs of PostgreSQL 17, or restore a backup into an empty DATA_DIR',
    )
    writeFileSync(version, ours)
  })

  test('with another file or folder in place of the cluster is refused, and keeps it', async () => {
    const dataDir = newFolder()
    const cluster = join(dataDir, 'postgres')
    const sentence = `${cluster} is not a data folder of PostgreSQL: move it elsewhere`
    mkdirSync(cluster)
    if (isRoot) chownSync(cluster, 65534, 65534)
    writeFileSync(join(cluster, 'photo.jpg'), '')
    expect(await refusalToJoin(dataDir)).toBe(sentence)
    rmSync(cluster, { recursive: true })
    writeFileSync(cluster, '')
    expect(await refusalToJoin(dataDir)).toBe(sentence)
    expect(readdirSync(dataDir)).toEqual(['postgres'])
  })
})

describe('a data folder with a path too long for a socket', () => {
  test('has its socket in a private folder of /tmp that belongs to the same user', async () => {
    const dataDir = join(newFolder(), 'x'.repeat(120))
    const { connection, leave } = await joinHere(dataDir)
    expect(connection.host).toMatch(/^\/tmp\/trademark-[0-9a-f]{16}$/)
    expect(lstatSync(connection.host).mode & 0o777).toBe(0o700)
    expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }])
    await leave()

    rmSync(connection.host, { recursive: true })
    symlinkSync(newFolder(), connection.host)
    expect(await refusalToJoin(dataDir)).toMatch(
      `${connection.host}, the folder for the socket of PostgreSQL, does not belong to the user that runs PostgreSQL`,
    )
    rmSync(connection.host)
  })
})

describe('a server that does not start', () => {
  test('is reported with its reason and the path of its log', async () => {
    const dataDir = await readyDataDir()
    expect(await refusalToJoin(dataDir, { settings: { work_mem: 'plenty' } })).toBe(
      'PostgreSQL ended with 1 at its start: invalid value for parameter "work_mem": "plenty" ' +
        `(see ${dataDir}/postgres.log)`,
    )
  })
})

describe('a full disk', () => {
  const mounted: string[] = []

  function newDisk(options: string): string {
    const disk = newFolder()
    execFileSync('mount', ['-t', 'tmpfs', '-o', `mode=711,${options}`, 'tmpfs', disk], { stdio: 'ignore' })
    mounted.push(disk)
    return disk
  }

  // Runs before the afterEach of the file, which removes the mount points.
  const unmount = (): void => {
    for (const disk of mounted.splice(0)) execFileSync('umount', ['-l', disk])
  }
  afterEach(unmount)

  /** Whether this process may mount a disk: root in a container usually may not. */
  function mayMount(): boolean {
    try {
      newDisk('size=1m')
      return true
    } catch {
      return false
    } finally {
      unmount()
    }
  }
  const onSmallDisk = mayMount() ? test : test.skip

  onSmallDisk(
    'is not caused by the log of PostgreSQL, which takes at most a quarter of a small disk',
    async () => {
      const disk = newDisk('size=400m')
      const member = await joinHere(disk)
      expect(await query(member.connection, 'show max_wal_size')).toEqual([{ max_wal_size: '100MB' }])
      await member.leave()
    },
  )

  onSmallDisk('is reported before a cluster is created', async () => {
    const disk = newDisk('size=50m')
    expect(await refusalToJoin(disk)).toMatch(
      `the disk of ${disk} has 50 MB free and a new database needs 200 MB: free some space`,
    )
  })

  onSmallDisk('is reported when the cluster is created, and leaves no files', async () => {
    const disk = newDisk('size=300m,nr_inodes=200')
    expect(await refusalToJoin(disk)).toBe('initdb ended with 1: the disk is full')
    expect(execFileSync('ls', [disk], { encoding: 'utf8' })).toBe('')
  })

  onSmallDisk('is reported when the server cannot start; free space is enough to start it', async () => {
    const disk = newDisk('size=300m')
    await (await joinHere(disk)).leave()
    const ballast = join(disk, 'ballast')
    expect(() => execFileSync('dd', ['if=/dev/zero', `of=${ballast}`], { stdio: 'ignore' })).toThrow()
    expect(await refusalToJoin(disk)).toMatch(/the disk is full/)
    rmSync(ballast)
    await (await joinHere(disk)).leave()
  })
})
