import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { freePort } from '../free-port.ts'

const LASTING = ['-o', 'ControlPersist=60', '-o']
const SSHD = '/usr/sbin/sshd'

/** The reason why no SSH server can be started; undefined if one can. */
export const whyNoSshServer = existsSync(SSHD) ? undefined : `${SSHD} is not installed`

export interface SshServer {
  /** Returns the URL of a folder. */
  url(folder: string): string
  /** Arguments of `ssh` with a configuration of the test: its key and its known hosts. */
  sshArguments: string[]
  /** The same, with one connection for all commands, as an operator may configure it. */
  lastingArguments: string[]
  /** The folder of `ssh_config` and `known_hosts`. */
  folder: string
  process: ChildProcess
  stop(): Promise<void>
}

/** Starts a real OpenSSH server on loopback that accepts the current user with a key of the test. */
export async function startSshServer(): Promise<SshServer> {
  const folder = await mkdtemp(join(tmpdir(), 'backup-ssh-'))
  const at = (name: string): string => join(folder, name)
  for (const name of ['host_key', 'user_key']) {
    execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', at(name)])
  }
  if (userInfo().uid === 0) {
    mkdirSync('/run/sshd', { recursive: true, mode: 0o755 }) // sshd needs an empty folder for privilege separation
  }
  const port = await freePort()
  await writeFile(at('sshd_config'), serverConfig(folder, port))
  await writeFile(at('ssh_config'), clientConfig(folder))
  await writeFile(at('known_hosts'), `[127.0.0.1]:${port} ${await readFile(at('host_key.pub'), 'utf8')}`)
  await chmod(at('user_key'), 0o600)
  const process = spawn(SSHD, ['-D', '-e', '-f', at('sshd_config')], { stdio: 'ignore' })
  await listening(port)
  return {
    url: (path) => `ssh://${userInfo().username}@127.0.0.1:${port}${path}`,
    sshArguments: ['-F', at('ssh_config')],
    lastingArguments: [
      '-F',
      at('ssh_config'),
      '-o',
      'ControlMaster=auto',
      ...LASTING,
      `ControlPath=${at('mux')}`,
    ],
    folder,
    process,
    async stop() {
      // Ends the shared connection, which would outlive the server; there may be none.
      spawnSync('ssh', ['-F', at('ssh_config'), '-o', `ControlPath=${at('mux')}`, '-O', 'exit', '127.0.0.1'])
      const exited = once(process, 'exit')
      process.kill('SIGTERM')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const serverConfig = (folder: string, port: number): string => `ListenAddress 127.0.0.1
Port ${port}
HostKey ${folder}/host_key
PidFile none
AuthorizedKeysFile ${folder}/user_key.pub
StrictModes no
UsePAM no
PermitRootLogin prohibit-password
PasswordAuthentication no
KbdInteractiveAuthentication no
MaxStartups 100
`

const clientConfig = (folder: string): string => `IdentityFile ${folder}/user_key
IdentitiesOnly yes
IdentityAgent none
UserKnownHostsFile ${folder}/known_hosts
GlobalKnownHostsFile /dev/null
`

async function listening(port: number): Promise<void> {
  for (let attempt = 0; attempt < 500; attempt += 1) {
    const socket = connect(port, '127.0.0.1')
    const isThere = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isThere) {
      return
    }
    await wait(20)
  }
  throw new Error('the SSH server did not come up')
}
