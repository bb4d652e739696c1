import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anyCharacter } from '../../../../../test/support/any-character.ts'
import {
  answered,
  type Scripted,
  type ScriptedPortal,
  SECRETS,
  startScriptedPortal,
  wrapped,
} from '../../../../../test/support/scripted-portal.ts'
import { scriptedSession } from '../../../../../test/support/scripted-session.ts'
import { SyncError } from '../../../sync-error.ts'

let server: ScriptedPortal

beforeAll(async () => {
  server = await startScriptedPortal()
})
afterAll(() => server.stop())

/** Texts that no message may contain: session values and the portal's address. */
const secrets = (): string[] => [
  ...Object.values(SECRETS),
  'HUELLANUEVA',
  new URL(server.url).host,
  'BuscarMarca',
]

/** Texts with secrets at any position. */
const withSecrets = fc
  .array(
    fc.oneof(
      fc.string({ unit: anyCharacter }),
      fc.constantFrom(
        'La sesión ',
        'no existe ',
        'Error en ',
        ' límite ',
        'captcha',
        '<p>',
        '{"d":',
        '"',
        '\\',
      ),
      fc.nat(4).map((index) => secrets()[index] ?? ''),
    ),
    { maxLength: 8 },
  )
  .map((pieces) => pieces.join(''))

const NUMBERS = ['1.241.347', '12', 12, 1e21, -1, '0', '', null, 'x', '9'.repeat(18)]
const row = fc.oneof(
  fc.record(
    { id: fc.constantFrom(...NUMBERS), cell: fc.array(fc.constantFrom(...NUMBERS)) },
    { requiredKeys: [] },
  ),
  fc.jsonValue(),
)
const payload = fc.oneof(
  fc.record({ ErrorMessage: withSecrets, Hash: fc.constant('HUELLANUEVA') }),
  fc.record({ ErrorMessage: fc.jsonValue() }),
  fc.record({ Message: withSecrets, Hash: fc.constant('HUELLANUEVA') }),
  fc.record({ Hash: fc.jsonValue(), Marcas: fc.array(row), Marca: fc.jsonValue() }, { requiredKeys: [] }),
  fc.record({ Hash: fc.jsonValue(), Marcas: fc.jsonValue() }),
  fc.jsonValue(),
)
const status = fc.oneof(
  { weight: 4, arbitrary: fc.constant(200) },
  fc.constantFrom(201, 204, 300, 302, 304, 400, 401, 403, 404, 418, 429, 500, 503, 599),
)
const contentType = fc.constantFrom(
  'text/html',
  'application/json; charset=latin1',
  'x; charset=utf-16',
  'charset=',
)
const plain = fc.oneof(
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
  withSecrets.map((text) => Buffer.from(text)),
  fc.json().map((text) => Buffer.from(text)),
  payload.map((d) => Buffer.from(JSON.stringify({ d }))),
)
const scripted: fc.Arbitrary<Scripted> = fc.oneof(
  payload.map(wrapped),
  fc
    .tuple(status, plain, contentType)
    .map(([code, body, type]) => answered(code, body, { 'content-type': type })),
)
const twoAnswers = fc.oneof(
  fc.tuple(scripted, scripted),
  scripted.map((each) => [each, each] as const),
)
const retries = { times: 0 }

test('any response leads to a result or a SyncError without secrets', async () => {
  const outcomes = new Set<string>()
  const call = async (act: () => Promise<unknown>): Promise<void> => {
    const failure = await act().then(
      () => undefined,
      (error: unknown) => error,
    )
    if (failure !== undefined) {
      expect(failure).toBeInstanceOf(SyncError)
      const { code, message } = failure as SyncError
      outcomes.add(code)
      expect(message).toMatch(/^The .{10,220}\.$/u)
      expect(secrets().filter((secret) => message.toLowerCase().includes(secret.toLowerCase()))).toEqual([])
    }
  }
  const property = fc.asyncProperty(twoAnswers, async ([first, second]) => {
    for (const method of ['list', 'detail'] as const) {
      const session = scriptedSession(server)
      server.script({ calls: [first, second] })
      const portal = session.open({ retries })
      await call(() => portal[method]('1000'))
      await call(() => portal[method]('1000'))
    }
  })
  await fc.assert(property, { numRuns: 400 })
  expect(outcomes.size).toBeGreaterThan(3) // the responses cover several errors
})

test('any page without a session leads to a SyncError without secrets', async () => {
  const pages = fc.oneof(
    plain,
    withSecrets.map((text) => Buffer.from(`<input id=hdnHash value="${text}">`)),
  )
  await fc.assert(
    fc.asyncProperty(status, pages, contentType, async (code, body, type) => {
      const session = scriptedSession(server)
      const page = answered(code, body, { 'content-type': type })
      server.script({ pages: [page, page] })
      const failure = await session
        .open({ retries })
        .list('0')
        .catch((error: unknown) => error)
      expect(failure).toBeInstanceOf(SyncError)
      expect(secrets().filter((secret) => (failure as SyncError).message.includes(secret))).toEqual([])
    }),
    { numRuns: 40 },
  )
})
