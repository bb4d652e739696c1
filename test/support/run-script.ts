import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/** What a process left behind. */
export interface Run {
  code: number | null
  out: string
  err: string
}

export interface Surroundings {
  /** All that the process finds in its environment besides PATH: the developer's own settings stay out. */
  env?: Record<string, string>
  stdin?: string
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** As many as two slow cores carry without one of them waiting longer for its database than it is willing to. */
const AT_ONCE = 4

/** Runs a script of this folder the way its npm script does. */
export const runScript = (script: string, args: string[], surroundings?: Surroundings): Promise<Run> =>
  runProgram(
    process.execPath,
    ['-r', './scripts/require-node.cjs', `scripts/${script}`, ...args],
    surroundings,
  )

/** Runs a program in the root of the repository, to its end. */
export async function runProgram(
  program: string,
  args: string[],
  { env, stdin = '' }: Surroundings = {},
): Promise<Run> {
  const child = spawn(program, args, { cwd: ROOT, env: { PATH: process.env.PATH, ...env } })
  child.stdin.on('error', () => {}) // it may end without having read
  child.stdin.end(stdin)
  const ended = new Promise<number | null>((resolve, reject) =>
    child.on('error', reject).on('close', resolve),
  )
  const [code, out, err] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  return { code, out, err }
}

/** The results of `work` on every item, in their order, a few at a time. */
export async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = []
  const queue = items.entries()
  const worker = async () => {
    for (const [index, item] of queue) {
      results[index] = await work(item)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return results
}
