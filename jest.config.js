// Node strips the types itself, so there is nothing to transform; see the "test" script for the flags.
import { availableParallelism } from 'node:os'

export default {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {},
  testMatch: ['<rootDir>/{client,functions,shared,schemas,local,scripts}/**/*.test.ts'],
  globalSetup: '<rootDir>/shared/testing/start-postgres.ts',
  globalTeardown: '<rootDir>/shared/testing/stop-postgres.ts',
  reporters: ['default', '<rootDir>/shared/testing/count-reporter.ts'],
  // Tests wait more than they work: also two cores carry two files at a time.
  maxWorkers: Math.max(2, availableParallelism() - 1),
  // A snapshot that is not there is a failure; `npm test -- -u` writes it.
  ci: true,
  // It ends what hangs, and judges nothing: a machine may have other things to do.
  testTimeout: 300_000,
}
