import type { Statement } from '../shared/db/sql-file.ts'
import type { RunReport } from '../shared/sync/run.ts'
import type { BenchDatabase } from './bench-database.ts'
import { runCommand } from './command.ts'
import { committedVersion } from './committed-version.ts'
import type { BenchOffice } from './open-office.ts'
import { MeasuringError, type Run } from './part.ts'
import type { Asked, Way } from './portal-figures.ts'
import { RECORDS } from './portal-marks.ts'

const LENGTH: Statement = {
  text: 'select extract(epoch from finished_at - started_at)::float8 as seconds from sync_run where run_id = $1',
  parameters: ['run_id'],
}

/** What a run has to come to, of all that it asks for. */
const OUTCOMES = { new: 'inserted', 'the same': 'unchanged', changed: 'updated' } as const

/**
 * Runs `npm run sync -- portal` on the made-up office, without pauses.
 *
 * @throws MeasuringError where not all applications came to what they have to
 */
export async function takePortal(
  run: Run,
  { owner, environment }: BenchDatabase,
  office: Pick<BenchOffice, 'portalUrl'>,
  way: Exclude<Way, 'bare calls'>,
): Promise<Asked> {
  const before = await committedVersion(owner)
  const { said, seconds, peakMegabytes } = await runCommand(run, 'sync', ['portal'], {
    ...environment,
    PORTAL_URL: office.portalUrl,
    PORTAL_PAUSE_SECONDS: '0',
    PORTAL_RECORDS_PER_RUN: String(RECORDS),
  })
  const { id, rowsRead, inserted, updated, unchanged, ...report } = said as RunReport
  const outcome = { inserted, updated, unchanged }
  if (rowsRead !== RECORDS || report.rejected > 0 || outcome[OUTCOMES[way]] !== RECORDS) {
    throw new MeasuringError(
      `Of ${RECORDS} applications, ${rowsRead} were read, ${report.rejected} rejected and ${outcome[OUTCOMES[way]]} ${OUTCOMES[way]}: figures prove nothing.`,
    )
  }
  const [length] = await owner.query<{ seconds: number }>(LENGTH, { run_id: id })
  return {
    way,
    records: rowsRead,
    seconds: length?.seconds ?? 0,
    commandSeconds: seconds,
    peakMegabytes,
    corpus: { ...outcome, versionMoved: (await committedVersion(owner)) !== before },
  }
}
