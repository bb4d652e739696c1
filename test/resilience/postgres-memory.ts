import { readFile } from 'node:fs/promises'
import { processesWith } from '../support/embedded/processes.ts'
import { kilobytesOf } from '../support/process-memory.ts'

/** The memory of all processes of a PostgreSQL server together, in megabytes (2^20 bytes). */
export interface PostgresMemory {
  /** The private memory of its processes. */
  readonly own: number
  /** Shared memory: pages of tables, up to `shared_buffers`. */
  readonly buffers: number
}

/**
 * Measures all processes of a PostgreSQL server. Memory that several of them share counts once, because each process reports
 * its proportional share (proc_pid_smaps(5): Pss_Anon, Pss_Shmem). Leaves out the pages of program files, which are shared
 * with other servers on the machine. Returns null on systems other than Linux.
 *
 * @param postmaster the process id of the postmaster
 */
export async function postgresMemory(postmaster: number): Promise<PostgresMemory | null> {
  if (process.platform !== 'linux') {
    return null
  }
  const children = processesWith('postgres').filter(({ parent }) => parent === postmaster)
  const rollups = await Promise.all([postmaster, ...children.map(({ pid }) => pid)].map(rollupOf))
  const megabytes = (name: string): number =>
    rollups.reduce((kilobytes, text) => kilobytes + (kilobytesOf(text, name) ?? 0), 0) / 1024
  return { own: megabytes('Pss_Anon'), buffers: megabytes('Pss_Shmem') }
}

/** Returns the smaps_rollup of a process, or an empty text if it has ended. */
const rollupOf = (pid: number): Promise<string> =>
  readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
