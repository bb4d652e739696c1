import { once } from 'node:events'
import { sourceTasks } from '../../local/schedule-runs.ts'
import { startScheduler } from '../../local/scheduler.ts'
import { openDatabase } from '../../shared/db/database.ts'
import { config } from '../../shared/platform/config.ts'

/**
 * Schedules runs on an office as `npm start` does on the sample office. The processes of the runs inherit the environment.
 * Usage: `node test/support/schedule-office.ts SHEETS_URL BULLETIN_URL PORTAL_URL [stay]`. Stops after the first check, or
 * with `stay` on SIGTERM.
 */
const [sheets = '', bulletin = '', portal = '', stay] = process.argv.slice(2)
const connection = { connectionString: config().databaseUrl ?? '' }
const database = openDatabase(connection, 'trademark_ingest', 'start')
const stopped = once(process, 'SIGTERM')
const office = { urls: { sheets, bulletin, portal } }
const scheduler = startScheduler({ tasks: sourceTasks(config(), database, office) })
await scheduler.check()
await (stay ? stopped : undefined)
await scheduler.stop()
await database.close()
process.exit()
