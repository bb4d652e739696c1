import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { EmbeddedConnection } from '../../../shared/db/embedded/join.ts'

/** A process that runs member.ts. */
export interface MemberProcess {
  readonly pid: number
  /** The connection of the server that it joined; rejects with the message of the refusal. */
  readonly joined: Promise<EmbeddedConnection>
  leave(): Promise<void>
  kill(): Promise<void>
}

const script = join(import.meta.dirname, 'member.ts')

/** Starts a member in a process of its own. */
export function startMember(dataDir: string, name: string, exclusive = false): MemberProcess {
  const args = [script, dataDir, name, ...(exclusive ? ['exclusive'] : [])]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = once(child, 'close')
  const joined = once(createInterface(child.stdout), 'line').then(([line]) => {
    const { connection, failure } = JSON.parse(line)
    if (failure !== undefined) throw new Error(failure)
    return connection as EmbeddedConnection
  })
  joined.catch(() => {})
  return {
    pid: child.pid ?? 0,
    joined,
    leave: async () => {
      child.stdin.end()
      await ended
    },
    kill: async () => {
      child.kill('SIGKILL')
      await ended
    },
  }
}

/** Returns the processes whose command line contains `text`. */
export function processesWith(text: string): Array<{ pid: number; parent: number; command: string }> {
  return execFileSync('ps', ['-ww', '-axo', 'pid=,ppid=,command='], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => {
      const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
      return command?.includes(text) ? [{ pid: Number(pid), parent: Number(parent), command }] : []
    })
}

/** Returns the pid of a server's process by its title, such as `checkpointer`. */
export function serverProcess(postmaster: number, title: string): number {
  const found = processesWith(title).find(({ parent }) => parent === postmaster)
  if (found === undefined) throw new Error(`the server has no ${title}`)
  return found.pid
}

/** Returns the first result of `look` that is neither undefined nor false; throws after 15 s without one. */
export async function eventually<Result>(
  look: () => Promise<Result | undefined | false> | Result | undefined | false,
): Promise<Result> {
  let last: unknown
  for (const end = performance.now() + 15_000; performance.now() < end; ) {
    try {
      const found = await look()
      if (found !== undefined && found !== false) return found
    } catch (error) {
      last = error
    }
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  throw new Error('the condition was not met within 15 s', { cause: last })
}
