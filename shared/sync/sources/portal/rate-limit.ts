import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../../../db/database.ts'
import { type Statement, sqlFile } from '../../../db/sql-file.ts'
import type { PortalRateLimit } from '../../../platform/config.ts'
import { SyncError, type SyncErrorCode } from '../../sync-error.ts'
import type { Pace } from './ask/portal.ts'

/** The pace of calls to the made-up office, which is on this machine: nobody waits, and nothing is counted. */
export const UNHURRIED: Pace = {
  turn: async (signal) => signal.throwIfAborted(),
  done: async () => {},
}

/** The made-up office. */
export const SAMPLE_MANNERS: PortalRateLimit = {
  pauseMs: 0,
  callsPerDay: 1_000_000_000,
  recordsPerRun: 100,
  contact: undefined,
}

/** How a run treats the portal: the made-up office's, or the one that its operator has configured. */
export const mannersFor = (
  sample: boolean | undefined,
  { portal, sources }: { portal: PortalRateLimit; sources: { readonly sheets?: string | undefined } },
): { manners: PortalRateLimit; sheetsFirst: boolean } =>
  sample
    ? { manners: SAMPLE_MANNERS, sheetsFirst: false }
    : { manners: portal, sheetsFirst: sources.sheets !== undefined }

const statement = (file: string): Statement => sqlFile(import.meta.url, file, 'planned')
const TAKE_CALL = statement('take-call.sql')
const END_CALL = statement('end-call.sql')
const CLOSE_FOR_TODAY = statement('close-for-today.sql')

/**
 * The pace of all calls to the portal, whichever process makes them: the database counts them, and knows when the last
 * one was over. A process that dies has spent the call that it had begun.
 */
export const paceOf = (
  database: Database,
  { pauseMs, callsPerDay }: Pick<PortalRateLimit, 'pauseMs' | 'callsPerDay'>,
): Pace => ({
  turn: async (signal) => {
    const [call] = await database.query<{ waitMs: number }>(TAKE_CALL, {
      calls_per_day: callsPerDay,
      pause_ms: pauseMs,
    })
    if (call === undefined) {
      throw new SyncError('calls_spent', `All ${callsPerDay.toLocaleString('en')} calls of today are spent.`)
    }
    if (call.waitMs > 0) {
      await wait(call.waitMs, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  },
  done: async () => {
    await database.query(END_CALL)
  },
})

/** What a portal may say to be left alone until the next Chilean day. */
export const CLOSING = {
  limit_reached: 'The portal said today that it is enough: it is asked again tomorrow.',
  captcha_required:
    'The portal asked for a captcha today: it is asked again tomorrow, or when its operator says so.',
} as const

export type Closing = keyof typeof CLOSING

export const isClosing = (code: SyncErrorCode): code is Closing => code in CLOSING

/** Keeps every run from asking until the next Chilean day. */
export const closeForToday = (database: Database, code: Closing): Promise<unknown> =>
  database.query(CLOSE_FOR_TODAY, { code })
