import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { BACKED_UP } from '../../shared/backup/tables.ts'
import { numberParameters } from '../../shared/db/sql-file.ts'

/** One statement as it stands in the code of the service. */
export interface FoundStatement {
  /** Its file, from the root. */
  readonly file: string
  /** As it is written; parameters are numbered. */
  readonly text: string
  /** What is sent: more than one where the name of a table is put in. */
  readonly sent: readonly string[]
}

const ROOT = new URL('../../', import.meta.url)
const FOLDERS = ['functions', 'shared', 'local', 'scripts']
/** Migrations are judged by the schema that they make; the rest is not of the service. */
const NOT_OF_THE_SERVICE = /\/(migrations|testing|faults|bench|distribution)\/|\.(test|drill|fault)\.ts$/
/** What statements begin with. Other texts that begin with such a word go on otherwise, or are files. */
const COMMAND = new RegExp(
  `^(${[
    'select|insert into|update \\S+ (as \\w+ )?set|delete from|with (recursive )?\\w+ as|merge into|truncate|call',
    'copy \\S+(?= \\()|declare \\S+|fetch \\S+ from|close \\$|lock table|analyze|vacuum|listen|notify|do \\$',
    '(create|drop|alter|\\$\\{[^}]+\\}) (or replace|unlogged|temp|table|index|unique|role|database|schema|function|view)',
    'grant \\w+ (on|to)|revoke \\w+ (on|from)|set (local|session|role)|begin \\w+|savepoint',
  ].join('|')})(?![\\w.-])`,
)

/** Every statement that the service can send: those of its `.sql` files, and those that are written in its code. */
export function findStatements(): FoundStatement[] {
  return productFiles().flatMap((file) => {
    const texts = file.endsWith('.sql') ? [numberParameters(read(file)).text] : commandsIn(read(file))
    return texts.map((text) => ({ file, text, sent: whatIsSent(text) }))
  })
}

/** The texts of all `{ text: '…', parameters: … }` of the code: `findStatements` must not have missed any. */
export function statementLiterals(): string[] {
  return productFiles()
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [...read(file).matchAll(/\btext:\s*(?:`([^`]*)`|'([^']*)'),?\s*parameters:/g)])
    .map(([, long, short]) => (long ?? short ?? '').trim())
}

const productFiles = (): string[] =>
  globSync(`{${FOLDERS.join(',')}}/**/*.{sql,ts}`, { cwd: fileURLToPath(ROOT) })
    .filter((file) => !NOT_OF_THE_SERVICE.test(file))
    .sort()

const read = (file: string): string => readFileSync(new URL(file, ROOT), 'utf8')

/** The string literals of a module that begin as a statement does, each once. */
function commandsIn(code: string): string[] {
  const literals = code
    .replaceAll(/^\s*(\*|\/\/|\/\*).*$/gm, '')
    .matchAll(/`(?<long>(?:[^`\\]|\\.)*)`|'(?<short>(?:[^'\\\n]|\\.)*)'/g)
  const texts = [...literals].map(({ groups }) => (groups?.long ?? groups?.short ?? '').trim())
  return [...new Set(texts.filter((text) => COMMAND.test(text)))]
}

const INDEX_TABLES = ['version', 'mark', 'posting', 'word']

const TABLE = /\$\{table\}/g
const COLUMN = /\$\{column\}/g
const LITERAL = /= \$\{pg\.escapeLiteral\(\w+\)\}/g

/** What is put into the text of a statement: each of the tables that it is for, or an example. */
function whatIsSent(text: string): string[] {
  const tables = text.includes('search.') ? INDEX_TABLES : Object.values(BACKED_UP).flat()
  const named = text.match(COLUMN) ? ['brand_annotation'] : tables
  const whole = text.replaceAll(COLUMN, 'annotation_id').replaceAll(LITERAL, "= ''")
  return whole.match(TABLE) ? named.map((table) => whole.replaceAll(TABLE, table)) : [whole]
}
