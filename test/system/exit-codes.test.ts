import { expect, test } from 'vitest'
import { inParallel, runScript } from '../support/run-script.ts'

const WELL_TYPED: readonly [script: string, args: string[]][] = [
  ['keys.ts', ['list', '--json']],
  ['sync.ts', ['status', '--json']],
  ['backup.ts', ['list', '--json']],
  ['restore.ts', ['--identity', 'a.key', '--json']],
  ['migrate.ts', ['--json']],
  ['reindex.ts', ['--json']],
  ['openapi.ts', []],
  ['invoke.ts', ['-l', 'functions/public/health.ts', '-e', 'local/events/health.json']],
]

test('every program that reads settings ends with exit code 2 for an invalid setting', async () => {
  expect(await ended(WELL_TYPED, { LOG_LEVEL: 'loud' })).toEqual(
    WELL_TYPED.map(([script]) => ({
      ...{ script, code: 2, out: '' },
      err: expect.stringMatching(/^These settings are not valid:\n {2}LOG_LEVEL must be one of .*\n$/),
    })),
  )
})

test('a failure ends a program with exit code 1, one sentence on standard error and an empty standard output', async () => {
  const needy = WELL_TYPED.filter(([script]) => script !== 'openapi.ts') // needs neither a database nor a file
  const settings = { DATABASE_URL: 'postgres://reader@127.0.0.1:1/x', LOG_LEVEL: 'silent' }
  expect(await ended(needy, settings)).toEqual(
    needy.map(([script]) => ({ script, code: 1, out: '', err: expect.stringMatching(/^[A-Z][^\n]*\.\n$/) })),
  )
})

const ended = (programs: typeof WELL_TYPED, env: Record<string, string>) =>
  inParallel(programs, async ([script, args]) => ({ script, ...(await runScript(script, args, { env })) }))
