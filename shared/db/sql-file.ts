import { readFileSync } from 'node:fs'
import { basename } from 'node:path'

/** A statement with numbered parameters. */
export interface Statement {
  readonly text: string
  readonly parameters: readonly string[]
  /** The server keeps the plan under this name. Without a name, the server plans the statement at each call. */
  readonly name?: string
}

/**
 * Reads the statement in `file`, a path relative to `moduleUrl`. A line `\ir part.sql` includes another file, as in psql.
 *
 * A `prepared` statement has one plan per connection: this halves the cost of a look-up by key. Choose `planned` if the best
 * plan depends on the values.
 */
export function sqlFile(moduleUrl: string, file: string, kind: 'prepared' | 'planned'): Statement {
  const statement = numberParameters(readWithParts(new URL(file, moduleUrl)))
  return kind === 'prepared' ? { ...statement, name: basename(file, '.sql') } : statement
}

const readWithParts = (url: URL): string =>
  readFileSync(url, 'utf8').replaceAll(INCLUDED_PART, (_, file: string) => readWithParts(new URL(file, url)))

/** Matches a line that includes another file. The path is relative to the including file. */
export const INCLUDED_PART = /^ *\\ir (?<file>\S+)$/gm

/** Replaces `$name` by `$1`, `$2` … Removes comments, because a comment may contain a `$name`. */
export function numberParameters(sql: string): Statement {
  const parameters: string[] = []
  const text = sql
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$([a-z][a-z0-9_]*)/g, (_, name: string) => {
      const known = parameters.indexOf(name)
      return `$${known >= 0 ? known + 1 : parameters.push(name)}`
    })
    .trim()
  return { text, parameters }
}
