// Node strips the types itself, so there is nothing to transform; see the "test" script for the flags.
export default {
  testEnvironment: 'node',
  extensionsToTreatAsEsm: ['.ts'],
  transform: {},
  testMatch: ['<rootDir>/{functions,shared,schemas,local,scripts}/**/*.test.ts'],
  globalSetup: '<rootDir>/shared/testing/start-postgres.ts',
  globalTeardown: '<rootDir>/shared/testing/stop-postgres.ts',
  reporters: ['default', '<rootDir>/shared/testing/count-reporter.ts'],
  testTimeout: 30_000,
}
