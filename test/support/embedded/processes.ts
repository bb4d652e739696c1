import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { EmbeddedConnection } from '../../../shared/db/embedded/join.ts'

/** A process of testing/member.ts. */
export interface MemberProcess {
  readonly pid: number
  /** Where it joined; rejects with the sentence when it could not. */
  readonly joined: Promise<EmbeddedConnection>
  leave(): Promise<void>
  kill(): Promise<void>
}

const script = join(import.meta.dirname, 'member.ts')

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

/** Processes whose command line has `text` in it. */
export function processesWith(text: string): Array<{ pid: number; parent: number; command: string }> {
  return execFileSync('ps', ['-ww', '-axo', 'pid=,ppid=,command='], { encoding: 'utf8' })
    .split('\n')
    .flatMap((line) => {
      const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
      return command?.includes(text) ? [{ pid: Number(pid), parent: Number(parent), command }] : []
    })
}

/** The pid of a server's process by its title, such as `checkpointer`. */
export function serverProcess(postmaster: number, title: string): number {
  const found = processesWith(title).find(({ parent }) => parent === postmaster)
  if (found === undefined) throw new Error(`the server has no ${title}`)
  return found.pid
}

/** The first result of `look` that is neither undefined nor false; throws after 15 s without one. */
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
  throw new Error('it did not come about in 15 s', { cause: last })
}
