import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { errorEnvelope } from '../../schemas/error.ts'
import { generateKey } from '../../shared/keys/key-format.ts'
import { type CreatedKey, expireKey, revokeKey, rotateKey } from '../../shared/keys/keys.ts'
import { validator } from '../../shared/platform/validation.ts'
import { rowsOf } from '../support/corpus-snapshot.ts'
import { counted as countedOf, renew as renewKey } from '../support/counted.ts'
import { type SampleMark, sampleMarks } from '../support/marks.ts'
import { type Connection, closeConnections, refusalOf, stdioServer, wayOf } from '../support/mcp-clients.ts'
import { ask, startTestService, type TestService } from '../support/service.ts'
import { AUTHOR, makeKey } from '../support/test-keys.ts'
import { byTools, overRest, questionsAbout, type WayToSpend } from '../support/ways-to-spend.ts'

const [mark] = sampleMarks() as [SampleMark]

/** Clients of either protocol revision over either transport. */
const WAYS = ['sdk 1.x', 'client 2.x pinned'].flatMap((client) => [
  `${client} over HTTP`,
  `${client} over stdio`,
])

const QUESTIONS = questionsAbout(mark.nroSolicitud)
type Question = keyof typeof QUESTIONS

/** A client that asks a named question, which uses a unit of a key. */
interface Door {
  readonly name: string
  ask(question: Question): Promise<string | undefined>
}

let service: TestService
let created: CreatedKey
let connections: Connection[]
let doors: Door[]

beforeAll(async () => {
  service = await startTestService({ marks: [mark] })
  created = await makeKey(service.owner)
  connections = await Promise.all(WAYS.map((name) => wayOf(name).connect(service, { key: created.key })))
  doors = [
    restDoor(created.key),
    ...connections.map((connection, place) => toolDoor(WAYS[place] ?? '', connection)),
  ]
})
afterAll(async () => {
  await closeConnections()
  await service.stop()
})

const doorOf = ({ name, ask }: WayToSpend): Door => ({ name, ask: (question) => ask(QUESTIONS[question]) })
const restDoor = (key: string): Door => doorOf(overRest(service, key))
const toolDoor = (name: string, connection: Connection): Door => doorOf(byTools(name, connection))

const renew = (terms?: Parameters<typeof renewKey>[2]) => renewKey(service.owner, created.id, terms)
const run = (text: string) => rowsOf(service.owner, text)
const counted = (id = created.id) => countedOf(service.owner, id)

describe('REST and the tools, over either transport and in either revision, share', () => {
  test.each([
    ['one burst', { burstPerMinute: 5 }, 'rate_limited'],
    ['one month', { monthlyQuota: 5 }, 'quota_exceeded'],
  ])('%s', async (_, terms, code) => {
    await renew(terms)
    for (const door of doors) expect([door.name, await door.ask('a mark')]).toEqual([door.name, undefined])
    for (const door of doors) expect([door.name, await door.ask('a mark')]).toEqual([door.name, code])
    expect(await counted()).toEqual({ month: 5, burst: 5 })
  })

  test('both, whichever client asks which question in which order', async () => {
    const step = fc.record({
      door: fc.nat(WAYS.length),
      question: fc.constantFrom(...(Object.keys(QUESTIONS) as Question[])),
    })
    const most = (min: number) => fc.integer({ min, max: 7 })
    await fc.assert(
      fc.asyncProperty(most(0), most(1), fc.array(step, { maxLength: 10 }), async (quota, burst, steps) => {
        await renew({ monthlyQuota: quota, burstPerMinute: burst })
        const used = { month: 0, burst: 0 }
        for (const { door, question } of steps) {
          const mistake = door === 0 ? 'validation_error' : 'refunded_mistake'
          const answer = question === 'a mistake' ? mistake : undefined
          const isBurst = used.burst === burst ? 'rate_limited' : undefined
          const refusal = used.month === quota ? 'quota_exceeded' : isBurst
          used.month += refusal || answer === 'refunded_mistake' ? 0 : 1
          used.burst += refusal ? 0 : 1
          expect(await doors[door]?.ask(question)).toBe(refusal ?? answer)
        }
        expect(await counted()).toEqual(used)
      }),
      { numRuns: 20 },
    )
  })

  test('the counters of a rotated key and the new one during an overlap', async () => {
    const old = await makeKey(service.owner, { monthlyQuota: 4 })
    const { key, id } = await rotateKey(service.owner, old.id, '1 hour', AUTHOR)
    const connect = (way: string, key: string) => wayOf(way).connect(service, { key })
    const pair = [
      restDoor(old.key),
      toolDoor('the new key over HTTP', await connect('sdk 1.x over HTTP', key)),
      toolDoor('the old key over HTTP', await connect('client 2.x pinned over HTTP', old.key)),
      toolDoor('the new key over stdio', await connect('sdk 1.x over stdio', key)),
    ]
    for (const door of pair) expect([door.name, await door.ask('a mark')]).toEqual([door.name, undefined])
    for (const door of pair)
      expect([door.name, await door.ask('a mark')]).toEqual([door.name, 'quota_exceeded'])
    expect(await counted(id)).toEqual({ month: 4, burst: 4 })
    expect(await counted(old.id)).toEqual({ month: 4, burst: 4 })
  })
})

