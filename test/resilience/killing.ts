import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type Database, openDatabase } from '../../shared/db/database.ts'
import { joinEmbeddedPostgres } from '../../shared/db/embedded/join.ts'
import { updateKey } from '../../shared/keys/keys.ts'
import { rowsOf } from '../support/corpus-snapshot.ts'
import { endServices, type ServiceProcess } from '../support/process.ts'
import { AUTHOR } from '../support/test-keys.ts'

/** Limits that no load of a test reaches. */
export const ROOMY = { monthlyQuota: 1_000_000, burstPerMinute: 1_000_000 }

/** Returns the process id of the embedded database in a DATA_DIR. */
export const postmaster = async (dataDir: string): Promise<number> =>
  Number((await readFile(join(dataDir, 'postgres/postmaster.pid'), 'utf8')).split('\n')[0])

/** Opens the embedded database as a plain client, which does not restart it if it fails. */
export async function openAsClient(dataDir: string): Promise<Database> {
  const member = await joinEmbeddedPostgres({ dataDir, name: 'test' })
  await member.leave()
  return openDatabase(member.connection, 'owner', 'test')
}

/** The resources of the tests of one file; undefined if a failed preparation has not opened them. */
export interface Used {
  readonly database: Database | undefined
  readonly service: ServiceProcess | undefined
  readonly folder: { remove(): Promise<void> }
}

/** Closes the client, stops the service and with it its database, and removes the folder. */
export async function endAll({ database, service, folder }: Used): Promise<void> {
  await database?.close()
  await service?.stop()
  endServices()
  await folder.remove()
}

/** Changes a key repeatedly until it is stopped, with a pause after each change; counts the confirmed changes. */
export function operate(database: Database, id: string, pauseMs = 0) {
  const counts = { confirmed: 0 }
  let running = true
  const changing = (async () => {
    for (let quota = ROOMY.monthlyQuota + 1; running; quota++) {
      const terms = { monthlyQuota: quota, scopes: undefined, burstPerMinute: undefined }
      await updateKey(database, id, terms, AUTHOR).then(
        () => {
          counts.confirmed += 1
        },
        () => {}, // the database was unavailable: the change is not confirmed
      )
      await (pauseMs === 0 ? undefined : wait(pauseMs))
    }
  })()
  return {
    counts,
    stop: () => {
      running = false
      return changing
    },
  }
}

/** Returns whether each change of the quota begins with the value that the previous one set. */
export function isUnbroken(auditLog: readonly { change: Record<string, unknown> }[]): boolean {
  const quotas = auditLog.slice(1).map(({ change }) => change.monthlyQuota as { from: number; to: number })
  return quotas.slice(1).every((quota, place) => quota.from === quotas[place]?.to)
}

/** Returns the units charged to each key, by its id, including past months. */
export async function countedUnits(database: Database): Promise<Map<string, number>> {
  const rows = await rowsOf<{ id: string; used: number }>(
    database,
    `select k.public_id as id,
            (c.month_used + coalesce((select sum(p.used) from usage_past_month as p
                                       where p.counter_id = c.counter_id), 0))::int as used
       from api_key as k join usage_counter as c using (counter_id)`,
  )
  return new Map(rows.map(({ id, used }) => [id, used]))
}
