import { headersOf, type Question, type Revision, toolCall } from '../../bench/mcp-messages.ts'
import {
  type DrawnBrand,
  drawListings,
  drawSearches,
  type ListingRequest,
  listingPath,
  PAGE,
  type SearchRequest,
} from '../../bench/requests.ts'
import { MCP_DEADLINE_MS, REST_DEADLINE_MS } from '../../local/routes.ts'
import type { BrandDetail, BrandPage } from '../../schemas/brand.ts'
import { operations } from '../../schemas/operations.ts'
import { tools } from '../../schemas/tools.ts'
import { validator } from '../../shared/platform/validation.ts'
import { createRandom } from '../support/random.ts'
import { type Call, READ_NOTHING, sendGet, sendMessage, toolResult } from './traffic.ts'

/** Existing marks to request, and the ETags of some responses by path; no ETags if responses change during the load. */
export interface Known {
  readonly brands: readonly DrawnBrand[]
  readonly tags: Readonly<Record<string, string>>
}

/** The number of each kind of call among twenty. */
const MIX = {
  'one mark': 6,
  search: 4,
  listing: 3,
  'response 304': 2,
  'search over MCP': 2,
  'one mark over MCP': 1,
  freshness: 1,
  'unknown mark': 1,
} as const
type Kind = keyof typeof MIX

const SEED = 20_261_201
/** The number of marks that listings are drawn from: drawing one scans all of them. */
const LISTED = 500
const FOUND = 20

/** Draws `count` calls, with all kinds evenly mixed; searches and listings hardly ever repeat. */
export function* mixedCalls({ brands, tags }: Known, count: number): Generator<Call, void, undefined> {
  const chances = createRandom(SEED)
  const searches = drawSearches(brands, Math.ceil(count / 2))[Symbol.iterator]()
  const listings = drawListings(every(brands, brands.length / LISTED), Math.ceil(count / 10))[
    Symbol.iterator
  ]()
  const paths = Object.entries(tags)
  const revision = (): Revision => chances.pick(['2025-11-25', '2026-07-28'])
  const draw: Readonly<Record<Kind, () => Call>> = {
    'one mark': () => readMark(chances.pick(brands).nroSolicitud),
    search: () => search(next(searches)),
    listing: () => list(next(listings)),
    'response 304': () =>
      paths.length === 0 ? readMark(chances.pick(brands).nroSolicitud) : readKnown(...chances.pick(paths)),
    'search over MCP': () => searchByTool(next(searches), revision()),
    'one mark over MCP': () => readByTool(chances.pick(brands).nroSolicitud, revision()),
    freshness: () => READ_FRESHNESS,
    'unknown mark': () => ({ ...READ_NOTHING, kind: 'unknown mark' }),
  }
  const kinds = (Object.keys(MIX) as Kind[]).flatMap((kind) => Array<Kind>(MIX[kind]).fill(kind))
  const turns = chances.shuffle(kinds)
  for (let place = 0; place < count; place++) {
    yield draw[turns[place % turns.length] as Kind]()
  }
}

/** Returns every `step`-th of the things. */
const every = <Thing>(things: readonly Thing[], step: number): Thing[] =>
  things.filter((_, place) => place % Math.ceil(step) === 0)

function next<Thing>(things: Iterator<Thing>): Thing {
  const { value, done } = things.next()
  if (done) {
    throw new Error('fewer were drawn than are asked for')
  }
  return value
}

const isMark = validator(operations.getBrand.output)
const isPage = validator(operations.searchBrands.output)
const isFreshness = validator(operations.getFreshness.output)

const get = (kind: Kind, path: string, isRight: Call['isRight'], headers = {}): Call => ({
  kind,
  deadlineMs: REST_DEADLINE_MS,
  charged: true,
  send: sendGet(path, headers),
  isRight,
})

const isOf = (nroSolicitud: string, body: unknown): boolean =>
  isMark(body).length === 0 && (body as BrandDetail).nroSolicitud === nroSolicitud

/** Expects a search for a whole name to find a mark; searches for a word or a misspelling may find none. */
const isFound = ({ kind }: SearchRequest, most: number, body: unknown): boolean => {
  const { items = [] } = (body ?? {}) as Partial<BrandPage>
  return isPage(body).length === 0 && items.length <= most && (kind !== 'exact' || items.length > 0)
}

function isListed({ filters: { estado, tipoSigno } }: ListingRequest, body: unknown): boolean {
  const { items = [] } = (body ?? {}) as Partial<BrandPage>
  const passes = (item: BrandPage['items'][number]): boolean =>
    (estado ?? item.estado) === item.estado && (tipoSigno ?? item.tipoSigno) === item.tipoSigno
  return isPage(body).length === 0 && items.length <= PAGE && items.every(passes)
}

const readMark = (nroSolicitud: string): Call =>
  get('one mark', `/v1/brands/${nroSolicitud}`, (status, body) => status === 200 && isOf(nroSolicitud, body))

const search = (request: SearchRequest): Call =>
  get(
    'search',
    `/v1/brands?${new URLSearchParams({ q: request.q, limit: String(FOUND) })}`,
    (status, body) => status === 200 && isFound(request, FOUND, body),
  )

const list = (request: ListingRequest): Call =>
  get('listing', listingPath(request), (status, body) => status === 200 && isListed(request, body))

const READ_FRESHNESS = get(
  'freshness',
  '/v1/freshness',
  (status, body) => status === 200 && isFreshness(body).length === 0,
)

/** Requests a path with its ETag. No data changes during the load, so the response is 304, which is not charged. */
const readKnown = (path: string, tag: string): Call => ({
  ...get('response 304', path, (status) => status === 304, { 'if-none-match': tag }),
  charged: false,
})

function call(
  kind: Kind,
  question: Omit<Question, 'path'>,
  revision: Revision,
  isRight: Call['isRight'],
): Call {
  const message = toolCall(revision, { path: '', ...question }, 1)
  return {
    kind,
    deadlineMs: MCP_DEADLINE_MS,
    charged: true,
    send: sendMessage(message, headersOf(revision, message)),
    isRight,
  }
}

const searchByTool = (request: SearchRequest, revision: Revision): Call =>
  call(
    'search over MCP',
    { tool: tools.searchBrands.name, arguments: { q: request.q, limit: FOUND } },
    revision,
    (status, body) => status === 200 && isFound(request, FOUND, toolResult(body)?.structuredContent),
  )

const readByTool = (nroSolicitud: string, revision: Revision): Call =>
  call(
    'one mark over MCP',
    { tool: tools.getBrandDetail.name, arguments: { nroSolicitud } },
    revision,
    (status, body) => status === 200 && isOf(nroSolicitud, toolResult(body)?.structuredContent),
  )