describe('for simultaneous requests, REST and the tools grant', () => {
  test.each([
    ['exactly a burst of 50', { burstPerMinute: 50 }, 'rate_limited'],
    ['never more than a month of 50', { monthlyQuota: 50 }, 'quota_exceeded'],
  ])('%s', async (_, terms, code) => {
    await renew(terms)
    const questions = Object.keys(QUESTIONS) as Question[]
    const asked = Array.from({ length: 150 }, (_, place) =>
      doors[place % doors.length]?.ask(questions[place % questions.length] ?? 'a mark'),
    )
    const given = await Promise.all(asked)
    const count = (...verdicts: unknown[]) => given.filter((each) => verdicts.includes(each)).length
    const refunded = count('refunded_mistake')
    const charged = count(undefined, 'validation_error')
    expect(count(code)).toBe(150 - charged - refunded)
    expect(code === 'rate_limited' ? charged + refunded : Math.min(50, charged + refunded)).toBe(50)
    expect(charged).toBeLessThanOrEqual(50)
    expect(await counted()).toEqual({ month: charged, burst: charged + refunded })
  })
})

describe('a response at a limit', () => {
  const envelopeProblems = validator(errorEnvelope)

  test.each([
    ['rate_limited', { burstPerMinute: 1 }, 60],
    ['quota_exceeded', { monthlyQuota: 0 }, 31 * 86_400],
  ])(
    'has the error envelope of REST for every client, and its headers over HTTP: %s',
    async (code, terms, most) => {
      await renew(terms)
      await doors[0]?.ask('a mark')
      const { status, headers, body } = await ask(service, QUESTIONS['a mark'].path, created)
      expect([status, headers.get('retry-after')]).toEqual([429, String(body.error.retryAfter)])
      for (const [place, connection] of connections.entries()) {
        const { reportedBy, error } =
          (await refusalOf(connection.callTool(...QUESTIONS['a mark'].call))) ?? {}
        expect(envelopeProblems({ error })).toEqual([])
        const own = { requestId: expect.any(String), retryAfter: expect.any(Number) }
        expect(error).toEqual({ ...body.error, code, ...own })
        expect(error?.retryAfter).toBeGreaterThan(0)
        expect(error?.retryAfter).toBeLessThanOrEqual(most)
        if (WAYS[place]?.endsWith('HTTP')) {
          expect(reportedBy).toBe(429)
          const { headers } = connection.exchanges.at(-1) ?? { headers: new Headers() }
          expect(headers.get('retry-after')).toBe(String(error?.retryAfter))
          expect(headers.get('x-request-id')).toBe(error?.requestId)
          expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
          expect(headers.get('cache-control')).toBe('no-store')
        }
      }
    },
  )
})

describe('no unit is used by', () => {
  beforeEach(() => renew())

  test('a key without the scope', async () => {
    await renew({ scopes: ['insights:read'], monthlyQuota: 0 })
    for (const door of doors)
      expect([door.name, await door.ask('a mistake')]).toEqual([door.name, 'forbidden'])
    expect(await counted()).toEqual({ month: 0, burst: 0 })
  })

  test('a key that has expired', async () => {
    await expireKey(service.owner, created.id, '2020-01-01', AUTHOR)
    try {
      for (const door of doors)
        expect([door.name, await door.ask('a mistake')]).toEqual([door.name, 'unauthorized'])
    } finally {
      await expireKey(service.owner, created.id, undefined, AUTHOR)
    }
    expect(await counted()).toEqual({ month: 0, burst: 0 })
  })

  test('requests of the clients other than calls of a known tool', async () => {
    await renew({ monthlyQuota: 1 })
    for (const [place, connection] of connections.entries()) {
      await connection.listTools()
      await expect(connection.callTool('search_trademarks', {})).rejects.toThrow('Unknown tool')
      await wayOf(WAYS[place] ?? '').connect(service, { key: created.key })
    }
    expect(await counted()).toEqual({ month: 0, burst: 0 })
    expect(await doors[1]?.ask('a mark')).toBe(undefined)
    expect(await doors[2]?.ask('a mark')).toBe('quota_exceeded')
  })
})

