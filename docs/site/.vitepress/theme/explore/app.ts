import {
  type Client,
  createClient,
  type Freshness,
  type ServiceError,
} from '../../../../../client/src/index.ts'
import { Detail } from './detail.ts'
import { DetailController } from './detail-controller.ts'
import { find, setText } from './elements.ts'
import { Hits } from './hits.ts'
import { KeyForm } from './key-form.ts'
import { localizationOf } from './localization.ts'
import { fragmentOf, isEmpty, isSame, numberIn, type SearchQuery, type View, viewOf } from './search.ts'
import { SearchController } from './search-controller.ts'
import { SearchForm, type SearchTrigger } from './search-form.ts'
import { createRequest, type KeySession } from './session.ts'
import { FreshnessPanel, LimitsPanel } from './status-panels.ts'

/** The explore page: the key, the search, the open mark, and the URL fragment that describes them. */
export class App implements KeySession {
  readonly localization = localizationOf(find('explore', HTMLElement), find('announcement', HTMLElement))
  client: Client | undefined

  readonly #element = find('with-key', HTMLElement)
  readonly #openNumberLink = find('by-number', HTMLAnchorElement)
  readonly #searchAsNameButton = find('as-name', HTMLButtonElement)
  readonly #keyForm = new KeyForm(this.localization, {
    use: (key) => this.#checkKey(key),
    forget: () => this.#endSession(),
  })
  readonly #form = new SearchForm(
    this.localization,
    (search, trigger) => this.#submitSearch(search, trigger),
    () => this.#hits.focusFirst(),
  )
  readonly #hits = new Hits(this.localization, {
    addressOf: (brand) => fragmentOf({ search: this.#view.search, brand }),
    isOpen: (brand) => brand === this.#view.brand,
    open: (brand) => this.#open(brand),
    more: (cursor) => this.#searchController.more(cursor),
  })
  readonly #detail = new Detail(this.localization, () => this.#close())
  readonly #freshness = new FreshnessPanel(this.localization, () => this.#loadFreshness())
  readonly #limits = new LimitsPanel(this.localization)

  readonly #searchController = new SearchController(this, this.#form, this.#hits)
  readonly #detailController = new DetailController(this, this.#detail)
  readonly #keyCheck = createRequest(this, this.#keyForm.element, find('key-error', HTMLElement), (error) =>
    this.#isUsableDespite(error),
  )
  readonly #freshnessRequest = createRequest(
    this,
    find('freshness', HTMLElement),
    find('freshness-error', HTMLElement),
    (error) => this.#handleMissingScope(error),
  )

  /** The client whose key is being checked. */
  #candidateClient: Client | undefined
  #view: View = viewOf(location.hash) ?? { search: {}, brand: undefined }
  /** True between the click that closes a mark and the `popstate` event that follows. */
  #isClosing = false

  start(signal: AbortSignal): void {
    this.#form.search = this.#view.search
    this.#keyForm.open('')
    const { pathname } = location
    addEventListener(
      'popstate',
      (event) => {
        if (location.pathname !== pathname) return
        event.stopImmediatePropagation() // the router would load the page again
        this.#restoreView()
      },
      { signal, capture: true },
    )
    addEventListener(
      'keydown',
      (event) => {
        if (event.key === 'Escape' && this.#view.brand !== undefined && !event.defaultPrevented) {
          event.preventDefault()
          this.#close()
        }
      },
      { signal },
    )
    this.#openNumberLink.addEventListener('click', (event) => {
      event.preventDefault()
      const number = numberIn(this.#view.search)
      if (number !== undefined) this.#open(number)
    })
    this.#searchAsNameButton.addEventListener('click', () => {
      this.#searchController.run(this.#view.search, 'entered')
      this.#form.focus()
    })
  }

  // ---- key

  /** Checks a key with the cheapest request, freshness, which the page shows anyway. */
  #checkKey(key: string): void {
    const client = createClient({
      baseUrl: location.origin,
      key,
      waits: false,
      onAnswer: ({ limits }) => limits && this.#limits.show(limits),
    })
    this.#candidateClient = client
    this.#keyCheck.send(
      (signal) => client.getFreshness({}, { signal }),
      (freshness) => this.#startSession(client, freshness),
    )
  }

  /** A key without the scope for freshness (403), or over its limits (429), is valid nevertheless. */
  #isUsableDespite(error: ServiceError | undefined): boolean {
    const client = this.#candidateClient
    if (client === undefined || (error?.status !== 403 && error?.status !== 429)) {
      return false
    }
    this.#startSession(client, error)
    return true
  }

  /** Shows the search form and what the address describes. */
  #startSession(client: Client, result: Freshness | ServiceError): void {
    this.#candidateClient = undefined
    this.client = client
    this.#keyForm.close()
    if ('sources' in result) {
      this.#showFreshness(result)
    } else {
      this.#freshnessRequest.fail(result, () => this.#loadFreshness())
    }
    this.#form.focus()
    this.#showView(this.#view)
    this.localization.announce(this.localization.texts.keyAccepted)
  }

  handleUnauthorized(error: ServiceError | undefined): boolean {
    if (error?.status !== 401) {
      return false
    }
    this.#endSession()
    this.#keyForm.open(this.localization.texts.keyRefused)
    return true
  }

  /** Discards the key and everything that was loaded with it. */
  #endSession(): void {
    this.client = undefined
    this.#candidateClient = undefined
    this.#keyCheck.cancel()
    this.#freshnessRequest.cancel()
    this.#searchController.reset()
    this.#detailController.reset()
    this.#hideDetail()
  }

  #loadFreshness(): void {
    const { client } = this
    if (client === undefined) return
    this.#freshnessRequest.send(
      (signal) => client.getFreshness({}, { signal }),
      (freshness) => this.#showFreshness(freshness),
    )
  }

  #showFreshness(freshness: Freshness): void {
    this.#detail.isSample = freshness.sample === true
    this.#freshness.show(freshness)
  }

  #handleMissingScope(error: ServiceError | undefined): boolean {
    if (error?.status === 403) this.#freshness.hide()
    return error?.status === 403
  }

  // ---- search

  /** Enter opens the mark of an application number; a button searches for the number as a name. */
  #submitSearch(search: SearchQuery, trigger: SearchTrigger): void {
    const number = numberIn(search)
    this.#runSearch(search, number === undefined ? trigger : 'typed')
    if (number !== undefined && trigger === 'entered') this.#open(number)
  }

  #runSearch(search: SearchQuery, trigger: SearchTrigger): void {
    this.#view = { ...this.#view, search }
    this.#updateFragment()
    this.#searchController.run(search, trigger)
    this.#offerApplicationNumber()
  }

  #offerApplicationNumber(): void {
    const number = numberIn(this.#view.search)
    const { texts, formats } = this.localization
    setText(this.#openNumberLink, number === undefined ? '' : texts.openNumber(formats.number(number)))
    setText(
      this.#searchAsNameButton,
      number === undefined ? '' : texts.searchNames(this.#view.search.q ?? ''),
    )
    if (number !== undefined) {
      this.#openNumberLink.href = fragmentOf({ ...this.#view, brand: number })
      this.localization.announce(texts.openNumber(formats.number(number)))
    }
  }

  // ---- open mark

  /** Opening the first mark adds a history entry, so that Back closes it. */
  #open(brand: string): void {
    const isFirst = this.#view.brand === undefined
    this.#view = { ...this.#view, brand }
    const address = fragmentOf(this.#view)
    if (isFirst) {
      history.pushState({ opened: true }, '', address)
    } else {
      history.replaceState(history.state, '', address)
    }
    this.#showDetail(brand)
  }

  #showDetail(brand: string): void {
    if (this.client === undefined) return
    this.#element.dataset.open = ''
    this.#hits.markOpen()
    this.#detailController.open(brand)
  }

  /** Closes the mark once: a second step back would leave the page. */
  #close(): void {
    if (this.#isClosing) return
    if ((history.state as { opened?: boolean } | null)?.opened) {
      this.#isClosing = true
      history.back() // the popstate event calls #restoreView
    } else {
      this.#view = { ...this.#view, brand: undefined }
      this.#updateFragment()
      this.#leaveDetail(undefined)
    }
  }

  #hideDetail(): void {
    this.#detailController.close()
    this.#hits.markOpen()
    delete this.#element.dataset.open
  }

  /** Returns the focus to the hit that was opened. */
  #leaveDetail(brand: string | undefined): void {
    this.#hideDetail()
    if (brand === undefined || !this.#hits.focusHit(brand)) this.#form.focus()
  }

  // ---- address

  /** Names and filters are in the fragment, which browsers never send; the key is not. */
  #updateFragment(): void {
    const fragment = fragmentOf(this.#view)
    if (fragment === location.hash) return
    history.replaceState(history.state, '', fragment || location.pathname)
    dispatchEvent(new HashChangeEvent('hashchange')) // the link to the other language follows it
    this.#hits.updateLinks()
  }

  /** Follows Back, Forward and edits of the address. Closing a mark keeps the search that was typed meanwhile. */
  #restoreView(): void {
    const { search, brand } = this.#view
    const isClosing = this.#isClosing
    const view = isClosing ? { search, brand: undefined } : viewOf(location.hash)
    this.#isClosing = false
    if (view === undefined) {
      return
    }
    this.#view = view
    if (isClosing) this.#updateFragment()
    const isOpen = this.#element.dataset.open !== undefined
    if (this.client === undefined) {
      this.#form.search = view.search
    } else if (isOpen && view.brand === undefined && isSame(view.search, search)) {
      this.#leaveDetail(brand)
    } else {
      this.#showView(view)
    }
  }

  #showView(view: View): void {
    this.#view = view
    this.#form.search = view.search
    const isSubmitted = !isEmpty(view.search) && numberIn(view.search) === undefined
    this.#runSearch(view.search, isSubmitted ? 'entered' : 'typed')
    if (view.brand === undefined) {
      this.#hideDetail()
    } else {
      this.#showDetail(view.brand)
    }
  }
}
