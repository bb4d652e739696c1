import type { Database } from '../../db/database.ts'
import type { DatabaseChecks } from '../database-checks.ts'
import { gauge, type Told } from './told.ts'

/** Whether the database answers, and how its connections are used. */
export function databaseState(
  { database, migrations }: DatabaseChecks,
  { use }: Pick<Database, 'use'>,
): Told[] {
  const { open, idle, most, waiting } = use()
  return [
    gauge('trademark_database_up', '1 where the database answers, 0 where it does not.', [
      Number(database === 'ok'),
    ]),
    gauge('trademark_ready', '1 where reads can be served: /health says 200 then.', [
      Number(migrations === 'ok'),
    ]),
    gauge('trademark_database_connections', 'Connections to the database that are open.', [open]),
    gauge('trademark_database_connections_idle', 'Those of them that nobody uses.', [idle]),
    gauge('trademark_database_connections_max', 'As many connections may be open.', [most]),
    gauge('trademark_database_connections_waiting', 'Requests that wait for a connection.', [waiting]),
  ]
}
