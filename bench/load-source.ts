import type { RunReport } from '../shared/sync/run.ts'
import type { BenchDatabase } from './bench-database.ts'
import { type Commanded, type Place, runSyncCommand } from './command.ts'
import { MeasuringError, type Run } from './part.ts'

/** What one run of a source came to. */
export interface Loaded extends Omit<Commanded, 'said'> {
  report: RunReport
}

/**
 * Loads sheets as `npm run sync -- sheets` does: files, or what an address has.
 *
 * @throws MeasuringError when the run does not succeed
 */
export async function loadSheets(
  run: Run,
  { environment }: Pick<BenchDatabase, 'environment'>,
  place: Place,
): Promise<Loaded> {
  const { said, ...figures } = await runSyncCommand(run, environment, 'sheets', place)
  return { report: said as RunReport, ...figures }
}

/**
 * Takes the one edition that is new, as `npm run sync -- bulletin` does, or none.
 *
 * @throws MeasuringError when the run does not succeed, and when it is not one run
 */
export async function loadEdition(
  run: Run,
  { environment }: Pick<BenchDatabase, 'environment'>,
  place: Place,
): Promise<Loaded> {
  const { said, ...figures } = await runSyncCommand(run, environment, 'bulletin', place)
  const [report, ...others] = (said as { runs: RunReport[] }).runs
  if (report === undefined || others.length > 0) {
    throw new MeasuringError(`${others.length + 1} editions were taken, where one was published.`)
  }
  return { report, ...figures }
}
