// Node strips the types itself, so there is nothing to transform; see the "test" script for the flags.
import { availableParallelism } from 'node:os'

/** The tests of each tier, by the script that runs it. FAULTS=short or long changes how often the last three repeat. */
const TIERS = {
  // No process besides the workers and PostgreSQL, and no browser.
  test: {
    testMatch: [
      '<rootDir>/{bench,client,functions,shared,schemas,local,scripts}/**/*.test.ts',
      '<rootDir>/test/*.test.ts',
    ],
  },
  // Commands, services and clients in processes of their own, and pages in a browser: most of the time is waiting.
  'test:system': {
    testMatch: ['<rootDir>/test/{system,browser}/**/*.test.ts'],
    maxWorkers: Math.max(3, availableParallelism() - 1),
  },
  // Faults: one suite at a time, because each of them takes what the machine has.
  'test:resilience': {
    testMatch: ['<rootDir>/test/resilience/**/*.test.ts'],
    maxWorkers: 1,
    testTimeout: 900_000,
  },
  'test:endurance': {
    testMatch: ['<rootDir>/test/resilience/{*.endurance,killed.test}.ts'],
    maxWorkers: 1,
    testTimeout: 14_400_000,
  },
  // The command of test/mutation/mutate.ts, for tests of pure code.
  'test:mutation': {
    globalSetup: undefined,
    globalTeardown: undefined,
    testMatch: ['<rootDir>/shared/**/*.test.ts'],
    bail: 1,
  },
  // Properties about histories of runs, calls and readers, with many more of them than in npm test.
  'test:histories': {
    testMatch: [
      'schedule/slots',
      'keys/admit',
      'keys/admission-queue',
      'brands/changes/feed',
      'sync/resolve/source-histories',
      'sync/run/lease-histories',
      'search-brands.listing-pages',
      'search-brands.result-pages',
    ].map((name) => `<rootDir>/{shared,functions/api}/**/${name}.test.ts`),
    testTimeout: 14_400_000,
  },
  'test:drill': {
    testMatch: ['<rootDir>/test/resilience/*.drill.ts'],
    maxWorkers: 1,
    testTimeout: 900_000,
  },
}

const tier = TIERS[process.env.TIER ?? 'test']
if (tier === undefined) {
  throw new Error(`Unknown TIER ${process.env.TIER}; the tiers are ${Object.keys(TIERS).join(', ')}.`)
}

export default {
  // A suite of processes whose preparation failed may leave one behind, which must not keep the whole run from ending.
  forceExit: tier !== TIERS.test,
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {},
  globalSetup: '<rootDir>/test/support/start-postgres.ts',
  globalTeardown: '<rootDir>/test/support/stop-postgres.ts',
  reporters: ['default', '<rootDir>/test/support/count-reporter.ts'],
  // Tests wait more than they compute: two cores run two suites at a time as well.
  maxWorkers: Math.max(2, availableParallelism() - 1),
  // A missing snapshot is a failure; `npm test -- -u` writes it.
  ci: true,
  // Ends a test that hangs; it is no measure of speed.
  testTimeout: 300_000,
  ...tier,
}
