import { Agent, get } from 'node:http'
import { text } from 'node:stream/consumers'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { codes, ESTADOS, TIPOS_DE_SIGNO } from '../../schemas/catalogs.ts'
import { anyCharacter } from '../support/any-character.ts'
import { insertBrands, listedBrand } from '../support/brands.ts'
import { sampleMarks } from '../support/marks.ts'
import { type Connection, closeConnections, textOf, wayOf } from '../support/mcp-clients.ts'
import { startTestService, type TestService } from '../support/service.ts'

/** Clients of either protocol revision over either transport. */
const WAYS = ['sdk 1.x', 'client 2.x pinned'].flatMap((client) => [
  `${client} over HTTP`,
  `${client} over stdio`,
])
/** 120 inputs in total, each sent by every client. */
const SEARCHES = 70
const DETAILS = 50
/** Sent over HTTP. Over stdio, which has no headers, it replaces the generated id before comparing. */
const REQUEST_ID = 'the-same'

const marks = sampleMarks()
const WORDS = [
  'Fiordo',
  'Kayak',
  'del',
  'Sur',
  'Ñandú',
  'Café',
  'Volcán',
  '茅台',
  '👩‍👩‍👧',
  '\u202Etxet\u202C',
  '<b>',
]
const named = Array.from({ length: 60 }, (_, place) =>
  listedBrand({
    nroSolicitud: String(5_000_001 + place),
    denominacion: `${WORDS[place % WORDS.length]} ${WORDS[(place * 3) % WORDS.length]}`,
    clases: [1 + (place % 3)],
    fechaPresentacion: `2026-10-${10 + (place % 20)}`,
  }),
)

let service: TestService
let key: string
let connections: Connection[]
const agent = new Agent({ keepAlive: true })

beforeAll(async () => {
  service = await startTestService({ marks })
  await insertBrands(service.owner, named)
  key = await service.key()
  connections = await Promise.all(
    WAYS.map((name) => wayOf(name).connect(service, { key, requestId: REQUEST_ID })),
  )
  await Promise.all(connections.map((connection) => connection.listTools()))
})
afterAll(async () => {
  agent.destroy()
  await closeConnections()
  await service.stop()
})

interface Answer {
  status: number | undefined
  body: string
}

/** Sends a REST request with an unchanged path: `fetch` would resolve `.` and `..` in it. */
async function rest(path: string): Promise<Answer> {
  const { hostname, port } = new URL(service.address)
  const headers = { 'X-API-Key': key, 'X-Request-Id': REQUEST_ID }
  return new Promise((resolve, reject) => {
    get({ hostname, port, path, headers, agent }, async (response) =>
      resolve({ status: response.statusCode, body: await text(response) }),
    ).on('error', reject)
  })
}

type Arguments = Record<string, string | number | null>

/** Returns the parameters of a query: arguments that are null are omitted. */
const queryOf = (args: Arguments): string => {
  const given = Object.entries(args).filter(([, value]) => value !== null)
  return `?${new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)]))}`
}

/** Expects every client to get the result of REST, or null for a mark that does not exist. */
async function expectSame(name: string, args: Arguments, path: string): Promise<Answer> {
  const [answer, ...results] = await Promise.all([
    rest(path),
    ...connections.map((connection) => connection.callTool(name, args)),
  ])
  for (const [place, result] of results.entries()) {
    expect(WAYS[place]?.endsWith('HTTP') ? textOf(result) : withRequestId(textOf(result))).toBe(
      answer.status === 404 ? 'null' : answer.body,
    )
    expect(result.isError ?? false).toBe(answer.status === 400)
    expect(result.structuredContent).toEqual(answer.status === 200 ? JSON.parse(answer.body) : undefined)
  }
  expect([200, 400, 404]).toContain(answer.status)
  return answer
}

const withRequestId = (body: string): string =>
  body.replace(/"requestId":"[^"]*"/, `"requestId":"${REQUEST_ID}"`)

/**
 * Any text that a query can contain. It excludes half a surrogate pair, which URLSearchParams replaces by U+FFFD, while
 * JSON can contain it; another test covers it.
 */
const anyText = fc
  .oneof(
    fc.string({ unit: anyCharacter, maxLength: 30 }),
    fc.string({ unit: 'grapheme', maxLength: 210 }),
    fc.string({ unit: 'grapheme-composite', maxLength: 20 }),
    fc.array(
      fc.constantFrom('\0', '\u001B', '\n', '\r', '\u0085', '\u202E', '\u2066', '\u200D', '\u2028', ' ', 'a'),
    ),
    fc.array(
      fc.constantFrom(
        '%',
        '%41',
        '+',
        '&',
        '=',
        '#',
        '?',
        '/',
        ';',
        ',',
        '"',
        '\\',
        "'",
        '<',
        '👍',
        '👩‍👩‍👧',
        '🇨🇱',
      ),
    ),
  )
  .map((value) => (Array.isArray(value) ? value.join('') : value).toWellFormed())

