import { once } from 'node:events'
import type { Office } from '../../local/sample-office/server/office.ts'
import { sourceTasks } from '../../local/schedule-runs.ts'
import { startScheduler } from '../../local/scheduler.ts'
import { config } from '../../shared/config.ts'
import { openDatabase } from '../../shared/db/database.ts'

/**
 * Lets the sources run on a made-up office as npm start does, in a process whose environment the runs' own processes
 * have, too: node test/support/schedule-office.ts SHEETS_URL BULLETIN_URL [stay]. Stops behind the first look, or,
 * when it is to stay, at SIGTERM.
 */
const [sheetsUrl = '', bulletinUrl = '', stay] = process.argv.slice(2)
const connection = { connectionString: config().databaseUrl ?? '' }
const database = openDatabase(connection, 'trademark_ingest', 'start')
const told = once(process, 'SIGTERM')
const office: Pick<Office, 'sheetsUrl' | 'bulletinUrl' | 'publish'> = {
  sheetsUrl,
  bulletinUrl,
  publish: () => {},
}
const scheduler = startScheduler({ tasks: sourceTasks(config(), database, office as Office) })
await scheduler.look()
await (stay ? told : undefined)
await scheduler.stop()
await database.close()
process.exit()
