import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

/** The exit code and the output of a process. */
export interface Run {
  code: number | null
  out: string
  err: string
}

export interface Surroundings {
  /** The whole environment of the process besides PATH, so that the developer's own settings have no effect. */
  env?: Record<string, string>
  stdin?: string
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** The number of processes that two slow cores can run without a timeout of the database. */
const AT_ONCE = 4

/** Runs a script of the folder `scripts` as its npm script does. */
export const runScript = (script: string, args: string[], surroundings?: Surroundings): Promise<Run> =>
  runProgram(
    process.execPath,
    ['-r', './scripts/require-node.cjs', `scripts/${script}`, ...args],
    surroundings,
  )

/** Runs a program in the root of the repository, and waits for its end. */
export async function runProgram(
  program: string,
  args: string[],
  { env, stdin = '' }: Surroundings = {},
): Promise<Run> {
  const child = spawn(program, args, { cwd: ROOT, env: { PATH: process.env.PATH, ...env } })
  child.stdin.on('error', () => {}) // the program may end before it reads
  child.stdin.end(stdin)
  const ended = new Promise<number | null>((resolve, reject) =>
    child.on('error', reject).on('close', resolve),
  )
  const [code, out, err] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  return { code, out, err }
}

/** Does `work` on every item, a few at a time, and returns the results in the order of the items. */
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
