import { abortOnStop } from '../../local/run-process.ts'
import { withSyncProgress } from '../../local/sync-progress.ts'
import type { Source } from '../../schemas/catalogs.ts'
import type { Database } from '../../shared/db/database.ts'
import { config } from '../../shared/platform/config.ts'
import { OperatorError } from '../../shared/platform/operator-error.ts'
import { corpusKind } from '../../shared/sync/apply/corpus-kind.ts'
import { type Approval, approvalOf } from '../../shared/sync/run/approval.ts'
import type { RunReport } from '../../shared/sync/run.ts'
import type { BulletinOptions } from '../../shared/sync/sources/bulletin/sync-bulletin.ts'
import { rateLimitFor } from '../../shared/sync/sources/portal/rate-limit.ts'
import type { PortalOptions } from '../../shared/sync/sources/portal/sync-portal.ts'
import type { SheetsOptions } from '../../shared/sync/sources/sheets/sync-sheets.ts'
import type { SourceOrder } from '../../shared/sync/sources/source-order.ts'
import { SyncError } from '../../shared/sync/sync-error.ts'
import { EXIT } from '../exit-codes.ts'
import { sampleNotice, sheets } from './output.ts'

/** The options of a run: files, an edition, or the id of a held run to accept. */
export interface RunArguments {
  file?: string[]
  date?: string
  accept?: string
}

type Run = (
  database: Database,
  order: SourceOrder,
  options: SheetsOptions & BulletinOptions & PortalOptions,
) => Promise<RunReport[]>

/** The function that runs each source. It imports the code of the source when called, so that commands start faster. */
const RUN: Readonly<Record<Source, Run>> = {
  sheets: async (...run) => {
    const { syncSheets } = await import('../../shared/sync/sources/sheets/sync-sheets.ts')
    return [await syncSheets(...run)]
  },
  bulletin: async (...run) => {
    const { syncBulletin } = await import('../../shared/sync/sources/bulletin/sync-bulletin.ts')
    return syncBulletin(...run)
  },
  portal: async (database, order, options) => {
    const { syncPortal } = await import('../../shared/sync/sources/portal/sync-portal.ts')
    return [await syncPortal(database, { ...order, ...rateLimitFor(order.sample, config()) }, options)]
  },
}

/**
 * Runs a source on the first available input, in this order: the named files, the files of the accepted run, the configured
 * address, the sample data.
 */
export async function runNow(
  database: Database,
  source: Source,
  { file = [], date, accept }: RunArguments,
): Promise<RunReport[]> {
  const approval = accept === undefined ? undefined : await approvalOf(database, source, accept)
  const files = file.length > 0 ? file : (approval?.input?.files ?? [])
  const day = date ?? (file.length > 0 ? undefined : (approval?.input?.date ?? editionOf(source, approval)))
  const order = {
    trigger: 'manual',
    ...(day === undefined ? {} : { date: day }),
    ...(approval ? { accepts: approval.fingerprint } : {}),
  } as const
  const url = config().sources[source]
  if (source === 'portal' && date !== undefined && file.length === 0) {
    throw new OperatorError(
      'For the portal, --date is only allowed with saved answers, because the portal itself only has data of today. Name the ' +
        'files with --file PATH.',
    )
  }
  if (files.length > 0 || url !== undefined) {
    return run(database, source, { ...order, from: files.length > 0 ? { files } : { url: url ?? '' } })
  }
  return runOnSample(database, source, order)
}

const INPUTS = { sheets: 'sheets', bulletin: 'editions', portal: 'saved answers' } as const

/** Returns the edition to load again when a held bulletin run without files is accepted; otherwise undefined. */
const editionOf = (source: Source, approval: Approval | undefined): string | undefined =>
  source === 'bulletin' && approval?.input === null ? (approval.sourceDate ?? undefined) : undefined

/** Runs a source on the sample data. @throws OperatorError if the corpus already has the real data of the register */
async function runOnSample(
  database: Database,
  source: Source,
  order: Omit<SourceOrder, 'from'>,
): Promise<RunReport[]> {
  if ((await corpusKind(database)) === 'register') {
    throw new OperatorError(
      `No ${INPUTS[source]} given. Name them with --file PATH, or set ${source.toUpperCase()}_URL.`,
    )
  }
  if (process.stderr.isTTY) {
    process.stderr.write(`${sampleNotice(source)}\n`)
  }
  const { startSampleOffice } = await import('../../local/sample/office.ts')
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

let stop: AbortSignal | undefined

/** Returns whether the operator has stopped the run. */
export const wasStopped = (): boolean => stop?.aborted === true

/** Runs a source. The first stop signal aborts the run, the second ends the process at once. */
const run = (database: Database, source: Source, order: SourceOrder): Promise<RunReport[]> =>
  withSyncProgress((progress) => {
    stop = abortOnStop(STOPPED, EXIT.interrupted)
    return RUN[source](database, order, {
      ...progress,
      signal: stop,
      onSheets: (listed) => void (process.stderr.isTTY && process.stderr.write(sheets(listed))),
    })
  })
