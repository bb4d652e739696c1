import { writeSync } from 'node:fs'
import type { AggregatedResult, Reporter } from '@jest/reporters'

/**
 * Ends a run with one plain line, `N passed, N failed`, for programs that cannot read jest's own summary; with REPEATED,
 * it begins with `repeated: `. A file that could not be loaded counts as a failure: it has no tests to count.
 */
export default class CountReporter implements Pick<Reporter, 'onRunComplete'> {
  onRunComplete(_: unknown, results: AggregatedResult): void {
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites
    const repeated = process.env.REPEATED === undefined ? '' : 'repeated: '
    const skipped = results.numPendingTests > 0 ? `, ${results.numPendingTests} skipped` : ''
    // At the very end: jest writes its own summary after it has notified the reporters.
    process.once('exit', () =>
      writeSync(1, `\n${repeated}${results.numPassedTests} passed, ${failed} failed${skipped}\n`),
    )
  }
}
