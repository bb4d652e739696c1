import { appendFileSync, existsSync, mkdirSync, readFileSync, truncateSync } from 'node:fs'
import { dirname } from 'node:path'

/**
 * What has been measured so far, by key. It outlives the process, however that ends: each result is a line of its
 * own, appended as soon as it is there.
 */
export interface Results {
  get<Value>(key: string): Value | undefined
  keys(): string[]
  put(key: string, value: unknown): void
  /** Drops all whose key begins so. */
  forget(prefix: string): void
  /** What is kept under the key, or else what `work` comes to, which is kept then. */
  once<Value>(key: string, work: () => Promise<Value>): Promise<Value>
}

/** A key and its value; without a value, what begins with the key is gone. */
type Line = [key: string, value: unknown] | [forgotten: string]

/**
 * @param signal once it is aborted nothing is kept any more: what an interruption has touched proves nothing
 */
export function openResults(file: string, signal?: AbortSignal): Results {
  mkdirSync(dirname(file), { recursive: true, mode: 0o711 })
  const kept = new Map<string, unknown>()
  for (const line of readLines(file)) take(kept, line)
  const write = (line: Line): void => {
    signal?.throwIfAborted()
    appendFileSync(file, `${JSON.stringify(line)}\n`)
    take(kept, line)
  }
  const results: Results = {
    get: <Value>(key: string) => kept.get(key) as Value | undefined,
    keys: () => [...kept.keys()],
    put: (key, value) => write([key, value]),
    forget: (prefix) => {
      if ([...kept.keys()].some((key) => key.startsWith(prefix))) write([prefix])
    },
    async once<Value>(key: string, work: () => Promise<Value>) {
      if (!kept.has(key)) write([key, await work()])
      return kept.get(key) as Value
    },
  }
  return results
}

function take(kept: Map<string, unknown>, [key, ...value]: Line): void {
  if (value.length > 0) {
    kept.set(key, value[0])
    return
  }
  for (const each of [...kept.keys()]) {
    if (each.startsWith(key)) kept.delete(each)
  }
}

/** A last line without its end is of a process that was killed while it wrote: it goes, so that the next is whole. */
function readLines(file: string): Line[] {
  if (!existsSync(file)) {
    return []
  }
  const bytes = readFileSync(file)
  const whole = bytes.lastIndexOf('\n') + 1
  if (whole < bytes.length) truncateSync(file, whole)
  return bytes
    .toString('utf8', 0, whole)
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Line)
}
