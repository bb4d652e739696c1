import { readFile } from 'node:fs/promises'
import { kilobytesOf } from '../../bench/machine.ts'
import { processesWith } from '../support/embedded/processes.ts'

/** The memory of a PostgreSQL and all its processes together, in megabytes (2^20 bytes). */
export interface PostgresMemory {
  /** What its processes have of their own. */
  readonly own: number
  /** Pages of tables in buffers, up to what `shared_buffers` allows. */
  readonly buffers: number
}

/**
 * Measures all processes of a PostgreSQL. Memory that several of them share counts once, as each reports its share of it
 * (proc_pid_smaps(5): Pss_Anon, Pss_Shmem). The pages of its programs are left out: every other PostgreSQL of the machine
 * shares them. Null on other systems than Linux.
 *
 * @param postmaster the id of its first process
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

/** Nothing of a process that has ended meanwhile. */
const rollupOf = (pid: number): Promise<string> =>
  readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
