import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { cpus, release, totalmem, type } from 'node:os'
import { promisify } from 'node:util'
import type { Database } from '../shared/db/database.ts'

/** What the figures of a bench depend on most. */
export const machine = (): Record<string, string> => ({
  processor: `${cpus()[0]?.model ?? 'unknown'}, ${cpus().length} cores`,
  memory: `${(totalmem() / 2 ** 30).toFixed(1)} GiB`,
  system: `${type()} ${/^\d+\.\d+/.exec(release())?.[0] ?? ''}`.trim(),
  node: process.version,
})

/** The version of the database, and its settings that decide what a request costs. */
export async function databaseFacts(database: Database): Promise<Record<string, string>> {
  const rows = await database.query<{ name: string; setting: string }>({
    text: `select name, current_setting(name) as setting
             from unnest(array['server_version', 'fsync', 'synchronous_commit', 'shared_buffers', 'work_mem',
                          'max_wal_size', 'max_connections']) as name`,
    parameters: [],
  })
  return Object.fromEntries(rows.map(({ name, setting }) => [label(name), setting]))
}

const label = (setting: string): string => (setting === 'server_version' ? 'postgresql' : setting)

/** A figure as files of `/proc` tell it, in kilobytes; undefined where it is not among them. */
export function kilobytesOf(told: string, name: string): number | undefined {
  const figure = new RegExp(`^${name}:\\s*(\\d+) kB$`, 'm').exec(told)?.[1]
  return figure === undefined ? undefined : Number(figure)
}

/** Resident memory of a process, in megabytes (2^20 bytes). */
export async function residentMegabytes(pid: number): Promise<number> {
  if (process.platform === 'linux') {
    const status = await readFile(`/proc/${pid}/status`, 'utf8')
    return (kilobytesOf(status, 'VmRSS') ?? Number.NaN) / 1024
  }
  const { stdout } = await promisify(execFile)('ps', ['-o', 'rss=', '-p', String(pid)])
  return Number(stdout) / 1024
}

const LOOK_AGAIN_MS = 20

/**
 * Watches the resident memory of a process from its start on. `stop` tells the most that it was, in megabytes (2^20
 * bytes), as the kernel has kept it: only what came in the last moments of the process is not in it. Null where
 * there is no such kernel.
 */
export function watchPeak(pid: number): { stop(): number | null } {
  let peak: number | null = null
  const look = (): void => {
    peak = peakMegabytes(pid) ?? peak
  }
  const timer = setInterval(look, LOOK_AGAIN_MS)
  return {
    stop() {
      clearInterval(timer)
      return peak
    },
  }
}

function peakMegabytes(pid: number): number | undefined {
  try {
    const kilobytes = kilobytesOf(readFileSync(`/proc/${pid}/status`, 'utf8'), 'VmHWM')
    return kilobytes && kilobytes / 1024
  } catch {
    return undefined // another system, or it has ended
  }
}