const q = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom(
      ...WORDS,
      'fjordo',
      'kayak sur',
      'cafe',
      ...marks.map((mark) => mark.denominacion),
    ),
  },
  { weight: 2, arbitrary: anyText },
)

/** Whole numbers, as numbers and as texts, and texts that are not numbers. */
const integer = (
  from: number,
  to: number,
  beyond = [to + 1, 2 ** 31, Number.MAX_SAFE_INTEGER],
): fc.Arbitrary<string | number> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: from, max: to }) },
    { weight: 1, arbitrary: fc.constantFrom(from - 1, -1, ...beyond) },
    { weight: 1, arbitrary: fc.constantFrom('', 'abc', '1e1', '0x10', '5', '05', '-5', '5.0', '+5', '٥') },
  )

const code = (known: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...known) },
    {
      weight: 1,
      arbitrary: fc.constantFrom(...known.map((each) => each.toLowerCase()), 'REGISTRAD', 'MIXTO', ''),
    },
    { weight: 1, arbitrary: anyText },
  )

const two = (most: number) =>
  fc.integer({ min: 0, max: most }).map((number) => String(number).padStart(2, '0'))
const day = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .tuple(fc.integer({ min: 2015, max: 2027 }), two(12), two(31))
      .map((parts) => parts.join('-')),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '0001-01-01',
      '0000-01-01',
      '9999-12-31',
      '2024-02-29',
      '2023-02-29',
      '2026-1-1',
      '20260101',
      '2026-01-01T00:00:00Z',
      '',
    ),
  },
)

/** Unknown parameters, in one input of twelve. */
const unknown: fc.Arbitrary<Record<string, string>> = fc.oneof(
  { weight: 11, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.dictionary(
      fc.oneof(fc.constantFrom('clas', 'Q', 'offset', '7', 'constructor', 'toString', 'nro'), anyText),
      anyText,
      { minKeys: 1, maxKeys: 3, noNullPrototype: true },
    ),
  },
)

/** Models write null for omitted arguments. */
const orNull = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { freq: 10 })

const filters = fc.record(
  {
    q: orNull(q),
    clase: orNull(integer(1, 45)),
    estado: orNull(code(codes(ESTADOS))),
    tipoSigno: orNull(code(codes(TIPOS_DE_SIGNO))),
    fechaDesde: orNull(day),
    fechaHasta: orNull(day),
    incluir: orNull(fc.constantFrom('clasesNiza', 'coincidencia', 'coincidencia,clasesNiza', 'clases')),
  },
  { requiredKeys: [] },
)

/** A cursor to send: a cursor of the service, unchanged or damaged, or any text. */
type Cursor = { of: 'this' | 'another'; change: (cursor: string) => string } | { text: string }
const unchanged = (cursor: string): string => cursor
const cursor = fc.oneof<fc.MaybeWeightedArbitrary<Cursor | undefined>[]>(
  { weight: 4, arbitrary: fc.constant(undefined) },
  { weight: 4, arbitrary: fc.constant({ of: 'this' as const, change: unchanged }) },
  { weight: 1, arbitrary: fc.constant({ of: 'another' as const, change: unchanged }) },
  {
    weight: 1,
    arbitrary: fc
      .nat(60)
      .map((length) => ({ of: 'this' as const, change: (given: string) => given.slice(0, length) })),
  },
  {
    weight: 1,
    arbitrary: fc.nat(60).map((place) => ({
      of: 'this' as const,
      change: (given: string) =>
        given.slice(0, place) + (given[place] === 'A' ? 'B' : 'A') + given.slice(place + 1),
    })),
  },
  { weight: 1, arbitrary: anyText.map((text) => ({ text })) },
)

/** Returns a cursor as an argument, or no argument if the listing has no second page. */
async function write(wanted: Cursor | undefined, args: Arguments): Promise<Arguments> {
  if (wanted === undefined) {
    return {}
  }
  if ('text' in wanted) {
    return { cursor: wanted.text }
  }
  const { body } = await rest(
    `/v1/brands${queryOf(wanted.of === 'this' ? { ...args, limit: 1 } : { clase: 1 })}`,
  )
  const { nextCursor } = JSON.parse(body)
  return nextCursor ? { cursor: wanted.change(nextCursor) } : {}
}

