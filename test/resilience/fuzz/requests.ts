import fc from 'fast-check'
import { type Operation, operations } from '../../../schemas/operations.ts'
import { expectedRequestId, NO_METHODS, plainHeaders, unreadable } from './headers.ts'
import type { Admits } from './keys.ts'
import { pathNames, queryFor } from './query.ts'
import type { Stock } from './stock.ts'
import { anyText } from './texts.ts'
import { judgeText, propertiesOf, type Verdict, type Words, worst } from './values.ts'
import type { WireRequest } from './wire.ts'
import { NOT_UTF8, textOf, WRITINGS, writing } from './writing.ts'

/** A request, and the response that the contract requires. */
export interface Case {
  readonly request: WireRequest
  readonly statuses: readonly number[]
  /** The route: an operation, the MCP server, the redirect of `/`, or undefined for an unknown route. */
  readonly of: Operation | 'mcp' | 'home' | undefined
  /** The required `x-request-id`; undefined if the service may choose it. */
  readonly requestId?: string | undefined
  /** The required `Allow` header of a 404. */
  readonly allow?: string | undefined
}

const all: readonly Operation[] = Object.values(operations)
/** A path, and the verdict of the contract on its parameters. */
interface Path {
  readonly text: string
  readonly verdict: Verdict
}

const ODD_PATHS = [
  '/',
  '/v1',
  '/v1/',
  '//v1/brands',
  '/V1/brands',
  '/v2/brands',
  '/v1/brands/1/2',
  '/v1/brands/',
  '*',
]
const MORE_ODD_PATHS = [
  '/v1/./brands',
  '/v1/../health',
  '/%761/brands',
  '/v1/brands;a=b',
  '/health/',
  '/HEALTH',
  '/index.html',
]

function pathFor(operation: Operation, words: Words): fc.Arbitrary<Path> {
  const properties = propertiesOf(operation.input)
  const values = pathNames(operation).map((name) =>
    fc.oneof(
      {
        weight: 6,
        arbitrary: fc
          .tuple(textOf(name, properties[name] ?? { type: 'string' }, words), writing)
          .map(([text, write]) => ({
            name,
            text: write(text),
            verdict: text.isWellFormed()
              ? judgeText(name, properties[name] ?? { type: 'string' }, text)
              : ('bad' as const),
          })),
      },
      {
        weight: 1,
        arbitrary: fc.constantFrom(...NOT_UTF8).map((text) => ({ name, text, verdict: 'bad' as const })),
      },
    ),
  )
  const own = fc.tuple(...values).map((parts) => ({
    text: parts.reduce((path, { name, text }) => path.replace(`{${name}}`, () => text), operation.path),
    verdict: worst(parts.map(({ verdict }) => verdict)),
  }))
  const odd = fc.oneof(
    fc.constantFrom(...ODD_PATHS, ...MORE_ODD_PATHS),
    anyText.map((text) => `/${WRITINGS[0]?.(text) ?? ''}`),
    fc.constant(`/${'x'.repeat(9_000)}`),
    own.map(({ text }) => `${text}/`),
  )
  return fc.oneof(
    { weight: 12, arbitrary: own },
    {
      weight: 1,
      arbitrary: own.map(({ text, verdict }) => ({ text: `http://marks.example${text}`, verdict })),
    },
    { weight: 1, arbitrary: odd.map((text) => ({ text, verdict: 'open' as const })) },
  )
}

const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'SEARCH', 'PURGE']
const method = fc.oneof(
  { weight: 14, arbitrary: fc.constant('GET') },
  { weight: 2, arbitrary: fc.constant('HEAD') },
  { weight: 1, arbitrary: fc.constantFrom(...METHODS, ...NO_METHODS) },
)

const body = fc.oneof(
  { weight: 8, arbitrary: fc.constant(Buffer.alloc(0)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)) },
  { weight: 1, arbitrary: fc.constant(Buffer.from('GET /v1/brands HTTP/1.1\r\nHost: x\r\n\r\n')) },
)

/** Draws a request for an operation, or a similar one. */
export const requestOf = (operation: Operation, stock: Stock): fc.Arbitrary<Case> =>
  fc
    .tuple(
      method,
      pathFor(operation, stock.words),
      queryFor(operation, stock),
      plainHeaders,
      stock.keys,
      body,
    )
    .map(([verb, path, query, headers, key, sent]) => {
      const target = [path.text, query.pairs.map(({ text }) => text).join('&')]
        .filter((part) => part !== '')
        .join('?')
      const asked = [...headers, ...key.values.map((value) => ['X-API-Key', value] as [string, string])]
      const request = {
        method: verb,
        target,
        headers: [['Host', 'marks.example'], ...asked] as [string, string][],
        body: sent,
      }
      const known = operationAt(target)
      const wanted = known?.id === operation.id ? worst([path.verdict, query.verdict]) : 'open'
      return { ...expected(request, known, wanted, key.admits), request }
    })

/** Returns the operation whose path matches a target, segment by segment. */
function operationAt(target: string): Operation | undefined {
  const [path = ''] = target.replace(/^http:\/\/[^/?]*/, '').split('?')
  const given = path.split('/')
  return all.find((operation) => {
    const wanted = operation.path.split('/')
    return (
      wanted.length === given.length &&
      wanted.every((part, at) => (part.startsWith('{') ? given[at] !== '' : part === given[at]))
    )
  })
}

/** Returns the statuses that the checks allow, in their order (docs/decisions.md#requests). */
function expected(
  request: WireRequest,
  operation: Operation | undefined,
  input: Verdict,
  admits: Admits,
): Omit<Case, 'request'> {
  const requestId = expectedRequestId(request.headers)
  const unread = unreadable(request)
  if (unread !== undefined) {
    return { statuses: unread, of: undefined }
  }
  const isAsked = request.method === 'GET' || request.method === 'HEAD'
  if (/^\/(\?|$)/.test(request.target) && isAsked) {
    return { statuses: [302], of: 'home', requestId }
  }
  if (operation === undefined || !isAsked) {
    return { statuses: [404], of: undefined, requestId, allow: operation && 'GET, HEAD' }
  }
  const refusal = operation.scope === null ? undefined : admits(operation.scope)
  const gone = 'cursor' in operation.input.properties && operation.scope === 'brands:read' ? [410] : []
  // Health ignores its query. Its check of the database may exceed its deadline of one second under the other requests.
  const answered =
    operation.scope === null ? [200, 503] : { good: [200], bad: [400], open: [200, 400, ...gone] }[input]
  const missing = input !== 'bad' && pathNames(operation).length > 0 ? [404] : []
  const passed = [...answered, ...missing]
  const statuses = refusal === undefined ? passed : refusal === 'passed or 429' ? [...passed, 429] : [refusal]
  return { statuses, of: operation, requestId }
}
