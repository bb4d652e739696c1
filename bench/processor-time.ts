import { readFileSync } from 'node:fs'
import type { Database } from '../shared/db/database.ts'
import { processesWith } from '../test/support/embedded/processes.ts'

/** Linux tells processor time in hundredths of a second, whatever its own clock does (proc_pid_stat(5)). */
const TICK_MS = 10

/** Where the fields of `/proc/PID/stat` are, counted from the one behind the name of the program. */
const FIELD = { parent: 1, user: 11, system: 12, userOfEnded: 13, systemOfEnded: 14 }

/** Processor time that a process has used so far, in milliseconds; null where there is no such kernel or process. */
export const processTime = (pid: number): number | null => statOf(pid)?.own ?? null

/**
 * Processor time of all processes of a PostgreSQL so far, in milliseconds: its first one, those that it has, and those
 * that it had.
 *
 * @param server its first process, as `findServer` tells it
 */
export function serverTime(server: number | null): number | null {
  const first = server === null ? null : statOf(server)
  if (first === null) {
    return null
  }
  const children = processesWith('postgres')
    .filter(({ parent }) => parent === server)
    .map(({ pid }) => statOf(pid))
  // One that has ended meanwhile is in neither sum, or in both.
  return statOf(server as number)?.ended === first.ended
    ? first.own + first.ended + children.reduce((sum, found) => sum + (found?.own ?? 0), 0)
    : serverTime(server)
}

const BACKEND = { text: 'select pg_backend_pid() as pid', parameters: [] }

/** The first process of the server that a database is on; null where it does not run on this machine. */
export async function findServer(database: Database): Promise<number | null> {
  const [backend] = await database.query<{ pid: number }>(BACKEND)
  const found = backend === undefined ? null : statOf(backend.pid)
  return found?.program === 'postgres' ? found.parent : null
}

interface Stat {
  program: string
  parent: number
  own: number
  /** Of its children that have ended. */
  ended: number
}

function statOf(pid: number): Stat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const nameEnd = text.lastIndexOf(')') // a name may hold anything
    const fields = text
      .slice(nameEnd + 2)
      .split(' ')
      .map(Number)
    const ticks = (...names: (keyof typeof FIELD)[]): number =>
      names.reduce((sum, name) => sum + (fields[FIELD[name]] ?? 0), 0) * TICK_MS
    return {
      program: text.slice(text.indexOf('(') + 1, nameEnd),
      parent: fields[FIELD.parent] ?? 0,
      own: ticks('user', 'system'),
      ended: ticks('userOfEnded', 'systemOfEnded'),
    }
  } catch {
    return null // another system, or it has ended
  }
}
