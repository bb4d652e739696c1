import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Target } from '../../shared/backup/target.ts'
import { openTarget } from '../../shared/backup/targets/open-target.ts'
import { quoted } from '../../shared/backup/targets/ssh/scripts.ts'
import { isMissingFile, sshFailure } from '../../shared/backup/targets/ssh/ssh-failure.ts'
import { type SshServer, startSshServer, whyNoSshServer } from '../support/backup-targets/ssh-server.ts'
import { freePort } from '../support/free-port.ts'

const MIB = 1024 * 1024
const WRITER = fileURLToPath(new URL('../support/backup-targets/write-forever.ts', import.meta.url))

async function* some(): AsyncGenerator<Uint8Array> {
  yield Buffer.from('some')
}

describe('a failure is reported with its reason', () => {
  test.each([
    [255, 'ssh: connect to host h port 22: Connection timed out', 'it does not answer in time'],
    [255, 'ssh: Could not resolve hostname h: Name or service not known', 'its host name has no address'],
    [255, 'Timeout, server h not responding.', 'it does not answer in time'],
    [255, 'client_loop: send disconnect: Broken pipe', 'it ended the connection'],
    [255, '', 'it ended the connection'],
    [255, 'kex: odd', 'the connection failed (kex: odd)'],
    [1, 'cat: write error: No space left on device', 'no space is left there'],
    [1, 'cat: write error: Disk quota exceeded', 'the quota of this user is used up there'],
    [1, "mkdir: cannot create directory '/x': Permission denied", 'this user lacks the permission'],
    [
      1,
      "mkdir: cannot create directory '/x': Read-only file system",
      'the folder is on a read-only file system',
    ],
    [1, 'This service allows sftp connections only.', 'this user may not run commands there'],
    [9, 'first\n\u001b[31mvery odd.\n', 'the command failed there ([31mvery odd)'],
  ])('%d, %j', (code, stderr, reason) => {
    expect(sshFailure('write to', 'x', { code, stderr }).message).toBe(`Cannot write to x: ${reason}.`)
  })

  test('a file is missing only if every line of standard error says so', () => {
    const gone = "ls: cannot access '/x': No such file or directory\n"
    expect(isMissingFile({ code: 1, stderr: gone })).toBe(true)
    expect(isMissingFile({ code: 1, stderr: `${gone}ls: /y: Permission denied\n` })).toBe(false)
    expect(isMissingFile({ code: 255, stderr: gone })).toBe(false)
    expect(isMissingFile({ code: 1, stderr: '' })).toBe(false)
  })
})

test('a quoted word stays one word of the shell, whatever characters it contains', async () => {
  const words = ["it's", '$HOME `id` "x" \\ !1', '', '-n', '*', "''", 'a\nb']
  const shell = spawn('sh', ['-c', `printf '%s|' ${words.map(quoted).join(' ')}`])
  expect(await text(shell.stdout)).toBe(words.map((word) => `${word}|`).join(''))
})

const withServer = whyNoSshServer === undefined ? describe : describe.skip

