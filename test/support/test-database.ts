import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { type Database, type DatabaseRole, openDatabase } from '../../shared/db/database.ts'

/** Set for the whole run by start-postgres.ts: a server on which databases may be made, and what to copy there. */
const SERVER = 'TEST_SERVER_URL'
const TEMPLATE = 'TEST_TEMPLATE'

/** A migrated database of a test file's own: copied from the template, dropped at its end. */
export interface TestDatabase {
  readonly url: string
  open(role: DatabaseRole): Database
  drop(): Promise<void>
}

/** `template0` gives an empty one, for tests of the migrations themselves. */
export async function createTestDatabase(template = remembered(TEMPLATE)): Promise<TestDatabase> {
  const name = `trademark_test_${randomBytes(6).toString('hex')}`
  await onServer(`create database ${name} template ${template}`)
  const url = databaseUrl(name)
  const opened: Database[] = []
  return {
    url,
    open: (role) => {
      const database = openDatabase({ connectionString: url }, role, 'test')
      opened.push(database)
      return database
    },
    drop: async () => {
      await Promise.all(opened.map((database) => database.close()))
      await dropDatabase(name)
    },
  }
}

const INSUFFICIENT_PRIVILEGE = '42501'

/** An autovacuum worker in the database may not be ended by force, but gives way to a drop without. */
async function dropDatabase(name: string): Promise<void> {
  try {
    await onServer(`drop database ${name} with (force)`)
  } catch (error) {
    if ((error as { code?: string }).code !== INSUFFICIENT_PRIVILEGE) {
      throw error
    }
    await onServer(`drop database ${name}`)
  }
}

/** Where a database of the test server is. */
export function databaseUrl(name: string): string {
  const url = new URL(remembered(SERVER))
  url.pathname = name
  return url.href
}

/** Runs one command on the test server, outside of any database of the tests. */
export async function onServer(command: string): Promise<void> {
  const client = new pg.Client({ connectionString: remembered(SERVER) })
  await client.connect()
  try {
    await client.query(command)
  } finally {
    await client.end()
  }
}

/** Passes on to the processes of the tests where the server is and which database is the template. */
export function remember(serverUrl: string, template: string): void {
  process.env[SERVER] = serverUrl
  process.env[TEMPLATE] = template
}

export const templateName = (): string => remembered(TEMPLATE)

function remembered(name: string): string {
  const value = process.env[name]
  if (value === undefined) {
    throw new Error('start-postgres.ts has not run: start the tests with npm test')
  }
  return value
}