const number = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom(...marks, ...named).map(({ nroSolicitud }) => nroSolicitud) },
  { weight: 1, arbitrary: fc.bigInt({ min: 0n, max: 10n ** 70n }).map(String) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('0', '-1', '1e6', '5000001a', '٥٠٠٠٠٠١', '9'.repeat(65), '1'.repeat(18)),
  },
)
const around = fc.constantFrom('', ' ', '.', '0', '000', '\t', '\u00A0', '\uFEFF', '\u200B', '\0')

/** A number as people write it, with dots, spaces and zeros around it, or any text. */
const nroSolicitud = fc
  .oneof(
    { weight: 2, arbitrary: number },
    {
      weight: 2,
      arbitrary: fc
        .tuple(around, around, number, fc.nat(7), around)
        .map(
          ([first, second, digits, dot, last]) =>
            `${first}${second}${digits.slice(0, dot)}.${digits.slice(dot)}${last}`,
        ),
    },
    {
      weight: 1,
      arbitrary: fc
        .array(fc.constantFrom('.', ' ', '0', '/', '%2F', '1'), { maxLength: 70 })
        .map((parts) => parts.join('')),
    },
    { weight: 1, arbitrary: anyText },
  )
  // Over REST, an empty number is another path.
  .filter((value) => value !== '')

describe('a tool returns what REST returns, over either transport and in either revision,', () => {
  test('for a search', async () => {
    const statuses = new Set<number | undefined>()
    await fc.assert(
      fc.asyncProperty(
        filters,
        orNull(integer(1, 100, [])), // a tool reduces a larger limit to 100
        cursor,
        unknown,
        async (given, limit, wanted, others) => {
          const args = { ...given, ...(await write(wanted, given)), limit, ...others }
          const { status } = await expectSame('search_brands', args, `/v1/brands${queryOf(args)}`)
          statuses.add(status)
        },
      ),
      { numRuns: SEARCHES },
    )
    expect(statuses).toEqual(new Set([200, 400]))
  })

  test('for a number', async () => {
    const statuses = new Set<number | undefined>()
    await fc.assert(
      fc.asyncProperty(nroSolicitud, unknown, async (nroSolicitud, others) => {
        const path = `/v1/brands/${encodeURIComponent(nroSolicitud)}${queryOf(others)}`
        const { status } = await expectSame('get_brand_detail', { nroSolicitud, ...others }, path)
        statuses.add(status)
      }),
      { numRuns: DETAILS },
    )
    expect(statuses).toEqual(new Set([200, 400, 404]))
  })
})

describe('arguments that a tool can receive, but a query cannot contain:', () => {
  /** Texts with half a surrogate pair, which no stored text contains. */
  const halves = fc
    .tuple(
      fc.constantFrom('', 'fiordo ', 'kayak'),
      fc.constantFrom('\uD800', '\uDBFF', '\uDC00', '\uDFFF'),
      q,
    )
    .map(([before, half, after]) => [...(before + half + after)].slice(0, 200).join(''))

  test('half a surrogate pair in a name finds what U+FFFD finds over REST, page by page', async () => {
    await fc.assert(
      fc.asyncProperty(halves, async (q) => {
        const { body } = await rest(`/v1/brands${queryOf({ q: q.toWellFormed(), limit: 4 })}`)
        const { items } = JSON.parse(body)
        for (const connection of connections) {
          const first = JSON.parse(textOf(await connection.callTool('search_brands', { q, limit: 2 })))
          expect(first.items).toEqual(items.slice(0, 2))
          const { nextCursor: cursor } = first
          if (cursor !== null) {
            const second = JSON.parse(
              textOf(await connection.callTool('search_brands', { q, cursor, limit: 2 })),
            )
            expect(second.items).toEqual(items.slice(2))
          }
        }
      }),
      { numRuns: 10 },
    )
  })

  test('half a surrogate pair in another argument is refused or not found', async () => {
    for (const connection of connections) {
      for (const name of ['estado', 'tipoSigno', 'fechaDesde', 'cursor', '\uD800']) {
        const result = await connection.callTool('search_brands', { [name]: '\uDC00' })
        expect(JSON.parse(textOf(result)).error.details).toMatchObject([{ field: name }])
      }
      expect(textOf(await connection.callTool('get_brand_detail', { nroSolicitud: '1\uD800' }))).toBe('null')
    }
  })

  test('an argument named __proto__ is refused', async () => {
    const args = JSON.parse('{"limit":2,"__proto__":{"clase":1,"limit":3,"q":"kayak"}}')
    for (const connection of connections) {
      await expect(connection.callTool('search_brands', args)).rejects.toThrow(
        'no tool has an argument __proto__',
      )
    }
  })
})
