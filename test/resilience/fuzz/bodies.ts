import fc from 'fast-check'
import { type Tool, tools } from '../../../schemas/tools.ts'
import type { Stock } from './stock.ts'
import { anyText } from './texts.ts'
import { anyValue, goodValue, inPercent, judgeArgument, propertiesOf, type Verdict, worst } from './values.ts'

/** The maximum length of a message. */
export const MOST_BYTES = 256 * 1024
/** The revision of MCP without a handshake. */
export const MODERN = '2026-07-28'
const allTools: readonly Tool[] = Object.values(tools)

/** The body of a message; `called` if it is a well-formed tool call. */
export interface Message {
  readonly body: Buffer
  readonly called?: { tool: Tool; verdict: Verdict }
}

const asBody = (value: unknown): Buffer => Buffer.from(JSON.stringify(value) ?? '')
const id = fc.oneof(fc.nat(), fc.string({ maxLength: 10 }), fc.constantFrom(0, -1, 2 ** 52))

/** Draws the arguments of a tool, valid in most cases, with the verdict of the contract on them. */
function argumentsFor(
  { operation }: Tool,
  { words, walks }: Stock,
): fc.Arbitrary<{ args: object; verdict: Verdict }> {
  const properties = Object.entries(propertiesOf(operation.input))
  const cursors = walks.map(({ cursor }) => cursor)
  const given = properties.map(([name, property]) => {
    const good =
      name === 'cursor' && cursors.length > 0 ? fc.constantFrom(...cursors) : goodValue(name, property, words)
    const isRequired = operation.input.required?.includes(name) ?? false
    const value = fc.oneof({ weight: 12, arbitrary: good }, { weight: 1, arbitrary: anyValue })
    return inPercent(
      isRequired ? 92 : 45,
      value.map((each) => [name, each] as const),
    )
  })
  // Not `__proto__`: a message with such an argument is a protocol error.
  const odd = inPercent(8, fc.tuple(fc.constantFrom('x', 'constructor', 'Q', ''), anyValue))
  return fc
    .tuple(fc.tuple(...given), fc.oneof({ weight: 6, arbitrary: fc.constant(undefined) }, odd))
    .map(([known, extra]) => {
      const entries = [...known, extra].filter((entry) => entry !== undefined)
      return { args: Object.fromEntries(entries), verdict: judgeAll(operation.input, entries) }
    })
}

function judgeAll(
  input: Tool['operation']['input'],
  entries: readonly (readonly [string, unknown])[],
): Verdict {
  const properties = propertiesOf(input)
  const effective = entries.filter(([name, value]) => value !== null || !Object.hasOwn(properties, name))
  const verdicts = effective.map(([name, value]): Verdict => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined
    const isWhole = typeof value !== 'string' || value.isWellFormed()
    return property === undefined
      ? 'bad'
      : worst([judgeArgument(name, property, value), isWhole ? 'good' : 'open'])
  })
  const isMissing = input.required?.some((name) => !effective.some(([given]) => given === name)) ?? false
  const given = (name: string): unknown =>
    entries.find(([each, value]) => each === name && value !== null)?.[1]
  const dayOf = (name: string): string | undefined => {
    const day = given(name)
    return typeof day === 'string' ? day : undefined
  }
  const isEmptyRange = ['fecha', 'registro', 'vencimiento'].some(
    (range) => (dayOf(`${range}Desde`) ?? '') > (dayOf(`${range}Hasta`) ?? '~'),
  )
  const isGood = verdicts.every((verdict) => verdict === 'good')
  const lacksClass = given('sinClase') !== undefined && given('clase') === undefined
  const lacksQ = `${JSON.stringify(given('incluir'))}`.includes('coincidencia') && given('q') === undefined
  return isMissing || (isGood && (lacksClass || lacksQ))
    ? 'bad'
    : worst([...verdicts, isEmptyRange ? ('open' as const) : 'good'])
}

/** Draws a well-formed tool call with arguments that are valid in most cases. */
export const callOf = (tool: Tool, stock: Stock): fc.Arbitrary<Message> =>
  fc.tuple(argumentsFor(tool, stock), id).map(([{ args, verdict }, number]) => ({
    body: asBody({
      jsonrpc: '2.0',
      id: number,
      method: 'tools/call',
      params: { name: tool.name, arguments: args },
    }),
    called: { tool, verdict },
  }))

const METHODS = [
  'tools/call',
  'tools/list',
  'initialize',
  'ping',
  'server/discover',
  'notifications/initialized',
]
const MORE_METHODS = [
  'notifications/cancelled',
  'subscriptions/listen',
  'resources/list',
  'prompts/get',
  'logging/setLevel',
  'completion/complete',
  'rpc.discover',
  '__proto__',
]

const meta = fc.constantFrom<unknown>(
  {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  },
  { 'io.modelcontextprotocol/protocolVersion': MODERN },
  { progressToken: 1 },
)

/** Valid and nearly valid messages. */
export const nearly: fc.Arbitrary<Message> = fc
  .record(
    {
      jsonrpc: fc.oneof({ weight: 9, arbitrary: fc.constant('2.0') }, anyValue),
      id: fc.oneof({ weight: 3, arbitrary: id }, anyValue),
      method: fc.oneof({ weight: 6, arbitrary: fc.constantFrom(...METHODS, ...MORE_METHODS) }, anyValue),
      params: fc.oneof(
        {
          weight: 5,
          arbitrary: fc.record(
            {
              name: fc.oneof(fc.constantFrom(...allTools.map(({ name }) => name)), anyValue),
              arguments: anyValue,
              protocolVersion: fc.oneof(fc.constantFrom('2025-06-18', '2025-11-25', MODERN), anyValue),
              capabilities: anyValue,
              clientInfo: anyValue,
              _meta: fc.oneof(meta, anyValue),
            },
            { requiredKeys: [] },
          ),
        },
        anyValue,
      ),
      result: anyValue,
    },
    { requiredKeys: [] },
  )
  .map((message) => ({ body: asBody(message) }))

const WHOLE =
  '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_brands","arguments":{"q":"a"}}}'
/** Bodies that are not messages. */
const BROKEN = [
  ...[
    '',
    ' ',
    'null',
    '[]',
    '5',
    '"x"',
    '{',
    '{"a":',
    '\ufeff{}',
    '{}{}',
    "{'a':1}",
    '{"a":NaN}',
    '{"id":1e999}',
    '\0',
  ],
  ...[
    `[${WHOLE}]`,
    `[${WHOLE},${WHOLE}]`,
    WHOLE.replace('"q":"a"', '"q":"a","q":"b"'),
    WHOLE.replace('"a"', '"\\ud800"'),
  ],
  ...[
    '['.repeat(50_000),
    '{"a":'.repeat(5_000),
    `[${'1,'.repeat(3_000)}1]`,
    `{"x":"${'y'.repeat(200_000)}"}`,
  ],
  WHOLE.padEnd(MOST_BYTES + 1),
]
export const broken: fc.Arbitrary<Message> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...BROKEN).map((text) => ({ body: Buffer.from(text) })) },
  { weight: 2, arbitrary: fc.nat(WHOLE.length).map((at) => ({ body: Buffer.from(WHOLE.slice(0, at)) })) },
  { weight: 2, arbitrary: fc.uint8Array({ maxLength: 100 }).map((bytes) => ({ body: Buffer.from(bytes) })) },
  { weight: 1, arbitrary: anyText.map((text) => ({ body: Buffer.from(text) })) },
)
