import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import type { TargetOperation } from '../target-error.ts'
import type { SshAddress } from '../target-url.ts'
import { commandLine, type Script } from './scripts.ts'
import { type Ending, sshFailure } from './ssh-failure.ts'

export interface SshConnection {
  address: SshAddress
  /** The name of the target in messages. */
  place: string
  /** Additional arguments of `ssh`, such as `-F` and a file. */
  sshArguments: readonly string[]
  /** The timeout of one step, such as flushing a file. */
  silenceMs: number
}

export interface RemoteCommand {
  input: Writable
  output: Readable
  ended: Promise<Ending>
  stop(why?: Ending['failed']): void
}

/** Options that prevent prompts, reject unknown host keys, and detect an unreachable machine within a minute. */
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

const MAX_STDERR_CHARACTERS = 10_000

/** Runs a script with the folder of the target as the first argument. */
export function runRemote(connection: SshConnection, script: Script, args: readonly string[]): RemoteCommand {
  const { address, sshArguments } = connection
  const command = commandLine(script, [address.path, ...args])
  const child = spawn('ssh', [...sshArguments, ...argumentsFor(address), command], {
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.on('error', () => {}) // the exit code shows why the command ended early
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

/** Runs a script without output. @throws BackupError */
export async function run(
  connection: SshConnection,
  operation: TargetOperation,
  script: Script,
  args: readonly string[],
): Promise<void> {
  const command = runRemote(connection, script, args)
  command.input.end()
  await endOf(connection, operation, command)
}

/** Waits for a command without output. @throws BackupError if it fails */
export async function endOf(
  connection: SshConnection,
  operation: TargetOperation,
  command: RemoteCommand,
): Promise<void> {
  command.output.resume()
  const ending = await endingOf(connection, command)
  if (ending.code !== 0) {
    throw sshFailure(operation, connection.place, ending)
  }
}

/** Waits for a command, and stops it after the timeout. */
export async function endingOf({ silenceMs }: SshConnection, command: RemoteCommand): Promise<Ending> {
  const timer = setTimeout(() => command.stop('timeout'), silenceMs)
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
  let stderr = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr = (stderr + text).slice(0, MAX_STDERR_CHARACTERS)
  })
  const closed = once(child.stderr, 'close').catch(() => {})
  try {
    const [code] = (await once(child, 'exit')) as [number | null]
    // Waits for the end of standard error for 500 ms at most: a shared connection (ControlPersist) keeps the pipe open.
    await Promise.race([closed, wait(500, undefined, { ref: false })])
    return { code, stderr }
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT'
    return { code: null, stderr, failed: isMissing ? 'not installed' : 'not started' }
  }
}
