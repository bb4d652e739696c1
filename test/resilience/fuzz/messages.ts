import fc from 'fast-check'
import type { Tool } from '../../../schemas/tools.ts'
import { broken, callOf, type Message, MODERN, MOST_BYTES, nearly } from './bodies.ts'
import { expectedRequestId, plainHeaders, unreadable } from './headers.ts'
import type { SentKey } from './keys.ts'
import type { Case } from './requests.ts'
import type { Stock } from './stock.ts'
import { inPercent } from './values.ts'

/** A well-formed tool call, and its allowed outcomes. */
export interface Called {
  readonly tool: Tool
  readonly outcomes: readonly ('result' | 'unauthorized' | 'forbidden' | 'validation_error' | 'gone')[]
}

/** A message to the MCP server; `called` if it is a tool call that is valid in JSON-RPC and MCP. */
export type MessageCase = Case & { readonly called?: Called }

/** The statuses with which the MCP endpoint may answer any message. */
const ANY_MESSAGE = [200, 202, 400, 404, 415]

const TYPES = [
  'application/json; charset=utf-8',
  'text/plain',
  'application/x-www-form-urlencoded',
  '',
  'x',
  '\xff',
]
const odd = <Value>(value: Value, others: readonly Value[]): fc.Arbitrary<Value> =>
  fc.oneof({ weight: 20, arbitrary: fc.constant(value) }, fc.constantFrom(...others))
const revision = inPercent(20, fc.constantFrom(MODERN, '2025-06-18', '2025-11-25', 'x', '', '\xff'))

/** The HTTP request around a message, with mostly valid parts. */
const carriage = fc.record({
  method: odd('POST', ['GET', 'HEAD', 'DELETE', 'OPTIONS', 'PUT']),
  type: odd<string | undefined>('application/json', [...TYPES, undefined]),
  host: odd('127.0.0.1', ['marks.example', 'localhost:1', '', '[::1]', 'localhost.evil']),
  origin: odd<string | undefined>(undefined, ['null', 'http://evil.example', 'http://127.0.0.1', 'x', '']),
  version: revision,
  target: odd('/mcp', ['/mcp?x=%', '/mcp?', 'http://marks.example/mcp']),
  headers: plainHeaders.map((headers) => headers.filter(([name]) => !/^(origin|content-type)$/i.test(name))),
})
type Carriage = typeof carriage extends fc.Arbitrary<infer Value> ? Value : never

/** Returns whether a host is local: a page in a DNS rebinding attack cannot have such a name. */
const isOwnHost = (host: string): boolean => /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host)

/** Draws a message to the MCP server, valid or similar to a valid one. */
export function messageOf(tool: Tool, stock: Stock): fc.Arbitrary<MessageCase> {
  const message = fc.oneof(
    { weight: 6, arbitrary: callOf(tool, stock) },
    { weight: 3, arbitrary: nearly },
    { weight: 1, arbitrary: broken },
  )
  return fc.tuple(message, carriage, stock.keys).map(([sent, way, key]) => {
    const named: [string, string | undefined][] = [
      ['Host', way.host],
      ['Content-Type', way.type],
      ['Origin', way.origin],
      ['MCP-Protocol-Version', way.version],
      ...way.headers,
      ...key.values.map((value): [string, string] => ['X-API-Key', value]),
    ]
    const headers = named.filter((entry): entry is [string, string] => entry[1] !== undefined)
    const request = { method: way.method, target: way.target, headers, body: sent.body }
    const unread = unreadable(request)
    const requestId = unread === undefined ? expectedRequestId(headers) : undefined
    return { request, of: 'mcp', requestId, ...expected(sent, way, key, unread) }
  })
}

/** Returns the response that the transport must give, in the order of its checks; and the result of a well-formed call. */
function expected(
  { body, called }: Message,
  way: Carriage,
  { admits }: SentKey,
  unread: number[] | undefined,
): { statuses: readonly number[]; called?: Called } {
  const refusal = unread ?? refusedAtDoor(body, way)
  if (refusal !== undefined) {
    return { statuses: refusal }
  }
  if (called === undefined || way.version !== undefined || way.type !== 'application/json') {
    return { statuses: [...ANY_MESSAGE, 429] }
  }
  const { tool, verdict } = called
  const taken = (
    { good: ['result'], bad: ['validation_error'], open: ['result', 'validation_error', 'gone'] } as const
  )[verdict]
  const keyStatus = admits(tool.operation.scope)
  if (keyStatus === 401 || keyStatus === 403) {
    return { statuses: [200], called: { tool, outcomes: [keyStatus === 401 ? 'unauthorized' : 'forbidden'] } }
  }
  const statuses = keyStatus === undefined ? [200] : keyStatus === 429 ? [429] : [200, 429]
  return { statuses, called: { tool, outcomes: taken } }
}

function refusedAtDoor(body: Buffer, { method, host, origin }: Carriage): number[] | undefined {
  if (body.length > MOST_BYTES) {
    return [413]
  }
  if (origin !== undefined || !isOwnHost(host)) {
    return [403]
  }
  return method === 'POST' ? undefined : [405]
}
