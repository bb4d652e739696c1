// Node strips the types itself, so there is nothing to transform; see the "test" script for the flags.
import { availableParallelism } from 'node:os'

export default {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {},
  testMatch: [
    '<rootDir>/{bench,client,functions,shared,schemas,local,scripts}/**/*.test.ts',
    '<rootDir>/test/*.test.ts',
    '<rootDir>/test/support/**/*.test.ts',
  ],
  globalSetup: '<rootDir>/test/support/start-postgres.ts',
  globalTeardown: '<rootDir>/test/support/stop-postgres.ts',
  reporters: ['default', '<rootDir>/test/support/count-reporter.ts'],
  // Tests wait more than they work: also two cores carry two files at a time.
  maxWorkers: Math.max(2, availableParallelism() - 1),
  // A snapshot that is not there is a failure; `npm test -- -u` writes it.
  ci: true,
  // It ends what hangs, and judges nothing: a machine may have other things to do.
  testTimeout: 300_000,
}
