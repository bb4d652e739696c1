import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig, type UserConfig } from 'vitest/config'

type Tier = NonNullable<UserConfig['test']>

/**
 * The tests of each tier, by the script that runs the tier. FAULTS=short or long changes the number of repetitions in
 * test:resilience and test:endurance.
 */
const TIERS: Record<string, Tier> = {
  // Tests that need no browser, and no processes other than the workers and PostgreSQL.
  test: {
    include: ['{bench,client,functions,shared,schemas,local,scripts}/**/*.test.ts', 'test/*.test.ts'],
  },
  // Tests of commands, services and clients in their own processes, and of pages in a browser. They mostly wait.
  'test:system': {
    include: ['test/{system,browser}/**/*.test.ts'],
    maxWorkers: Math.max(3, availableParallelism() - 1),
  },
  // Tests with injected faults. One suite runs at a time, because each suite uses the whole machine.
  'test:resilience': {
    include: ['test/resilience/**/*.test.ts'],
    maxWorkers: 1,
    testTimeout: 900_000,
  },
  'test:endurance': {
    include: ['test/resilience/{*.endurance,killed.test}.ts'],
    maxWorkers: 1,
    testTimeout: 14_400_000,
  },
  // Property tests with random histories of runs, calls and readers. They use many more histories than in npm test.
  'test:histories': {
    include: [
      'schedule/slots',
      'keys/admit',
      'keys/admission-queue',
      'brands/changes/feed',
      'sync/resolve/source-histories',
      'sync/run/lease-histories',
      'search-brands.listing-pages',
      'search-brands.result-pages',
    ].map((name) => `{shared,functions/api}/**/${name}.test.ts`),
    testTimeout: 14_400_000,
  },
  'test:drill': {
    include: ['test/resilience/*.drill.ts'],
    maxWorkers: 1,
    testTimeout: 900_000,
  },
}

const name = process.env.TIER ?? 'test'
const tier = TIERS[name]
if (tier === undefined) {
  throw new Error(`Unknown TIER ${name}; the tiers are ${Object.keys(TIERS).join(', ')}.`)
}

/**
 * Suites of `npm test` that set variables of the environment, which the service reads once, or that count what a module has
 * counted since its start. Each runs in a process of its own.
 */
const OWN_PROCESS = [
  'functions/public/docs.discovery.test.ts',
  'functions/public/health.test.ts',
  'functions/public/metrics.test.ts',
  'shared/http/middleware/cors.test.ts',
  'shared/insights/metrics/admissions.test.ts',
]

const settings: Tier = {
  pool: 'forks',
  // Node imports the modules itself, as in production.
  experimental: { viteModuleRunner: false },
  // Ends a test that hangs. It is not a limit on the speed of tests.
  testTimeout: 300_000,
  hookTimeout: tier.testTimeout ?? 300_000,
  ...tier,
}

export default defineConfig({
  test: {
    globalSetup: 'test/support/start-postgres.ts',
    reporters: ['default', 'test/support/count-reporter.ts'],
    // Tests wait more than they compute, so even a machine with two cores runs two suites at a time.
    maxWorkers: tier.maxWorkers ?? Math.max(2, availableParallelism() - 1),
    watch: false,
    // A missing snapshot is a failure; `npm test -- -u` writes it.
    update: 'none',
    projects:
      name === 'test'
        ? [
            // A worker loads a module once, and not once for each suite: no suite may depend on the state of a module.
            {
              test: {
                ...settings,
                name: 'rules',
                isolate: false,
                exclude: [...configDefaults.exclude, ...OWN_PROCESS],
              },
            },
            { test: { ...settings, name: 'own process', include: OWN_PROCESS } },
          ]
        : [{ test: { ...settings, name } }],
  },
})
