import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

/** Returns the value of a line such as `VmRSS: 1234 kB` in a file of `/proc`; undefined if the file has no such line. */
export function kilobytesOf(text: string, name: string): number | undefined {
  const figure = new RegExp(`^${name}:\\s*(\\d+) kB$`, 'm').exec(text)?.[1]
  return figure === undefined ? undefined : Number(figure)
}

/** Returns the resident memory of a process, in megabytes (2^20 bytes). */
export async function residentMegabytes(pid: number): Promise<number> {
  if (process.platform === 'linux') {
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    return (kilobytesOf(status, 'VmRSS') ?? Number.NaN) / 1024
  }
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
  return Number(stdout) / 1024
}

const POLL_MS = 20

/**
 * Watches the peak resident memory of a process, which Linux records. `stop` returns the peak in megabytes (2^20 bytes), or
 * null on other systems.
 */
export function watchPeak(pid: number): { stop(): number | null } {
  let peak: number | null = null
  const timer = setInterval(() => {
    const kilobytes = kilobytesOf(readStatus(pid), 'VmHWM')
    peak = kilobytes === undefined ? peak : kilobytes / 1024
  }, POLL_MS)
  return {
    stop() {
      clearInterval(timer)
      return peak
    },
  }
}

function readStatus(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8')
  } catch {
    return '' // this system has no /proc, or the process has ended
  }
}