type Message = Record<string, unknown>
const [name, given] = QUESTIONS['a mark'].call
const CALL = { method: 'tools/call', params: { name, arguments: given } }
const INITIALIZE = {
  id: 'first',
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '0' } },
}

/** A message of the revisions that begin with `initialize`. */
const message = (content: Message): string => JSON.stringify({ jsonrpc: '2.0', ...content })

/** A message of revision 2026-07-28, in which every request contains the client information and the revision. */
const modernMessage = ({ params, ...content }: Message): string => {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'test', version: '0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  return message({ ...content, params: { ...(params as object), _meta } })
}

type Sent = { method?: string; body?: string; headers?: Record<string, string> }

const sent = (content: Message, headers: Record<string, string> = {}): Sent => ({
  body: message(content),
  headers,
})

/** A request of 2026-07-28 repeats parts of its body in its headers. */
const modernSent = (
  content: { id: number; method: string; params?: { name?: string } },
  name?: string,
): Sent => {
  const named = name ?? content.params?.name
  const headers = {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': content.method,
    ...(named === undefined ? {} : { 'mcp-name': named }),
  }
  return { body: modernMessage(content), headers }
}

const call = { ...CALL, id: 1 }
const unknownCall = { ...CALL, id: 1, params: { name: 'search' } }
const listCall = { ...CALL, id: 1, params: { name, arguments: [] } }

/** Requests over HTTP that use no unit, with the status of the response and its error code. */
const FREE: [string, Sent, number, number | string | null][] = [
  ['initialize', sent(INITIALIZE), 200, null],
  ['a notification', sent({ method: 'notifications/initialized' }), 202, null],
  ['ping', sent({ id: 1, method: 'ping' }), 200, null],
  ['tools/list', sent({ id: 1, method: 'tools/list' }), 200, null],
  ['a call that is a notification', sent(CALL), 202, null],
  ['an unknown method', sent({ id: 1, method: 'tools/calls' }), 200, -32_601],
  ['an unknown tool', sent(unknownCall), 200, -32_602],
  ['a call without a tool', sent({ ...call, params: {} }), 200, -32_602],
  ['a call with an array as its arguments', sent(listCall), 200, -32_602],
  ['a body that is not JSON', { body: `${message(call)}}` }, 400, -32_700],
  ['JSON that is not a message', { body: JSON.stringify(call) }, 400, -32_600],
  ['a call with an object as its id', sent({ ...call, id: {} }), 400, -32_600],
  ['a list of calls', { body: `[${message(call)}]` }, 400, -32_600],
  ['a call with a content type other than JSON', sent(call, { 'content-type': 'text/plain' }), 415, -32_000],
  ['a call of an unknown revision', sent(call, { 'mcp-protocol-version': '2020-01-01' }), 400, -32_000],
  ['a call that is too large', sent({ ...call, more: 'a'.repeat(262_144) }), 413, 'payload_too_large'],
  [
    'a call from a page of another origin',
    sent(call, { origin: 'https://a.example' }),
    403,
    'origin_not_allowed',
  ],
  ['a GET', { method: 'GET' }, 405, 'method_not_allowed'],
  ['a DELETE', { method: 'DELETE' }, 405, 'method_not_allowed'],
  ['2026-07-28: server/discover', modernSent({ id: 1, method: 'server/discover' }), 200, null],
  ['2026-07-28: tools/list', modernSent({ id: 1, method: 'tools/list' }), 200, null],
  ['2026-07-28: an unknown tool', modernSent(unknownCall), 200, -32_602],
  ['2026-07-28: a call with an array as its arguments', modernSent(listCall as never), 200, -32_602],
  ['2026-07-28: a call without its headers', { body: modernMessage(call) }, 400, -32_020],
  ['2026-07-28: a call whose header names another tool', modernSent(call, 'search_brands'), 400, -32_020],
  ['2026-07-28: a call without its envelope', sent(call, modernSent(call).headers), 400, -32_602],
]

