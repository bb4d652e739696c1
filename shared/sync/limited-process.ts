import { type ChildProcess, execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { nodeEnvironment } from '../platform/config.ts'
import { SyncError, type SyncErrorCode } from './sync-error.ts'

export interface ProcessLimits {
  /** The maximum memory; on a system without /proc, the maximum heap. */
  megabytes: number
  /** The maximum duration, and the maximum processor time. */
  seconds: number
}

const MAX_CHARACTERS = 64 * 1024 ** 2
const WATCH_MS = 25

/** `ulimit -t` limits the processor time. Unlike the timeout of `execFile`, it works after the parent has ended. */
const START = 'ulimit -c 0; ulimit -S -t "$0"; exec "$@"'

type Output<Result> = { result: Result } | { code: SyncErrorCode; message: string }

/**
 * Reads a file in a separate process with limits. A hostile file can take any amount of memory and time.
 *
 * @param program the path of a module that calls `writeOutput`
 * @throws SyncError `too_large` if a limit is exceeded
 * @throws the SyncError that the process reports, or the reason of an aborted signal
 */
export async function readInProcess<Result>(
  program: string,
  file: string,
  signal: AbortSignal,
  limits: ProcessLimits,
): Promise<Result> {
  signal.throwIfAborted()
  const output: Output<Result> = JSON.parse(await run([program, file], signal, limits))
  if ('result' in output) {
    return output.result
  }
  throw new SyncError(output.code, output.message)
}

/**
 * Reads the file in the process that `readInProcess` starts. Writes the result or the SyncError to standard output.
 */
export async function writeOutput<Result>(read: (file: string) => Promise<Result>): Promise<void> {
  const output = await read(process.argv[2] as string).then(
    (result): Output<Result> => ({ result }),
    (error): Output<Result> => {
      if (error instanceof SyncError) {
        return { code: error.code, message: error.message }
      }
      throw error
    },
  )
  process.stdout.write(JSON.stringify(output))
}

async function run(
  programArguments: readonly string[],
  signal: AbortSignal,
  limits: ProcessLimits,
): Promise<string> {
  const heap = `--max-old-space-size=${limits.megabytes}`
  const running = promisify(execFile)(
    '/bin/sh',
    ['-c', START, String(limits.seconds), process.execPath, heap, ...programArguments],
    {
      env: nodeEnvironment(),
      maxBuffer: MAX_CHARACTERS,
      timeout: limits.seconds * 1_000,
      signal,
      killSignal: 'SIGKILL',
    },
  )
  const memory = watchMemory(running.child, limits.megabytes)
  try {
    return (await running).stdout
  } catch (error) {
    signal.throwIfAborted()
    throw limitError(error as ProcessError, memory.exceeded, limits)
  } finally {
    memory.end()
  }
}

/** Kills a process that exceeds its memory limit. The heap limit of Node does not limit buffers. */
function watchMemory(child: ChildProcess, megabytes: number): { exceeded: boolean; end(): void } {
  const timer = setInterval(() => {
    if (residentMegabytes(child.pid) > megabytes) {
      memory.exceeded = true
      child.kill('SIGKILL')
    }
  }, WATCH_MS)
  const memory = { exceeded: false, end: () => clearInterval(timer) }
  return memory
}

/** Returns the resident memory of a process; 0 for an ended process or without /proc. */
function residentMegabytes(pid: number | undefined): number {
  try {
    const [, kilobytes = 0] = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return Number(kilobytes) / 1024
  } catch {
    return 0
  }
}

interface ProcessError extends Error {
  code?: number | string | null
  signal?: NodeJS.Signals | null
  killed?: boolean
}

function limitError(error: ProcessError, isOutOfMemory: boolean, limits: ProcessLimits): Error {
  const tooLarge = (message: string) => new SyncError('too_large', message, { cause: error })
  if (error.code === 'ERR_CHILD_PROCESS_STDIO_MAXBUFFER') {
    return tooLarge(`The file has more than ${MAX_CHARACTERS / 1024 ** 2} MB of text.`)
  }
  // V8 aborts when its heap is full.
  if (isOutOfMemory || error.signal === 'SIGABRT' || error.signal === 'SIGTRAP') {
    return tooLarge(`The file takes more than ${limits.megabytes} MB of memory to read.`)
  }
  return error.killed || error.signal === 'SIGXCPU'
    ? tooLarge(`The file takes more than ${limits.seconds} s to read.`)
    : error
}
