import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/**
 * Where process numbers mean something: this boot of this machine, and in it the process namespace, since two
 * containers on one machine count their processes apart. Null where the system does not tell.
 */
const place = ((): string | null => {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${hostname()} ${boot} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return null
  }
})()

const once = randomUUID()

/** Who holds a run's lease: this process, told apart from every other one. */
export const leaseOwner = (): string => [process.pid, once, ...(place === null ? [] : [place])].join(' ')

/**
 * Whether the process that holds a lease is gone for certain. False where nobody here can know: then the lease
 * itself ends, a minute after its last heartbeat.
 */
export function isGone(owner: string): boolean {
  const [pid, , ...where] = owner.split(' ')
  return place !== null && where.join(' ') === place && !isAlive(Number(pid))
}

/** By what the system tells of it: a killed process stays in its list until its parent has taken note. */
function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return !ENDED.test(stat.slice(stat.lastIndexOf(')')))
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT'
  }
}

/** Its state, behind its name: a zombie, or dead (proc_pid_stat(5)). */
const ENDED = /^\) [ZX]/