describe('no unit is used over HTTP, with any key or none, by', () => {
  let revoked: CreatedKey
  beforeAll(async () => {
    revoked = await makeKey(service.owner)
    await revokeKey(service.owner, revoked.id, AUTHOR)
  })

  test.each(FREE)('%s', async (_, init, status, code) => {
    await renew({ monthlyQuota: 1 })
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...init.headers,
    }
    for (const key of [undefined, 'nonsense', generateKey(), revoked.key, created.key]) {
      const answer = await ask(service, '/mcp', { method: 'POST', ...init, headers, key })
      expect([answer.status, answer.body?.error?.code ?? null]).toEqual([status, code])
    }
    expect(await counted()).toEqual({ month: 0, burst: 0 })
    expect(await counted(revoked.id)).toEqual({ month: 0, burst: 0 })
  })
})

describe('no unit is used over stdio by', () => {
  /** Writes lines to a new process, ends its input, and returns all its responses. */
  async function converse(key: string | undefined, lines: string[]): Promise<Message[]> {
    const { command, args, ...options } = stdioServer(service.database.url, key)
    const child = spawn(command, args, { ...options, stdio: ['pipe', 'pipe', 'inherit'] })
    child.stdin.end(`${lines.join('\n')}\n`)
    const answers = (await text(child.stdout)).trim().split('\n')
    return answers.map((line) => JSON.parse(line))
  }

  const NO_MESSAGES = ['{', 'null', '{"jsonrpc":"2.0"}', `[${message({ ...CALL, id: 'in a list' })}]`]
  const unknownTool = { ...CALL, id: 'unknown', params: { name: 'search' } }

  test.each<[string, string[]]>([
    [
      '2025-11-25',
      [
        message(INITIALIZE),
        message({ method: 'notifications/initialized' }),
        ...NO_MESSAGES,
        message({ id: 'ping', method: 'ping' }),
        message({ id: 'list', method: 'tools/list' }),
        message(CALL),
        message(unknownTool),
      ],
    ],
    [
      '2026-07-28',
      [
        modernMessage({ id: 'first', method: 'server/discover' }),
        ...NO_MESSAGES,
        modernMessage({ id: 'list', method: 'tools/list' }),
        message({ ...CALL, id: 'without its revision' }),
        modernMessage(CALL),
        modernMessage(unknownTool),
      ],
    ],
  ])('notifications, invalid messages and requests other than a valid call: %s', async (_, lines) => {
    await renew({ monthlyQuota: 1 })
    const answers = await converse(created.key, lines)
    expect(answers.find(({ id }) => id === 'first')).toHaveProperty('result')
    expect(answers.find(({ id }) => id === 'list')).toHaveProperty('result')
    expect(answers.find(({ id }) => id === 'unknown')).toHaveProperty('error')
    expect(answers.filter(({ id }) => id === null)).toHaveLength(NO_MESSAGES.length)
    expect(await counted()).toEqual({ month: 0, burst: 0 })
  })
})

describe('a unit of the monthly quota, but not of the burst, is refunded for a call that fails', () => {
  beforeEach(() => renew())

  const expectFailures = async (): Promise<void> => {
    const codes = await Promise.all(doors.map((door) => door.ask('a mark')))
    expect(codes).toEqual(doors.map(() => 'internal_error'))
  }

  test('because of the database', async () => {
    await run('alter table brand_detail rename to detail_gone')
    try {
      await expectFailures()
    } finally {
      await run('alter table detail_gone rename to brand_detail')
    }
    expect(await counted()).toEqual({ month: 0, burst: doors.length })
  })

  test('because a statement takes too long', async () => {
    await service.owner.transaction(async (transaction) => {
      await transaction.query({ text: 'lock table brand_detail in access exclusive mode', parameters: [] })
      await expectFailures()
    })
    expect(await counted()).toEqual({ month: 0, burst: doors.length })
  })

  test('because the admission itself fails, which uses no unit at all', async () => {
    await service.owner.transaction(async (transaction) => {
      await transaction.query({ text: 'lock table usage_counter in access exclusive mode', parameters: [] })
      await expectFailures()
    })
    expect(await counted()).toEqual({ month: 0, burst: 0 })
    for (const door of doors) expect([door.name, await door.ask('a mark')]).toEqual([door.name, undefined])
  })
})
