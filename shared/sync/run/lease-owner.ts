import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'

/**
 * The scope in which process ids are unique: host, boot and process namespace. Two containers on one host have different
 * process namespaces. Null if the system does not expose this information.
 */
const pidScope = ((): string | null => {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
    return `${hostname()} ${boot} ${readlinkSync('/proc/self/ns/pid')}`
  } catch {
    return null
  }
})()

/** Returns a unique owner id for a lease of this process. */
export const leaseOwner = (): string =>
  [process.pid, randomUUID(), ...(pidScope === null ? [] : [pidScope])].join(' ')

/**
 * Returns whether the process that owns a lease has certainly ended. Returns false if this process cannot check the owner; in
 * this case, the lease expires a minute after its last heartbeat.
 */
export function isGone(owner: string): boolean {
  const [pid, , ...scope] = owner.split(' ')
  return pidScope !== null && scope.join(' ') === pidScope && !isAlive(Number(pid))
}

/** Returns whether a process runs. A killed process remains in the process list until its parent has waited for it. */
function isAlive(pid: number): boolean {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return !ENDED.test(stat.slice(stat.lastIndexOf(')')))
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ENOENT'
  }
}

/** Matches `)`, the end of the process name, and the state `Z` (zombie) or `X` (dead). See proc_pid_stat(5). */
const ENDED = /^\) [ZX]/