withServer(`over SSH${whyNoSshServer === undefined ? '' : `, ${whyNoSshServer}`}`, () => {
  let server: SshServer
  let path: string
  let target: Target

  beforeAll(async () => {
    server = await startSshServer()
    path = await mkdtemp(join(tmpdir(), 'backup-remote-'))
    target = openTarget(server.url(path), { sshArguments: server.sshArguments })
  })
  afterAll(async () => {
    await server.stop()
    await rm(path, { recursive: true })
  })

  const failsWith = (at: string, args: string[], reason: string, silenceMs = 20_000): Promise<void> =>
    expect(openTarget(at, { sshArguments: args, silenceMs }).write('b/f', some())).rejects.toMatchObject({
      name: 'BackupError',
      message: `Cannot write to the folder ${path} at 127.0.0.1: ${reason}.`,
    })

  test('a host with an unknown or changed key is refused', async () => {
    const known = join(server.folder, 'other_hosts')
    await writeFile(known, '')
    const args = ['-o', `UserKnownHostsFile=${known}`, ...server.sshArguments]
    await failsWith(
      server.url(path),
      args,
      'its host key is unknown: connect once manually as this user, and compare the fingerprint',
    )
    const [host] = (await readFile(join(server.folder, 'known_hosts'), 'utf8')).split(' ')
    await writeFile(known, `${host} ${await readFile(join(server.folder, 'user_key.pub'), 'utf8')}`)
    await failsWith(
      server.url(path),
      args,
      'its host key has changed: find out why before you accept the new key',
    )
    expect(await readdir(path)).toEqual([])
  })

  test('a missing key is reported, without a prompt', async () => {
    const args = ['-o', `IdentityFile=${server.folder}/host_key`, '-F', '/dev/null']
    const known = ['-o', `UserKnownHostsFile=${server.folder}/known_hosts`, '-o', 'IdentitiesOnly=yes']
    await failsWith(server.url(path), [...known, ...args], 'it refuses the SSH key of this user')
  })

  test('a host that refuses the connection or does not answer is reported', async () => {
    await failsWith(
      `ssh://127.0.0.1:${await freePort()}${path}`,
      server.sshArguments,
      'nothing listens at that port',
    )
    const silent: Server = createServer(() => {}).listen(0, '127.0.0.1')
    await once(silent, 'listening')
    const url = `ssh://127.0.0.1:${(silent.address() as AddressInfo).port}${path}`
    await failsWith(url, ['-o', 'ConnectTimeout=1', ...server.sshArguments], 'it does not answer in time')
    await failsWith(url, server.sshArguments, 'it stopped responding', 500)
    silent.close()
  })

  test('a machine without ssh is reported', async () => {
    const child = spawn(process.execPath, [WRITER, 'b/f'], {
      env: { PATH: '/nonexistent', BACKUP_TARGET: server.url(path) },
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    expect(await text(child.stderr)).toContain(
      `BackupError: Cannot write to the folder ${path} at 127.0.0.1: ssh is not installed on this machine.`,
    )
  })

  test('only their owner can access files and folders, and leftovers are removed after a day', async () => {
    await mkdir(join(path, '.partial'))
    const old = join(path, '.partial', 'old')
    await writeFile(old, 'x')
    await utimes(old, 1, 1)
    await target.write('mode/f', some())
    const modes = await Promise.all(['mode', 'mode/f'].map((name) => stat(join(path, name))))
    expect(modes.map(({ mode }) => (mode & 0o777).toString(8))).toEqual(['700', '600'])
    expect(await readdir(join(path, '.partial'))).toEqual([])
    await target.remove(['mode/f'])
    expect(await readdir(path)).toEqual(['.partial'])
  })

  test('files that belong to no backup are ignored', async () => {
    await target.write('b/f', some())
    await mkdir(join(path, 'lost+found'))
    await writeFile(join(path, 'lost+found', 'x'), '')
    await writeFile(join(path, 'b', 'a b'), '')
    expect(await target.list()).toEqual([{ name: 'b/f', bytes: 4 }])
    await target.remove(['b/f'])
  })

  test('a path below a file is reported', async () => {
    await writeFile(join(path, 'file'), '')
    const below = openTarget(server.url(`${path}/file/x`), { sshArguments: server.sshArguments })
    const reason = 'a part of its path is a file and not a folder.'
    await expect(below.write('b/f', some())).rejects.toMatchObject({
      message: expect.stringContaining(reason),
    })
    await expect(below.list()).rejects.toMatchObject({ message: expect.stringContaining(reason) })
  })

  /** Kills the server processes of all open connections, as a power failure would. */
  async function cutConnections(): Promise<void> {
    const { pid } = server.process
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
    for (const child of children.trim().split(' ').filter(Boolean)) {
      process.kill(Number(child), 'SIGKILL')
    }
  }

  test('a connection that breaks in the middle of a write leaves no file', async () => {
    async function* cut(): AsyncGenerator<Uint8Array> {
      for (let sent = 0; ; sent += 1) {
        if (sent === 3) {
          await cutConnections()
        }
        yield Buffer.alloc(MIB)
      }
    }
    await expect(target.write('b/f', cut())).rejects.toMatchObject({
      name: 'BackupError',
      message: `Cannot write to ${target.place}: it ended the connection.`,
    })
    expect((await target.list()).filter(({ name }) => name === 'b/f')).toEqual([])
  })

  test('a connection that breaks in the middle of a read causes an error, not the end of the file', async () => {
    async function* large(): AsyncGenerator<Uint8Array> {
      for (let sent = 0; sent < 40; sent += 1) {
        yield Buffer.alloc(MIB)
      }
    }
    await target.write('b/large', large())
    const reading = async (): Promise<void> => {
      let isCut = false
      for await (const _ of await target.read('b/large')) {
        if (!isCut) {
          isCut = true
          await cutConnections()
        }
      }
    }
    await expect(reading()).rejects.toMatchObject({
      name: 'BackupError',
      message: `Cannot read from ${target.place}: it ended the connection.`,
    })
    for await (const _ of await target.read('b/large')) {
      break // a reader that stops early leaves no process behind
    }
  })
})
