import { readFileSync } from 'node:fs'
import { posix } from 'node:path'
import { fileURLToPath } from 'node:url'
import { INCLUDED_PART } from '../../shared/db/sql-file.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))

/** The files and folders that each module reads at run time, except the `.sql` files, which `statementsOf` finds. */
const READ_BY: Readonly<Record<string, readonly string[]>> = {
  'shared/db/migrate.ts': ['shared/db/migrations'],
  'shared/docs/site.ts': ['docs/site/dist', 'shared/mcp/icon.png'],
}

/** Returns the files that a bundle of these modules reads, as paths relative to the project. */
export const filesBeside = (modules: readonly string[]): string[] => [
  ...new Set(modules.flatMap((module) => [...statementsOf(module), ...(READ_BY[module] ?? [])])),
]

/** Matches the file name in `new URL('pdf-process.ts', import.meta.url)`. A module starts this file as a child process. */
export const PROGRAM = /(?<=new URL\(')(?<file>[\w/.-]+\.ts)(?=', import\.meta\.url\))/g

/** Returns the programs that these modules start. */
export const programsOf = (modules: readonly string[]): string[] =>
  modules.filter(isOwn).flatMap((module) => filesNamed(module, PROGRAM))

/** Returns the `.sql` files that a module names in string literals, with all included `.sql` files. */
function statementsOf(module: string): string[] {
  if (!isOwn(module)) {
    return []
  }
  return filesNamed(module, /'(?<file>[\w/.-]+\.sql)'/g).flatMap(withParts)
}

const withParts = (statement: string): string[] => [
  statement,
  ...filesNamed(statement, INCLUDED_PART).flatMap(withParts),
]

const isOwn = (module: string): boolean => /^(functions|shared)\//.test(module)

/** Returns the files that the text of `file` names. In the text, names are relative to the folder of `file`. */
const filesNamed = (file: string, pattern: RegExp): string[] =>
  [...readFileSync(posix.join(ROOT, file), 'utf8').matchAll(pattern)].map(({ groups }) =>
    posix.join(posix.dirname(file), groups?.file ?? ''),
  )
