import { writeSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

/**
 * Ends a run with plain lines for programs that cannot read the summary of the runner: the path of each failed suite, and
 * `N passed, N failed`, which begins with `repeated: ` if REPEATED is set. A file that could not be loaded, and an error
 * outside of a test, count as a failure.
 */
export default class CountReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const counts = { passed: 0, failed: errors.length, skipped: 0, pending: 0 }
    for (const module of modules) {
      counts.failed += module.errors().length
      for (const suite of module.children.allSuites()) counts.failed += suite.errors().length
      for (const test of module.children.allTests()) counts[test.result().state]++
    }
    const repeated = process.env.REPEATED === undefined ? '' : 'repeated: '
    const skipped = counts.skipped > 0 ? `, ${counts.skipped} skipped` : ''
    const failedSuites = modules
      .filter((module) => !module.ok())
      .map((module) => `failed suite: ${module.relativeModuleId}\n`)
    // At the very end: the runner writes its own summary after it has notified the reporters.
    process.once('exit', () =>
      writeSync(
        1,
        `\n${failedSuites.join('')}${repeated}${counts.passed} passed, ${counts.failed} failed${skipped}\n`,
      ),
    )
  }
}
