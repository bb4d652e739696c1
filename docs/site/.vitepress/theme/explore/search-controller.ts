import type { BrandPage, BrandQuery, ServiceError } from '../../../../../client/src/index.ts'
import { AnswerCache } from './answer-cache.ts'
import { curlOf } from './curl.ts'
import { find } from './elements.ts'
import type { Hits } from './hits.ts'
import type { LatestRequest } from './latest-request.ts'
import { isSame, runsWithoutEnter, type SearchQuery } from './search.ts'
import type { SearchForm, SearchTrigger } from './search-form.ts'
import { createRequest, type KeySession } from './session.ts'

/** Fields that each item is requested with in addition. */
const EXTRA_FIELDS = { incluir: 'clasesNiza' } as const satisfies BrandQuery

/** Runs searches, page by page, and shows their hits. */
export class SearchController {
  readonly #session: KeySession
  readonly #form: SearchForm
  readonly #hits: Hits
  readonly #curl = find('curl', HTMLElement)
  readonly #first: LatestRequest
  readonly #next: LatestRequest
  readonly #pages = new AnswerCache<BrandPage>()
  /** The newest search that was requested. */
  #requested: SearchQuery = {}
  /** The search whose hits are shown. */
  #shown: SearchQuery | undefined

  constructor(session: KeySession, form: SearchForm, hits: Hits) {
    this.#session = session
    this.#form = form
    this.#hits = hits
    this.#first = createRequest(session, hits.element, find('search-error', HTMLElement), (error) =>
      this.#showFieldErrors(error),
    )
    this.#next = createRequest(session, hits.moreButton, find('more-error', HTMLElement), (error) =>
      this.#discardListing(error),
    )
  }

  /** Runs a search unless it is empty, running or shown already. Enter on an empty form lists all marks. */
  run(search: SearchQuery, trigger: SearchTrigger): void {
    const isPending = this.#first.isBusy && isSame(search, this.#requested)
    const isShown = !this.#first.isBusy && this.#shown !== undefined && isSame(search, this.#shown)
    this.#requested = search
    if (isPending || isShown) {
      return
    }
    this.#stop()
    if (trigger === 'typed' && !runsWithoutEnter(search)) {
      this.#hits.clear()
    } else {
      this.#request(search)
    }
  }

  /** Loads the next page of the shown search. */
  more(cursor: string): void {
    const { client } = this.#session
    if (client === undefined || this.#next.isBusy || this.#shown === undefined) return
    const query = { ...this.#shown, ...EXTRA_FIELDS, cursor }
    this.#curl.textContent = curlOf(client.urls.searchBrands(query))
    this.#next.send(
      (signal) => client.searchBrands(query, { signal }),
      (page) => this.#hits.append(page),
    )
  }

  /** Discards everything that was loaded with the key. */
  reset(): void {
    this.#form.cancelPending()
    this.#stop()
    this.#pages.clear()
    this.#hits.clear()
  }

  #request(search: SearchQuery): void {
    const { client } = this.#session
    if (client === undefined) return
    const query = { ...search, ...EXTRA_FIELDS }
    const url = client.urls.searchBrands(query)
    this.#curl.textContent = curlOf(url)
    const show = (page: BrandPage): void => {
      this.#shown = search
      this.#hits.show(page)
    }
    const cached = this.#pages.get(url)
    if (cached !== undefined) {
      show(cached)
      return
    }
    this.#first.send(
      (signal) => client.searchBrands(query, { signal }),
      (page) => {
        this.#pages.set(url, page)
        show(page)
      },
    )
  }

  #stop(): void {
    this.#form.clearErrors()
    this.#first.cancel()
    this.#next.cancel()
    this.#shown = undefined
  }

  /** Shows validation errors at their fields. */
  #showFieldErrors(error: ServiceError | undefined): boolean {
    this.#hits.fail()
    return error?.status === 400 && this.#form.showErrors(error.details ?? [])
  }

  /** A cursor may expire, as after a day: the listing can then be requested from its start. */
  #discardListing(error: ServiceError | undefined): boolean {
    if (error?.status === 400) {
      this.#pages.clear()
      this.#shown = undefined
    }
    return false
  }
}
