import { readFile } from 'node:fs/promises'
import { processesWith } from '../../shared/db/embedded/testing/processes.ts'

/**
 * The memory of a PostgreSQL and all of its processes together, in megabytes (2^20 bytes). What they share, such as its
 * buffers, counts once: each of them tells its part of it (Pss of proc_pid_smaps(5)). Null where the system does not tell.
 *
 * @param postmaster the id of its first process
 */
export async function postgresMegabytes(postmaster: number): Promise<number | null> {
  if (process.platform !== 'linux') {
    return null
  }
  const children = processesWith('postgres').filter(({ parent }) => parent === postmaster)
  const parts = await Promise.all([postmaster, ...children.map(({ pid }) => pid)].map(shareOf))
  return parts.reduce((sum, kilobytes) => sum + kilobytes, 0) / 1024
}

/** In kilobytes; nothing of a process that has ended meanwhile. */
async function shareOf(pid: number): Promise<number> {
  const told = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
  return Number(/^Pss:\s*(\d+) kB$/m.exec(told)?.[1] ?? 0)
}
