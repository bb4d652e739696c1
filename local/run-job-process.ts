import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { JobName, JobOrder } from './job-process.ts'

/** As much as a run may need: the rows of a large workbook go through it as a stream. */
const NODE_OPTIONS = ['--max-semi-space-size=16', '--max-old-space-size=512']
const PROGRAM = fileURLToPath(new URL('job-process.ts', import.meta.url))
/** What a run needs to stop in order. */
const STOP_MS = 15_000

/**
 * Carries a scheduled run out in a process of its own: reading a million rows makes no request wait, and a file that
 * needs too much memory ends its own run and nothing else. What it came to is in its log line and in the history of runs.
 */
export async function runJobProcess<Name extends JobName>(
  job: Name,
  order: JobOrder<Name>,
  signal: AbortSignal,
): Promise<void> {
  if (signal.aborted) {
    return // the service was stopped while this run was made ready
  }
  const child = spawn(process.execPath, [...NODE_OPTIONS, PROGRAM, job, JSON.stringify(order)], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  let impatient: NodeJS.Timeout | undefined
  const stop = (): void => {
    child.kill('SIGTERM')
    impatient = setTimeout(() => child.kill('SIGKILL'), STOP_MS)
  }
  signal.addEventListener('abort', stop)
  try {
    const [code, killedBy] = await once(child, 'close')
    if (code !== 0 && !signal.aborted) {
      throw new Error(`its process ended with ${killedBy ?? `exit code ${code}`}`)
    }
  } finally {
    clearTimeout(impatient)
    signal.removeEventListener('abort', stop)
  }
}
