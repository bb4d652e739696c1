import { existsSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import type { Database } from '../shared/db/database.ts'
import { joinEmbeddedPostgres } from '../shared/db/embedded/join.ts'
import { MeasuringError } from './part.ts'

/** Does something on the server of `DATABASE_URL` itself, outside of any pool. */
export async function onServer(
  connectionString: string,
  work: (client: pg.Client) => Promise<unknown>,
): Promise<void> {
  const client = new pg.Client({ connectionString })
  try {
    await client.connect()
    await work(client)
  } catch (error) {
    throw new MeasuringError(`The database of DATABASE_URL cannot be used: ${(error as Error).message}.`)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Whether an embedded server runs, or was killed before it could end well. */
export const isUp = (dataDir: string): boolean => existsSync(join(dataDir, 'postgres', 'postmaster.pid'))

/** Ends an embedded server that somebody who was killed, or left a moment too early, has left running. */
export async function stopLeftOver(dataDir: string): Promise<void> {
  if (isUp(dataDir)) {
    // Whoever leaves as the last one takes it down.
    const membership = await joinEmbeddedPostgres({ dataDir, name: 'bench' })
    await membership.leave()
  }
}

/**
 * Ends every connection to a database but those of the bench, which are told by name. A command that was
 * killed leaves its statement running, which would keep an embedded server from being stopped.
 */
export const endStrangers = (owner: Database): Promise<unknown> => owner.query(END_STRANGERS)

/** Of the one database and role alone: others may be on the server of `DATABASE_URL`. */
const END_STRANGERS = {
  text: `select pg_terminate_backend(pid, 5000)
           from pg_stat_activity
          where datname = current_database() and usename = current_user and backend_type = 'client backend'
            and application_name not like 'trademark bench%'`,
  parameters: [],
}
