// Node strips the types itself, so there is nothing to transform. The script "test" of package.json has the flags.
import { availableParallelism } from 'node:os'

/**
 * The tests of each tier, by the script that runs the tier. FAULTS=short or long changes the number of repetitions in
 * test:resilience and test:endurance.
 */
const TIERS = {
  // Tests that need no browser, and no processes other than the workers and PostgreSQL.
  test: {
    testMatch: [
      '<rootDir>/{bench,client,functions,shared,schemas,local,scripts}/**/*.test.ts',
      '<rootDir>/test/*.test.ts',
    ],
  },
  // Tests of commands, services and clients in their own processes, and of pages in a browser. They mostly wait.
  'test:system': {
    testMatch: ['<rootDir>/test/{system,browser}/**/*.test.ts'],
    maxWorkers: Math.max(3, availableParallelism() - 1),
  },
  // Tests with injected faults. One suite runs at a time, because each suite uses the whole machine.
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
  // The tests of pure code that test/mutation/mutate.ts runs. They need no PostgreSQL.
  'test:mutation': {
    globalSetup: undefined,
    globalTeardown: undefined,
    testMatch: ['<rootDir>/shared/**/*.test.ts'],
  },
  // Property tests with random histories of runs, calls and readers. They use many more histories than in npm test.
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
  // A suite whose preparation failed may leave a process behind, which must not prevent the test run from ending.
  forceExit: tier !== TIERS.test,
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {},
  globalSetup: '<rootDir>/test/support/start-postgres.ts',
  globalTeardown: '<rootDir>/test/support/stop-postgres.ts',
  reporters: ['default', '<rootDir>/test/support/count-reporter.ts'],
  // Tests wait more than they compute, so even a machine with two cores runs two suites at a time.
  maxWorkers: Math.max(2, availableParallelism() - 1),
  // A missing snapshot is a failure; `npm test -- -u` writes it.
  ci: true,
  // Ends a test that hangs. It is not a limit on the speed of tests.
  testTimeout: 300_000,
  ...tier,
}
