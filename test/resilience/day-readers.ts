// A separate process: clients that search, list and paginate without a pause during runs, and check every response.

import { type DrawnBrand, drawListings, drawSearches, listingPath } from '../../bench/requests.ts'
import type { BrandPage, BrandSummary } from '../../schemas/brand.ts'
import { operations } from '../../schemas/operations.ts'
import { validator } from '../../shared/platform/validation.ts'
import { sheetsOf } from './office-day.ts'
import { bearLoad, complain } from './own-load.ts'

export interface ReadersTask {
  address: string
  key: string
  /** Marks to search for: their names do not change. */
  brands: readonly DrawnBrand[]
  /** Numbers of the marks that exist all the time: every complete pagination must return each of them. */
  always: readonly string[]
}

export interface ReadersFigures {
  /** The number of responses, each of which was charged a unit. */
  answers: number
  /** When each search was sent, in milliseconds since 1970, and how long it took. */
  searches: { at: number; tookMs: number }[]
  /** The number of complete paginations. */
  walks: number
  /** The first complaints about wrong responses. */
  wrong: string[]
}

const SEARCHERS = 2
const LISTERS = 1
const WALKERS = 1
const DRAWN = 5_000
/** The number of marks that listings are drawn from: drawing one scans all of them. */
const LISTED = 200

const isPage = validator(operations.searchBrands.output)

bearLoad<ReadersTask, ReadersFigures>(async ({ address, key, brands, always }, signal) => {
  const figures: ReadersFigures = { answers: 0, searches: [], walks: 0, wrong: [] }
  /** Opens a client, which complains if a response mixes two sheets or is older than the sheet it got before. */
  function openClient() {
    let seen = 0
    return async (path: string): Promise<BrandPage> => {
      const response = await fetch(address + path, { headers: { 'x-api-key': key } })
      const body = await response.json()
      if (response.status !== 200 || isPage(body).length > 0) {
        throw new Error(`${response.status} ${JSON.stringify(body).slice(0, 300)}`)
      }
      figures.answers += 1
      const page = body as BrandPage
      const sheets = sheetsOf(page.items)
      if (sheets.length > 1 || (sheets[0] ?? seen) < seen) {
        complain(figures.wrong, `${path}: of the sheets ${sheets}, where sheet ${seen} was seen before`)
      }
      seen = Math.max(seen, ...sheets)
      return page
    }
  }
  type Client = ReturnType<typeof openClient>

  /** Repeats some work until the load is stopped. */
  async function again(work: (client: Client, turn: number) => Promise<unknown>): Promise<void> {
    const client = openClient()
    for (let turn = 0; !signal.aborted; turn++) {
      await work(client, turn).catch((error: Error) =>
        complain(figures.wrong, `${error.message} ${error.cause ?? ''}`),
      )
    }
  }

  const searches = drawSearches(brands, DRAWN)
  const search =
    (first: number) =>
    async (client: Client, turn: number): Promise<void> => {
      const { kind, q } = searches[(first + turn * SEARCHERS) % searches.length] ?? { kind: 'exact', q: '' }
      const at = Date.now()
      const startedAt = performance.now()
      const { items } = await client(`/v1/brands?${new URLSearchParams({ q })}`)
      figures.searches.push({ at, tookMs: performance.now() - startedAt })
      if (kind === 'exact' && items.length === 0) {
        complain(figures.wrong, `${q}: not found any more`)
      }
    }

  const listings = drawListings(brands.slice(-LISTED), DRAWN / 10)
  const list = async (client: Client, turn: number): Promise<void> => {
    const listing = listings[turn % listings.length]
    await (listing && client(listingPath(listing)))
  }

  const highest = always.reduce((most, number) => (Number(number) > most ? Number(number) : most), 0)
  const walk = async (client: Client): Promise<void> => {
    const met = new Set<string>()
    let cursor: string | null = null
    do {
      const query: Record<string, string> = { limit: '100', ...(cursor === null ? {} : { cursor }) }
      const { items, nextCursor } = await client(`/v1/brands?${new URLSearchParams(query)}`)
      meet(items, met)
      cursor = nextCursor
    } while (cursor !== null && !signal.aborted)
    if (cursor === null) {
      const skipped = always.filter((number) => !met.has(number))
      const strange = met.size - (always.length - skipped.length) - [...met].filter(isFiled).length
      figures.walks += 1
      if (skipped.length > 0 || strange > 0) {
        complain(
          figures.wrong,
          `a walk has skipped ${skipped.length} marks (${skipped[0]}) and met ${strange} that are none`,
        )
      }
    }
  }
  const isFiled = (number: string): boolean => Number(number) > highest
  function meet(items: readonly BrandSummary[], met: Set<string>): void {
    for (const { nroSolicitud } of items) {
      if (met.has(nroSolicitud)) {
        complain(figures.wrong, `a walk has met ${nroSolicitud} twice`)
      }
      met.add(nroSolicitud)
    }
  }

  const times = <Thing>(count: number, make: (place: number) => Thing): Thing[] =>
    Array.from({ length: count }, (_, place) => make(place))
  await Promise.all([
    ...times(SEARCHERS, (place) => again(search(place))),
    ...times(LISTERS, () => again(list)),
    ...times(WALKERS, () => again(walk)),
  ])
  return figures
})
