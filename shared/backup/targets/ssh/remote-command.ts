import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { Doing } from '../failure.ts'
import type { SshAddress } from '../target-url.ts'
import { commandLine, type Script } from './scripts.ts'
import { type Ending, sshFailure } from './ssh-failure.ts'

/** How the machine of an address is spoken to. */
export interface Connection {
  address: SshAddress
  /** For sentences. */
  place: string
  /** Before all others, such as `-F` and a file. */
  sshArguments: readonly string[]
  /** How long the other side may take for one step, such as flushing a file to its disk. */
  silenceMs: number
}

/** A command that runs on the other machine. */
export interface RemoteCommand {
  input: Writable
  output: Readable
  ended: Promise<Ending>
  stop(why?: Ending['failed']): void
}

/**
 * Nobody is there to answer questions, so that ssh may ask none; a host whose key is not known is refused; and a machine
 * that is gone is noticed within a minute. All else is the operator's own configuration.
 */
const OPTIONS = [
  'BatchMode=yes',
  'StrictHostKeyChecking=yes',
  'ConnectTimeout=15',
  'ConnectionAttempts=1',
  'ServerAliveInterval=15',
  'ServerAliveCountMax=3',
  'ClearAllForwardings=yes',
  'ForwardAgent=no',
  'ForwardX11=no',
  'RequestTTY=no',
  'RemoteCommand=none',
  'PermitLocalCommand=no',
  'LogLevel=ERROR',
] as const

const LONGEST_SAID = 10_000

/** Runs a script on the other machine, with its folder as the first argument. */
export function runRemote(connection: Connection, script: Script, args: readonly string[]): RemoteCommand {
  const { address, sshArguments } = connection
  const command = commandLine(script, [address.path, ...args])
  const child = spawn('ssh', [...sshArguments, ...argumentsFor(address), command], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.on('error', () => {}) // it ended before all was sent: its exit code says why
  let stopped: Ending['failed']
  return {
    input: child.stdin,
    output: child.stdout,
    ended: exitOf(child).then((ending) => (stopped ? { ...ending, failed: stopped } : ending)),
    stop(why) {
      stopped ??= why
      child.kill('SIGTERM')
    },
  }
}

/** Runs a script that says nothing to its end. @throws BackupError */
export async function run(
  connection: Connection,
  doing: Doing,
  script: Script,
  args: readonly string[],
): Promise<void> {
  const command = runRemote(connection, script, args)
  command.input.end()
  await endOf(connection, doing, command)
}

/** Waits for the end of a command that says nothing. @throws BackupError where it is not a good one */
export async function endOf(connection: Connection, doing: Doing, command: RemoteCommand): Promise<void> {
  command.output.resume()
  const how = await ending(connection, command)
  if (how.code !== 0) {
    throw sshFailure(doing, connection.place, how)
  }
}

/** How a command ended, which it is made to do when it takes too long. */
export async function ending({ silenceMs }: Connection, command: RemoteCommand): Promise<Ending> {
  const timer = setTimeout(() => command.stop('silent'), silenceMs)
  try {
    return await command.ended
  } finally {
    clearTimeout(timer)
  }
}

const argumentsFor = ({ host, user, port }: SshAddress): string[] => [
  ...OPTIONS.flatMap((option) => ['-o', option]),
  ...(user === undefined ? [] : ['-l', user]),
  ...(port === undefined ? [] : ['-p', port]),
  '--',
  host,
]

async function exitOf(child: ChildProcessWithoutNullStreams): Promise<Ending> {
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said = (said + text).slice(0, LONGEST_SAID)
  })
  const saidAll = once(child.stderr, 'close').catch(() => {})
  try {
    const [code] = (await once(child, 'exit')) as [number | null]
    // A connection that the operator lets persist for the next command holds this pipe open.
    await Promise.race([saidAll, wait(500, undefined, { ref: false })])
    return { code, said }
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    return { code: null, said, failed: isMissing ? 'not installed' : 'not started' }
  }
}
