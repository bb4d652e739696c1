import type { Database } from '../db/database.ts'

/** Leaves an answer well under the second that a probe waits, also when the database or the disk hangs. */
const TIMEOUT_MS = 700
/** Runs and backups end minutes apart: what is known of them holds so long, however many ask. */
const KEPT_MS = 10_000

/** What was found out at most `keptMs` ago, or is being found out, or `unknown`. */
export function keeping<State>(keptMs = KEPT_MS) {
  let known: { of: Database; until: number; state: State } | undefined
  const asked = new WeakMap<Database, object>()
  return {
    async ask(database: Database, question: () => Promise<State>): Promise<State | 'unknown'> {
      if (known?.of === database && known.until > performance.now()) {
        return known.state
      }
      const name = asked.get(database) ?? {}
      asked.set(database, name)
      try {
        const state = await withinTime(shared(name, question))
        known = { of: database, until: performance.now() + keptMs, state }
        return state
      } catch {
        return 'unknown'
      }
    },
  }
}

const asking = new WeakMap<object, Promise<unknown>>()

/** The answer of a question that is under way to whoever is asked, or of a new one. */
export function shared<Value>(asked: object, question: () => Promise<Value>): Promise<Value> {
  const found = asking.get(asked) as Promise<Value> | undefined
  if (found) {
    return found
  }
  const answer = question().finally(() => asking.delete(asked))
  asking.set(asked, answer)
  return answer
}

/** @throws when there is no answer in time */
export async function withinTime<Value>(value: Promise<Value>): Promise<Value> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, refuse) => {
    timer = setTimeout(() => refuse(new Error('no answer in time')), TIMEOUT_MS)
  })
  try {
    return await Promise.race([value, timeout])
  } finally {
    clearTimeout(timer)
  }
}
