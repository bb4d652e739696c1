import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { type Database, type DatabaseRole, openDatabase } from '../../shared/db/database.ts'

/** Variables that start-postgres.ts sets for the whole run: the URL of the server, and the name of the template database. */
const SERVER = 'TEST_SERVER_URL'
const TEMPLATE = 'TEST_TEMPLATE'

/** A database for one test file. */
export interface TestDatabase {
  readonly url: string
  open(role: DatabaseRole): Database
  drop(): Promise<void>
}

/** Creates a database from the migrated template; from `template0`, an empty one for tests of the migrations. */
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

/** Drops a database by force; without force if an autovacuum worker uses it, which only a superuser may end by force. */
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

/** Returns the URL of a database on the test server. */
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

/** Stores the URL of the server and the name of the template database for the processes of the tests. */
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
