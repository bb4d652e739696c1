import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { JobName, JobOrder } from './job-process.ts'

/** Memory limits of a job in MiB. A large workbook needs no more, because it is read as a stream. */
const NODE_OPTIONS = ['--max-semi-space-size=16', '--max-old-space-size=512']
const PROGRAM = fileURLToPath(new URL('job-process.ts', import.meta.url))
/** The time for a job to end after a stop signal, before its process is killed. */
const STOP_MS = 15_000

/**
 * Runs a scheduled job in its own process, so that a long job does not delay requests, and a lack of memory ends only
 * the job.
 */
export async function runJobProcess<Name extends JobName>(
  job: Name,
  order: JobOrder<Name>,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) {
    return // the service was stopped while this job was prepared
  }
  const child = spawn(process.execPath, [...NODE_OPTIONS, PROGRAM, job, JSON.stringify(order)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  let killTimer: NodeJS.Timeout | undefined
  const stop = (): void => {
    child.kill('SIGTERM')
    killTimer = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  }
  signal.addEventListener('abort', stop)
  try {
    const [code, killedBy] = await once(child, 'close')
    if (code !== 0 && !signal.aborted) {
      throw new Error(`the process of the job ended with ${killedBy ?? `exit code ${code}`}`)
    }
  } finally {
    clearTimeout(killTimer)
    signal.removeEventListener('abort', stop)
  }
}
