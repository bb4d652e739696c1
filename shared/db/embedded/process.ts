import { execFile, spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { promisify } from 'node:util'
import { codeOf, programError } from './errors.ts'
import { type ServerUser, spawnAs } from './server-user.ts'

/** The environment of PostgreSQL's programs: English messages, times in UTC. */
export const ENVIRONMENT: Readonly<Record<string, string>> = { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' }

/** Returns whether a process of any user has this pid. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return codeOf(error) === 'EPERM'
  }
}

/** Returns the command line of a process, with spaces between the arguments; empty for a missing process or a zombie. */
export async function commandOf(pid: number): Promise<string> {
  if (process.platform === 'linux') {
    return (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')).replaceAll('\0', ' ')
  }
  const ps = promisify(execFile)('ps', ['-ww', '-o', 'command=', '-p', String(pid)])
  return (await ps.catch(() => ({ stdout: '' }))).stdout.replace('\n', ' ')
}

/** Runs a program as `user` to its end, with `lines` as its input. Throws an `EmbeddedPostgresError` if the program fails. */
export async function runProgram(
  file: string,
  args: readonly string[],
  user: ServerUser,
  lines: readonly string[] = [],
): Promise<void> {
  const child = spawn(file, args, {
    ...spawnAs(user),
    cwd: '/',
    env: ENVIRONMENT,
    detached: true, // so that Ctrl-C in the terminal does not stop the program before it has completed its work
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  // If the program ends before it has read all lines, its output has the reason. The error of the pipe adds nothing.
  child.stdin.on('error', () => {})
  child.stdin.end(lines.map((line) => `${line}\n`).join(''))
  const failure = await new Promise<string | undefined>((resolve) => {
    child.once('error', (error) => resolve(spawnFailure(error)))
    child.once('close', (code, signal) => resolve(code === 0 ? undefined : `ended with ${signal ?? code}`))
  })
  if (failure !== undefined) throw programError(`${basename(file)} ${failure}`, output)
}

/** Returns why an existing program could not be started. */
export function spawnFailure(error: Error): string {
  if (codeOf(error) === 'ENOENT') return 'cannot run on this system, perhaps because it has no glibc'
  if (codeOf(error) === 'EACCES') return 'cannot be executed, perhaps because its disk is mounted noexec'
  return `could not be started (${error.message})`
}
