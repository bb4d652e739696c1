import { execFile, execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { cpus, loadavg, release, totalmem, type } from 'node:os'
import { promisify } from 'node:util'
import type { Database } from '../shared/db/database.ts'
import { VERSION } from '../shared/platform/version.ts'

/** Describes the machine, the day and the version of the service. */
export const machine = (): Record<string, string> => ({
  date: new Date().toISOString().slice(0, 10),
  service: `${VERSION}, commit ${commit()}`,
  processor: `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores`,
  memory: `${(totalmem() / 2 ** 30).toFixed(1)} GiB`,
  system: `${type()} ${/^\d+\.\d+/.exec(release())?.[0] ?? ''}`.trim(),
  node: process.version,
  'load before the run': `${(loadavg()[0] ?? Number.NaN).toFixed(1)} (1-minute average)`,
})

/** Returns the commit of the working tree, followed by `-dirty` if files differ from the commit. */
function commit(): string {
  try {
    return execFileSync('git', ['describe', '--always', '--dirty', '--exclude=*'], {
      encoding: 'utf8',
    }).trim()
  } catch {
    return 'unknown' // not a clone, or no git
  }
}

/** Describes the database: its version, and the settings on which the cost of a request depends. */
export async function describeDatabase(database: Database): Promise<string> {
  const [row] = await database.query<{ settings: string }>({
    text: `select string_agg(name || ' ' || current_setting(name), ', ') as settings
             from unnest(array['server_version', 'fsync', 'synchronous_commit', 'shared_buffers', 'work_mem',
                          'max_wal_size', 'max_connections']) as name`,
    parameters: [],
  })
  return row?.settings ?? ''
}

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
