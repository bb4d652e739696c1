import { setTimeout as wait } from 'node:timers/promises'
import type { Database } from '../../../db/database.ts'
import { type Statement, sqlFile } from '../../../db/sql-file.ts'
import type { PortalRateLimit } from '../../../platform/config.ts'
import { SyncError, type SyncErrorCode } from '../../sync-error.ts'
import type { RateLimiter } from './request/request-context.ts'

/** A rate limiter without limits, for the sample office: a simulated portal on this machine. */
export const UNLIMITED: RateLimiter = {
  acquire: async (signal) => signal.throwIfAborted(),
  release: async () => {},
}

export const SAMPLE_RATE_LIMIT: PortalRateLimit = {
  pauseMs: 0,
  callsPerDay: 1_000_000_000,
  recordsPerRun: 100,
  contact: undefined,
}

/**
 * Returns the rate limit of the sample office or of the configured portal. `sheetsFirst` is true if a run of the portal needs
 * loaded sheets.
 */
export const rateLimitFor = (
  sample: boolean | undefined,
  { portal, sources }: { portal: PortalRateLimit; sources: { readonly sheets?: string | undefined } },
): { rateLimit: PortalRateLimit; sheetsFirst: boolean } =>
  sample
    ? { rateLimit: SAMPLE_RATE_LIMIT, sheetsFirst: false }
    : { rateLimit: portal, sheetsFirst: sources.sheets !== undefined }

const statement = (file: string): Statement => sqlFile(import.meta.url, file, 'planned')
const START_CALL = statement('start-call.sql')
const END_CALL = statement('end-call.sql')
const BLOCK_FOR_TODAY = statement('block-for-today.sql')

/**
 * Creates a rate limiter for requests to the portal. All processes share the limit, because the database counts the requests.
 * A request counts even if its process dies.
 */
export const createRateLimiter = (
  database: Database,
  { pauseMs, callsPerDay }: Pick<PortalRateLimit, 'pauseMs' | 'callsPerDay'>,
): RateLimiter => ({
  acquire: async (signal) => {
    const [call] = await database.query<{ waitMs: number }>(START_CALL, {
      calls_per_day: callsPerDay,
      pause_ms: pauseMs,
    })
    if (call === undefined) {
      throw new SyncError(
        'calls_spent',
        `All ${callsPerDay.toLocaleString('en')} requests of today are used up; requests resume tomorrow.`,
      )
    }
    if (call.waitMs > 0) {
      await wait(call.waitMs, undefined, { signal }).catch(() => signal.throwIfAborted())
    }
  },
  release: async () => {
    await database.query(END_CALL)
  },
})

/** The errors that block requests until the next day in Chile. Each has a message for the runs that are skipped. */
export const BLOCK_MESSAGES = {
  limit_reached: 'The portal reported its query limit today; requests resume tomorrow.',
  captcha_required:
    'The portal asked for a captcha today; requests resume tomorrow, or with a run that an operator starts.',
} as const

export type BlockCode = keyof typeof BLOCK_MESSAGES

export const isBlockCode = (code: SyncErrorCode): code is BlockCode => code in BLOCK_MESSAGES

export const blockForToday = (database: Database, code: BlockCode): Promise<unknown> =>
  database.query(BLOCK_FOR_TODAY, { code })
