import { abortOnStop } from '../../local/run-process.ts'
import { startSampleOffice } from '../../local/sample/office.ts'
import { withSyncProgress } from '../../local/sync-progress.ts'
import type { Source } from '../../schemas/catalogs.ts'
import type { Database } from '../../shared/db/database.ts'
import { config } from '../../shared/platform/config.ts'
import { OperatorError } from '../../shared/platform/operator-error.ts'
import { corpusState } from '../../shared/sync/apply/compare.ts'
import { type Approval, approvalOf } from '../../shared/sync/run/approval.ts'
import type { RunReport } from '../../shared/sync/run.ts'
import { type BulletinOptions, syncBulletin } from '../../shared/sync/sources/bulletin/sync-bulletin.ts'
import { rateLimitFor } from '../../shared/sync/sources/portal/rate-limit.ts'
import { type PortalOptions, syncPortal } from '../../shared/sync/sources/portal/sync-portal.ts'
import {
  type SheetsOptions,
  type SheetsOrder,
  syncSheets,
} from '../../shared/sync/sources/sheets/sync-sheets.ts'
import { SyncError } from '../../shared/sync/sync-error.ts'
import { EXIT } from '../exit-codes.ts'
import { madeUpOffice, sheets } from './output.ts'

/** The sources that a person can ask for a run. */
export type RunSource = Source

/** What a person asks for: files, an edition, or a held run that is to be let through. */
export interface Asked {
  file?: string[]
  date?: string
  accept?: string
}

/** A run as the pipelines of all sources are asked for it. */
type Order = SheetsOrder

type Run = (
  database: Database,
  order: Order,
  options: SheetsOptions & BulletinOptions & PortalOptions,
) => Promise<RunReport[]>

const RUN: Readonly<Record<RunSource, Run>> = {
  sheets: async (...run) => [await syncSheets(...run)],
  bulletin: syncBulletin,
  portal: async (database, order, options) => [
    await syncPortal(database, { ...order, ...rateLimitFor(order.sample, config()) }, options),
  ],
}

/** A run on the files that were named, on those of the run that is accepted, or on the source of the settings. */
export async function runNow(
  database: Database,
  source: RunSource,
  { file = [], date, accept }: Asked,
): Promise<RunReport[]> {
  const accepted = accept === undefined ? undefined : await approvalOf(database, source, accept)
  const files = file.length > 0 ? file : (accepted?.input?.files ?? [])
  const day = date ?? (file.length > 0 ? undefined : (accepted?.input?.date ?? editionOf(source, accepted)))
  const order = {
    trigger: 'manual',
    ...(day === undefined ? {} : { date: day }),
    ...(accepted ? { accepts: accepted.fingerprint } : {}),
  } as const
  const url = config().sources[source]
  if (source === 'portal' && date !== undefined && file.length === 0) {
    throw new OperatorError(
      'A day is that of saved answers: name them with --file PATH. The portal answers as of today.',
    )
  }
  if (files.length > 0 || url !== undefined) {
    return run(database, source, { ...order, from: files.length > 0 ? { files } : { url: url ?? '' } })
  }
  return runOnSample(database, source, order)
}

const SAY_WHICH = { sheets: 'sheets', bulletin: 'editions', portal: 'saved answers' } as const

/** Of the bulletin, an operator accepts one edition; the others have nothing to do with it. */
const editionOf = (source: RunSource, accepted: Approval | undefined): string | undefined =>
  source === 'bulletin' && accepted?.input === null ? (accepted.sourceDate ?? undefined) : undefined

/** Runs on the sample office while the corpus is a sample: no source is configured. */
async function runOnSample(
  database: Database,
  source: RunSource,
  order: Omit<Order, 'from'>,
): Promise<RunReport[]> {
  if ((await corpusState(database)).kind === 'register') {
    throw new OperatorError(
      `Say which ${SAY_WHICH[source]}: --file PATH, once or more; or set ${source.toUpperCase()}_URL.`,
    )
  }
  if (process.stderr.isTTY) {
    process.stderr.write(`${madeUpOffice(source)}\n`)
  }
  const office = await startSampleOffice()
  try {
    const from = { url: office.urls[source] }
    return await run(database, source, { ...order, sample: true, from })
  } finally {
    await office.stop()
  }
}

const STOPPED = new SyncError(
  'interrupted',
  'The run was stopped by its operator; nothing of it was applied.',
)

/** Of the run that is under way. */
let stop: AbortSignal | undefined

/** Whether a signal has ended the run. */
export const wasStopped = (): boolean => stop?.aborted === true

/** The first signal ends the run in order, as long as nothing is applied for good; a second one does not wait. */
const run = (database: Database, source: RunSource, order: Order): Promise<RunReport[]> =>
  withSyncProgress((progress) => {
    stop = abortOnStop(STOPPED, EXIT.interrupted)
    return RUN[source](database, order, {
      ...progress,
      signal: stop,
      onSheets: (taken) => void (process.stderr.isTTY && process.stderr.write(sheets(taken))),
    })
  })
