import { userInfo } from 'node:os'
import { expect } from 'vitest'
import type { Database } from '../../shared/db/database.ts'
import { admit } from '../../shared/keys/admit.ts'
import {
  type CreatedKey,
  createKey,
  type KeyEvent,
  type KeyOverview,
  type KeyTerms,
  keyAuditLog,
  type MonthlyUsage,
  showKey,
} from '../../shared/keys/keys.ts'
import { type Run, runScript, type Surroundings } from './run-script.ts'
import { createTestDatabase } from './test-database.ts'

/** The `keys` command on its own database. */
export interface KeysCommand {
  readonly owner: Database
  /** The URL of the database. */
  readonly url: string
  run(args: string[], surroundings?: Surroundings): Promise<Run>
  /** Returns the output for people of a successful command. */
  say(...args: string[]): Promise<string>
  /** Returns the object that a successful command writes with `--json`. */
  json<Answer = KeyOverview>(...args: string[]): Promise<Answer>
  usage(...args: string[]): Promise<MonthlyUsage[]>
  /** Creates a key of the consumer `tester` without the command, which would need a process. */
  make(terms?: Partial<KeyTerms>): Promise<CreatedKey>
  /** Returns a key and its audit log, without the command. */
  look(id: string): Promise<KeyOverview & { events: KeyEvent[] }>
  /** Returns the verdict on a request that needs `brands:read`. */
  admitted(key: string, now?: Date): Promise<string>
  drop(): Promise<void>
}

const PLAIN: KeyTerms = {
  consumer: 'tester',
  scopes: [],
  monthlyQuota: 10_000,
  burstPerMinute: 100,
  expires: undefined,
}

export async function keysCommand(): Promise<KeysCommand> {
  const database = await createTestDatabase()
  const owner = database.open('owner')
  const serving = database.open('trademark_serve')
  const run: KeysCommand['run'] = (args, { env, stdin } = {}) =>
    runScript('keys.ts', args, {
      env: { DATABASE_URL: database.url, LOG_LEVEL: 'silent', ...env },
      ...(stdin === undefined ? {} : { stdin }),
    })
  const say = async (...args: string[]) => spoken(await run(args))
  const json = async <Answer>(...args: string[]) => answer<Answer>(await run([...args, '--json']))
  return {
    owner,
    url: database.url,
    run,
    say,
    json,
    usage: async (...args) => (await json<{ usage: MonthlyUsage[] }>('usage', ...args)).usage,
    make: (terms) => createKey(owner, { ...PLAIN, ...terms }, { actor: 'test', reason: undefined }),
    look: async (id) => ({ ...(await showKey(owner, id)), events: await keyAuditLog(owner, id) }),
    admitted: async (key, now = new Date()) =>
      (await admit(serving, { key, scope: 'brands:read', now })).verdict,
    drop: () => database.drop(),
  }
}

/** Returns the standard output of a command, and expects exit code 0 and an empty standard error. */
export function spoken({ out, ...rest }: Run): string {
  expect(rest).toEqual({ code: 0, err: '' })
  return out
}

/** Returns the object that is the whole standard output of a successful command. */
export const answer = <Answer>(run: Run): Answer => onlyObject(spoken(run)) as Answer

/** Returns the object of a JSON text, and expects that the text is only this object on one line. */
export function onlyObject(out: string): object {
  const value = JSON.parse(out)
  expect(out).toBe(`${JSON.stringify(value)}\n`)
  expect(Object.getPrototypeOf(value)).toBe(Object.prototype)
  return value
}

/** Returns all rows of all tables as texts: a mistake must not change them, and they must not contain a secret. */
export async function everyRow(database: Database): Promise<string[]> {
  const tables = await database.query<{ name: string }>(
    statement(`select format('%I.%I', schemaname, tablename) as name from pg_tables
                where schemaname not in ('pg_catalog', 'information_schema') order by name`),
  )
  const rows = tables.map(({ name }) =>
    database.query<{ row: string }>(
      statement(`select '${name} ' || t::text as row from ${name} as t order by row`),
    ),
  )
  return (await Promise.all(rows)).flat().map(({ row }) => row)
}

/** The actor that the audit log records for commands of the tests. */
export const actor = userInfo().username

export const INSTANT = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)

/** Returns the cells of a row of a table for people. */
export const cells = (row: string): string[] => row.split(/ {2,}/)

const statement = (text: string) => ({ text, parameters: [] })
