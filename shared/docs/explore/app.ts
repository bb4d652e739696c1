import { type Client, createClient, type Freshness, type ServiceError } from '../../../client/src/index.ts'
import { Detail } from './detail.ts'
import { find, say } from './elements.ts'
import { Hits } from './hits.ts'
import { KeyForm } from './key-form.ts'
import { Reading } from './reading.ts'
import { fragmentOf, isEmpty, isSame, numberIn, type Search, type View, viewOf } from './search.ts'
import { type Asked, SearchForm } from './search-form.ts'
import { Searching } from './searching.ts'
import { askingAt, type Session } from './session.ts'
import { speechOf } from './speech.ts'
import { FreshnessStrip, LimitsStrip } from './strips.ts'

/** The page: a key, what is looked up with it, and the address that says what. */
export class Desk implements Session {
  readonly speech = speechOf(document.documentElement, find('told', HTMLElement))
  client: Client | undefined

  readonly #place = find('desk', HTMLElement)
  readonly #byNumber = find('by-number', HTMLAnchorElement)
  readonly #asName = find('as-name', HTMLButtonElement)
  readonly #keyForm = new KeyForm(this.speech, {
    use: (key) => this.#use(key),
    forget: () => this.#forget(),
  })
  readonly #form = new SearchForm(
    this.speech,
    (search, asked) => this.#take(search, asked),
    () => this.#hits.focusFirst(),
  )
  readonly #hits = new Hits(this.speech, {
    addressOf: (brand) => fragmentOf({ search: this.#view.search, brand }),
    isOpen: (brand) => brand === this.#view.brand,
    open: (brand) => this.#open(brand),
    more: (cursor) => this.#searching.more(cursor),
  })
  readonly #detail = new Detail(this.speech, () => this.#close())
  readonly #freshness = new FreshnessStrip(this.speech, () => this.#askFreshness())
  readonly #limits = new LimitsStrip(this.speech)

  readonly #searching = new Searching(this, this.#form, this.#hits)
  readonly #reading = new Reading(this, this.#detail)
  readonly #trying = askingAt(this, this.#keyForm.place, find('key-trouble', HTMLElement), (error) =>
    this.#isGoodAfterAll(error),
  )
  readonly #askingFreshness = askingAt(
    this,
    find('freshness', HTMLElement),
    find('freshness-trouble', HTMLElement),
    (error) => this.#lacksInsights(error),
  )

  /** The one whose key is being tried. */
  #candidate: Client | undefined
  #view: View = viewOf(location.hash) ?? { search: {}, brand: undefined }
  /** Between the button that closes a mark and the step back in the history of the tab. */
  #isClosing = false

  start(): void {
    this.#form.search = this.#view.search
    this.#keyForm.open('')
    addEventListener('popstate', () => this.#follow())
    addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && this.#view.brand !== undefined && !event.defaultPrevented) {
        event.preventDefault()
        this.#close()
      }
    })
    this.#byNumber.addEventListener('click', (event) => {
      event.preventDefault()
      const number = numberIn(this.#view.search)
      if (number !== undefined) this.#open(number)
    })
    this.#asName.addEventListener('click', () => {
      this.#searching.look(this.#view.search, 'entered')
      this.#form.focus()
    })
  }

  // ---- the key

  /** Whether a key is good is told by what costs the least: how fresh the sources are, which the page shows anyway. */
  #use(key: string): void {
    const client = createClient({
      baseUrl: location.origin,
      key,
      waits: false,
      onAnswer: ({ limits }) => limits && this.#limits.show(limits),
    })
    this.#candidate = client
    this.#trying.ask(
      (signal) => client.getFreshness({}, { signal }),
      (freshness) => this.#begin(client, freshness),
    )
  }

  /** A key that may not ask for freshness, or has asked for enough, is good nevertheless. */
  #isGoodAfterAll(error: ServiceError | undefined): boolean {
    const client = this.#candidate
    if (client === undefined || (error?.status !== 403 && error?.status !== 429)) {
      return false
    }
    this.#begin(client, error)
    return true
  }

  /** With a good key: what the address names is looked up, or a name may be typed. */
  #begin(client: Client, told: Freshness | ServiceError): void {
    this.#candidate = undefined
    this.client = client
    this.#keyForm.close()
    if ('sources' in told) {
      this.#showFreshness(told)
    } else {
      this.#askingFreshness.fail(told, () => this.#askFreshness())
    }
    this.#form.focus()
    this.#show(this.#view)
    this.speech.tell(this.speech.words.keyAccepted)
  }

  isRefused(error: ServiceError | undefined): boolean {
    if (error?.status !== 401) {
      return false
    }
    this.#forget()
    this.#keyForm.open(this.speech.words.keyRefused)
    return true
  }

  /** Nothing is kept of a key, nor of what it has brought. */
  #forget(): void {
    this.client = undefined
    this.#candidate = undefined
    this.#trying.stop()
    this.#askingFreshness.stop()
    this.#searching.forget()
    this.#reading.forget()
    this.#hideDetail()
  }

  #askFreshness(): void {
    const { client } = this
    if (client === undefined) return
    this.#askingFreshness.ask(
      (signal) => client.getFreshness({}, { signal }),
      (freshness) => this.#showFreshness(freshness),
    )
  }

  #showFreshness(freshness: Freshness): void {
    this.#detail.isSample = freshness.sample === true
    this.#freshness.show(freshness)
  }

  #lacksInsights(error: ServiceError | undefined): boolean {
    if (error?.status === 403) this.#freshness.hide()
    return error?.status === 403
  }

  // ---- the search

  /** Enter opens the mark of an application number, which is searched as a name only by the button for it. */
  #take(search: Search, asked: Asked): void {
    const number = numberIn(search)
    this.#look(search, number === undefined ? asked : 'typed')
    if (number !== undefined && asked === 'entered') this.#open(number)
  }

  #look(search: Search, asked: Asked): void {
    this.#view = { ...this.#view, search }
    this.#writeAddress()
    this.#searching.look(search, asked)
    this.#offerNumber()
  }

  #offerNumber(): void {
    const number = numberIn(this.#view.search)
    const { words, formats } = this.speech
    say(this.#byNumber, number === undefined ? '' : words.openNumber(formats.number(number)))
    say(this.#asName, number === undefined ? '' : words.searchNames(this.#view.search.q ?? ''))
    if (number !== undefined) {
      this.#byNumber.href = fragmentOf({ ...this.#view, brand: number })
      this.speech.tell(words.openNumber(formats.number(number)))
    }
  }

  // ---- the mark that is open

  /** The first mark that is opened is a step that the browser's Back takes back, as on a telephone. */
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
    this.#place.dataset.open = ''
    this.#hits.mark()
    this.#reading.open(brand)
  }

  /** Once only, however often it is asked for: a second step back would leave the page. */
  #close(): void {
    if (this.#isClosing) return
    if ((history.state as { opened?: boolean } | null)?.opened) {
      this.#isClosing = true
      history.back() // and #follow does the rest
    } else {
      this.#view = { ...this.#view, brand: undefined }
      this.#writeAddress()
      this.#leaveDetail(undefined)
    }
  }

  #hideDetail(): void {
    this.#reading.close()
    this.#hits.mark()
    delete this.#place.dataset.open
  }

  /** The focus goes back to where the mark was opened. */
  #leaveDetail(brand: string | undefined): void {
    this.#hideDetail()
    if (brand === undefined || !this.#hits.focusHit(brand)) this.#form.focus()
  }

  // ---- the address

  /** Names and filters stand behind the # of the address, which is never sent; the key never does. */
  #writeAddress(): void {
    const fragment = fragmentOf(this.#view)
    if (fragment === location.hash) return
    history.replaceState(history.state, '', fragment || location.pathname)
    this.#hits.readdress()
  }

  /** The reader went back or forth, or changed the address by hand. Whoever closes a mark keeps what was typed beside it. */
  #follow(): void {
    const { search, brand } = this.#view
    const isClosing = this.#isClosing
    const view = isClosing ? { search, brand: undefined } : viewOf(location.hash)
    this.#isClosing = false
    if (view === undefined) {
      return
    }
    this.#view = view
    if (isClosing) this.#writeAddress()
    const isOpen = this.#place.dataset.open !== undefined
    if (this.client === undefined) {
      this.#form.search = view.search
    } else if (isOpen && view.brand === undefined && isSame(view.search, search)) {
      this.#leaveDetail(brand)
    } else {
      this.#show(view)
    }
  }

  #show(view: View): void {
    this.#view = view
    this.#form.search = view.search
    const isAsked = !isEmpty(view.search) && numberIn(view.search) === undefined
    this.#look(view.search, isAsked ? 'entered' : 'typed')
    if (view.brand === undefined) {
      this.#hideDetail()
    } else {
      this.#showDetail(view.brand)
    }
  }
}
