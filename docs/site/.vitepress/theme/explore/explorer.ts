import { nextTick, shallowReactive } from 'vue'
import {
  type BrandDetail,
  type BrandPage,
  type BrandQuery,
  type BrandSummary,
  type Client,
  createClient,
  type Freshness,
  type Limits,
  type ServiceError,
} from '../../../../../client/src/index.ts'
import type { Language } from '../../../../../shared/docs/languages.ts'
import { AnswerCache } from './answer-cache.ts'
import { changesGone, curlOf, localizationIn, validationMessage } from './describe.ts'
import { csvOf } from './export.ts'
import { startOfDay } from './format.ts'
import { keepKey, keptKey } from './kept-key.ts'
import { createRequest } from './request.ts'
import {
  fragmentOf,
  isEmpty,
  isSame,
  isValue,
  numberIn,
  ORDERS,
  runsWithoutEnter,
  SEARCH_FIELDS,
  type SearchField,
  type SearchQuery,
  searchOf,
  type View,
  viewOf,
} from './search.ts'

/**
 * The pause between the last key press and the search. It is longer than most people need to type the next letter, because each
 * search is charged to the quota, and short enough to show the first hit within 300 ms.
 */
const PAUSE_MS = 200

/** The largest page size. Most searches find fewer marks, so that one page shows their exact number. */
const PAGE_SIZE = 100

/** Returns the query of a search. It also requests the classes and holders of each item and, for a name, how the names match. */
const requestOf = ({ cambiadosDesde: day, ...search }: SearchQuery): BrandQuery => ({
  ...search,
  ...(day === undefined ? {} : { cambiadosDesde: startOfDay(day) }),
  incluir: search.q === undefined ? ['clasesNiza', 'titular'] : ['clasesNiza', 'titular', 'coincidencia'],
  limit: PAGE_SIZE,
})

/** The maximum number of marks in a report, which needs a request for the detail of each mark. */
const MOST_IN_REPORT = 50

/** The marks that a search found, and that were loaded; `hasMore` is true if the search has more than one page. */
interface Hits {
  search: SearchQuery
  items: readonly BrandSummary[]
  nextCursor: string | null
  hasMore: boolean
  /** `fechaCorpus` of the first page. */
  corpusDate: string | undefined
  /** The numbers of marks that the filters left out because their classes or their phase are unknown. */
  omitted: { classes: number; phases: number }
}

/** What started a search: a pause in typing, or Enter. */
type Trigger = 'typed' | 'entered'

export type Explorer = ReturnType<typeof createExplorer>

const field = (name: string) => document.getElementById(name) as HTMLInputElement | null

/** Returns the link of a mark in the list of hits; without a number, the link of the first hit. */
const hitLink = (brand?: string): HTMLElement | null =>
  document.querySelector(`#hit-list a${brand === undefined ? '' : `[data-number="${CSS.escape(brand)}"]`}`)

const isSamplePage = (): boolean => document.querySelector('[data-corpus="sample"]') !== null

/** Returns the address of a mark's record at the office; empty if the operator has not set OFFICE_RECORD_URL. */
const officeRecord = (nroSolicitud: string): string =>
  (document.documentElement.dataset.officeRecord ?? '').replace('{nroSolicitud}', nroSolicitud)

/** Creates the state of the explorer: the key, the search, the open mark, and the URL fragment that describes them. */
export function createExplorer(language: Language) {
  const localization = localizationIn(language)
  const { texts, formats } = localization
  const state = shallowReactive({
    /** The text that screen readers announce. */
    announcement: '',
    hasKey: false,
    keyMistake: '',
    view: viewOf(location.hash) ?? ({ search: {}, brand: undefined } as View),
    mistakes: {} as Partial<Record<SearchField, string>>,
    hits: undefined as Hits | undefined,
    curl: texts.noRequest,
    /** The number of the open mark; `mark` is undefined until the mark is loaded. */
    opened: undefined as string | undefined,
    mark: undefined as BrandDetail | undefined,
    markCurl: '',
    /** The applications with a registration number, if the user opened the number as an application number. */
    applications: [] as readonly string[],
    /** The fragment of the address that was copied last. */
    copied: undefined as string | undefined,
    /** The numbers of the selected marks. */
    selected: new Set() as ReadonlySet<string>,
    /** The marks of the report, while it is printed. */
    report: undefined as readonly BrandDetail[] | undefined,
    isSample: isSamplePage(),
    sources: [] as Freshness['sources'],
    /** Whether the key lacks the scope for freshness. */
    lacksFreshness: false,
    limits: undefined as Limits | undefined,
  })
  const announce = (text: string): void => {
    state.announcement = text
  }
  const request = (handle: (error: ServiceError | undefined) => boolean = () => false) =>
    createRequest(localization, (error) => isRefused(error) || handle(error))
  const requests = {
    key: request(isUsableDespite),
    freshness: request((error) => {
      state.lacksFreshness = error?.status === 403
      return state.lacksFreshness
    }),
    search: request((error) => {
      clearHits()
      if (error?.status === 410) state.mistakes = { cambiadosDesde: changesGone(error.message, localization) }
      return error?.status === 410 || (error?.status === 400 && showMistakes(error))
    }),
    /** If a cursor is no longer valid, `forgetHits` allows the user to send the search again from its first page. */
    more: request((error) => {
      if (error?.status === 400) forgetHits()
      return false
    }),
    /** The 404 for a registration number lists the applications with this number. */
    mark: request((error) => {
      state.applications = error?.status === 404 ? (error.details?.[0]?.allowed ?? []) : []
      return state.applications.length > 0
    }),
    report: request(),
  }
  const pages = new AnswerCache<BrandPage>()
  const marks = new AnswerCache<BrandDetail>()
  /** The client with the key. Until the key is checked, the client is in `candidate`. */
  let client: Client | undefined
  let candidate: Client | undefined
  let requested: SearchQuery = {}
  /** Whether the shown hits belong to the search that was requested last. */
  let areCurrent = false
  /** Whether the next search gets an entry of its own in the history, because the user ran the present search with Enter. */
  let isKept = location.hash === ''
  let pause: ReturnType<typeof setTimeout> | undefined
  let refill: ReturnType<typeof setTimeout> | undefined
  /** True between the click that closes a mark and the `popstate` event that follows. */
  let isClosing = false

  // ---- key

  /** Checks a key with a request for freshness, which is the cheapest request and which the page needs anyway. */
  function useKey(): void {
    const key = field('key')?.value.trim() ?? ''
    // Keys have only these characters, and a header value allows no control characters.
    state.keyMistake = /^[\x21-\x7e]+$/.test(key) ? '' : texts.keyMissing
    if (state.keyMistake !== '') {
      field('key')?.focus()
      return
    }
    const created = createClient({
      baseUrl: location.origin,
      key,
      waits: false,
      onAnswer: ({ limits }) => limits && showLimits(limits),
    })
    candidate = created
    requests.key.send(
      (signal) => created.getFreshness({}, { signal }),
      (freshness) => startSession(created, freshness),
    )
  }

  /** Starts the session after a 403 (the key lacks the scope for freshness) or a 429: the key is valid. */
  function isUsableDespite(error: ServiceError | undefined): boolean {
    if (candidate === undefined || (error?.status !== 403 && error?.status !== 429)) {
      return false
    }
    startSession(candidate, error)
    return true
  }

  /** Shows the search form, and the search and mark that the address describes. */
  async function startSession(accepted: Client, result: Freshness | ServiceError): Promise<void> {
    candidate = undefined
    client = accepted
    if (field('keep')?.checked) keepKey(field('key')?.value.trim())
    state.hasKey = true
    if ('sources' in result) {
      showFreshness(result)
    } else {
      requests.freshness.fail(result, loadFreshness)
    }
    await nextTick()
    field('q')?.focus()
    showView(state.view)
    announce(texts.keyAccepted)
  }

  /** Ends the session if the service refuses the key, and returns whether it did. */
  function isRefused(error: ServiceError | undefined): boolean {
    if (error?.status === 401) askForKey(texts.keyRefused)
    return error?.status === 401
  }

  /** Discards the key and everything that was loaded with it. Shows the form for a key, with the reason. */
  async function askForKey(mistake: string): Promise<void> {
    endSession()
    keepKey(undefined)
    Object.assign(state, { hasKey: false, keyMistake: mistake })
    await nextTick()
    const key = field('key')
    if (key === null) return
    key.value = ''
    key.focus()
  }

  function endSession(): void {
    client = undefined
    candidate = undefined
    clearTimeout(pause)
    for (const each of Object.values(requests)) each.cancel()
    pages.clear()
    marks.clear()
    clearHits()
    closeMark()
  }

  function loadFreshness(): void {
    requests.freshness.send(async (signal) => client?.getFreshness({}, { signal }), showFreshness)
  }

  function showFreshness(freshness: Freshness | undefined): void {
    state.sources = freshness?.sources ?? []
    state.isSample = freshness?.sample === true || isSamplePage()
    state.lacksFreshness = false
  }

  /** Shows the remaining requests. At the end of its window, the burst is shown as full again without another response. */
  function showLimits(limits: Limits): void {
    const { burst } = limits
    state.limits = limits
    clearTimeout(refill)
    refill = setTimeout(() => {
      state.limits = { ...limits, burst: { ...burst, remaining: burst.limit } }
    }, burst.resetSeconds * 1_000)
  }

  // ---- search

  /** Returns the search of the form, without invalid values. */
  const typedSearch = (): SearchQuery =>
    searchOf((name) => (field(name)?.validity.valid ? (field(name)?.value ?? null) : null))

  /** Fills the fields. A field with options stays empty if the value is none of them. */
  function fillForm(search: SearchQuery): void {
    for (const name of SEARCH_FIELDS) {
      const found = field(name)
      if (found !== null) found.value = String(search[name] ?? '')
    }
  }

  function searchSoon(): void {
    clearTimeout(pause)
    pause = setTimeout(() => searchNow('typed'), PAUSE_MS)
  }

  /** Runs the search of the form. If the name is an application number, Enter opens its mark instead. */
  function searchNow(trigger: Trigger): void {
    clearTimeout(pause)
    const mistakes = mistakesOfForm()
    if (Object.keys(mistakes).length > 0) {
      clearHits()
      state.mistakes = mistakes
      return
    }
    const search = typedSearch()
    const number = numberIn(search)
    runSearch(search, number === undefined ? trigger : 'typed')
    if (number !== undefined && trigger === 'entered') open(number)
  }

  /** Returns the errors of invalid fields. The search does not run without them, because it would find other marks. */
  function mistakesOfForm(): typeof state.mistakes {
    const number = field('nroRegistro')?.value.trim() ?? ''
    const future = ['fechaDesde', 'fechaHasta', 'cambiadosDesde'].filter((name) => {
      const { rangeOverflow, rangeUnderflow } = field(name)?.validity ?? {}
      return rangeOverflow || rangeUnderflow
    })
    return {
      ...(field('clase')?.validity.valid === false ? { clase: texts.reasons.classes } : {}),
      ...(number === '' || isValue('nroRegistro', number) ? {} : { nroRegistro: texts.reasons.registration }),
      ...Object.fromEntries(future.map((name) => [name, texts.reasons.range])),
    }
  }

  function runSearch(search: SearchQuery, trigger: Trigger): void {
    const isNew = !isSame(search, state.view.search)
    if (isNew) closeMark() // the new hits may not contain the mark
    state.view = isNew ? { search, brand: undefined } : { ...state.view, search }
    updateFragment()
    isKept ||= trigger === 'entered'
    requestHits(search, trigger)
    const number = numberIn(search)
    if (number !== undefined) announce(texts.openNumber(formats.number(number)))
  }

  /** Sends a search, unless it is running or shown already. An empty search runs only after Enter, and lists all marks. */
  function requestHits(search: SearchQuery, trigger: Trigger): void {
    const isKnown = (requests.search.state.isBusy || areCurrent) && isSame(search, requested)
    requested = search
    if (isKnown || client === undefined) return
    forgetHits()
    requests.search.cancel()
    requests.more.cancel()
    if (trigger === 'typed' && !runsWithoutEnter(search)) {
      clearHits()
      return
    }
    const query = requestOf(search)
    const { searchBrands, urls } = client
    const url = urls.searchBrands(query)
    state.curl = curlOf(url)
    const show = (page: BrandPage): void => {
      areCurrent = true
      const { items, nextCursor, fechaCorpus, omitidasSinClase = 0, omitidasSinFase = 0 } = page
      state.selected = new Set()
      state.hits = {
        search,
        items,
        nextCursor,
        hasMore: nextCursor !== null,
        corpusDate: fechaCorpus,
        omitted: { classes: omitidasSinClase, phases: omitidasSinFase },
      }
      announce(countOf(state.hits))
    }
    const cached = pages.get(url)
    if (cached === undefined) {
      requests.search.send(
        (signal) => searchBrands(query, { signal }),
        (page) => show(pages.keep(url, page)),
      )
    } else {
      show(cached)
    }
  }

  const countOf = ({ items, nextCursor }: Hits): string =>
    items.length === 0 ? texts.noHits : texts.hits(formats.count(items.length), nextCursor !== null)

  /** Loads the next page: the focus stays on the button, and the new count is announced. */
  function more(): void {
    const { hits } = state
    if (client === undefined || requests.more.state.isBusy || !areCurrent || !hits?.nextCursor) return
    const { searchBrands, urls } = client
    const query = { ...requestOf(hits.search), cursor: hits.nextCursor }
    state.curl = curlOf(urls.searchBrands(query))
    requests.more.send(
      (signal) => searchBrands(query, { signal }),
      ({ items, nextCursor }) => {
        const all = [...hits.items, ...items]
        state.hits = { ...hits, items: all, nextCursor }
        const added = texts.added(formats.count(items.length), formats.count(all.length))
        announce(nextCursor === null ? `${added}. ${texts.end}` : added)
      },
    )
  }

  /** Allows the same search to be sent again, and removes the error messages. */
  function forgetHits(): void {
    areCurrent = false
    state.mistakes = {}
  }

  /** Removes the hits of an earlier search, which would look like the result of the new search. */
  function clearHits(): void {
    forgetHits()
    Object.assign(state, { hits: undefined, selected: new Set() })
    announce('')
  }

  /** Shows validation errors at their fields, and returns whether every error belongs to a field. */
  function showMistakes({ details = [] }: ServiceError): boolean {
    const ofFields = details.filter(({ field: name }) => SEARCH_FIELDS.includes(name as SearchField))
    state.mistakes = Object.fromEntries(
      ofFields.map((detail) => [detail.field, validationMessage(detail, texts)]),
    )
    return ofFields.length > 0 && ofFields.length === details.length
  }

  // ---- selection

  function select(brand: string): void {
    const selected = new Set(state.selected)
    if (!selected.delete(brand)) selected.add(brand)
    state.selected = selected
  }

  /** Returns the loaded marks in the chosen order. Filing dates begin with the newest, expiry dates with the earliest. */
  function listed(): readonly BrandSummary[] {
    const { order } = state.view
    const all = state.hits?.items ?? []
    if (order === undefined) return all
    const way = order === 'fechaPresentacion' ? -1 : 1
    // Marks without a value are last in every order.
    const last = order === 'fechaPresentacion' ? '' : '\uffff'
    return all.toSorted((a, b) => way * (a[order] || last).localeCompare(b[order] || last, language))
  }

  /** Returns the selected marks, or all loaded ones if none is selected. */
  const chosen = (): readonly BrandSummary[] => {
    const all = listed()
    return state.selected.size === 0
      ? all
      : all.filter(({ nroSolicitud }) => state.selected.has(nroSolicitud))
  }

  /** Copies the address of this search. If the browser gives the page no clipboard (without HTTPS), shows the address. */
  async function copyLink(): Promise<void> {
    if (navigator.clipboard === undefined) {
      prompt(texts.link, location.href)
    } else {
      await navigator.clipboard.writeText(location.href)
      announce(texts.copied)
      state.copied = fragmentOf(state.view)
    }
  }

  /** Saves the chosen marks as a file. */
  function download(): void {
    const url = URL.createObjectURL(new Blob([csvOf(chosen(), localization)], { type: 'text/csv' }))
    Object.assign(document.createElement('a'), {
      href: url,
      download: texts.fileName(formats.isoDayOf(new Date()), state.isSample),
    }).click()
    URL.revokeObjectURL(url)
  }

  /** Loads the details of the chosen marks and prints them as a report. */
  function printReport(): void {
    if (client === undefined) return
    const { getBrand, urls } = client
    const numbers = chosen().map(({ nroSolicitud }) => nroSolicitud)
    const load = async (signal: AbortSignal): Promise<BrandDetail[]> => {
      const loaded: BrandDetail[] = []
      for (const brand of numbers.slice(0, MOST_IN_REPORT)) {
        const url = urls.getBrand(brand)
        loaded.push(marks.get(url) ?? marks.keep(url, await getBrand(brand, { signal })))
      }
      return loaded
    }
    requests.report.send(load, async (report) => {
      state.report = report
      await nextTick()
      const { title } = document
      const end = (): void => {
        document.title = title
        state.report = undefined
      }
      addEventListener('afterprint', end, { once: true })
      document.title = texts.reportTitle // names the file of the report
      print()
    })
  }

  // ---- open mark

  /** Opens a mark. If no mark was open, adds a history entry, so that Back closes the mark. */
  function open(brand: string): void {
    const isFirst = state.view.brand === undefined
    state.view = { ...state.view, brand }
    if (isFirst) {
      history.pushState({ opened: true }, '', fragmentOf(state.view))
    } else {
      history.replaceState(history.state, '', fragmentOf(state.view))
    }
    announceAddress()
    loadMark(brand)
  }

  function loadMark(brand: string): void {
    if (client === undefined) return
    const { getBrand, urls } = client
    const url = urls.getBrand(brand)
    requests.mark.cancel()
    Object.assign(state, { opened: brand, mark: undefined, markCurl: curlOf(url), applications: [] })
    const show = async (found: BrandDetail): Promise<void> => {
      state.mark = found
      await nextTick()
      field('detail-name')?.focus({ preventScroll: true })
      const panel = document.getElementById('detail')
      const { top, bottom } = panel?.getBoundingClientRect() ?? { top: 0, bottom: 0 }
      if (top < 0 || bottom > innerHeight) panel?.scrollIntoView({ block: 'start', behavior: 'instant' })
    }
    const cached = marks.get(url)
    if (cached === undefined) {
      requests.mark.send(
        (signal) => getBrand(brand, { signal }),
        (found) => show(marks.keep(url, found)),
      )
    } else {
      show(cached)
    }
  }

  /** Closes the mark. Ignores a second call before the mark is closed, because a second step back would leave the page. */
  function close(): void {
    if (isClosing) return
    if ((history.state as { opened?: boolean } | null)?.opened) {
      isClosing = true
      history.back() // the popstate event calls restoreView
    } else {
      state.view = { ...state.view, brand: undefined }
      updateFragment()
      leaveMark(undefined)
    }
  }

  function closeMark(): void {
    requests.mark.cancel()
    Object.assign(state, { opened: undefined, mark: undefined })
  }

  /** Closes the mark, and moves the focus to its hit; without a hit, to the field for the name. */
  async function leaveMark(brand: string | undefined): Promise<void> {
    closeMark()
    await nextTick()
    const link = brand === undefined ? null : hitLink(brand)
    ;(link ?? field('q'))?.focus()
  }

  // ---- address

  /** Writes the search and the open mark to the fragment of the address, which browsers never send. The key is not in it. */
  function updateFragment(): void {
    const fragment = fragmentOf(state.view)
    if (fragment === location.hash) return
    if (isKept) {
      history.pushState({}, '', fragment || location.pathname)
    } else {
      history.replaceState(history.state, '', fragment || location.pathname)
    }
    isKept = false
    announceAddress()
  }

  /** Triggers an event on which the link to the other language takes over the fragment. */
  function announceAddress(): void {
    dispatchEvent(new HashChangeEvent('hashchange'))
  }

  /** Shows the view of the address after Back, Forward or an edit. After `close`, keeps a search that was typed meanwhile. */
  function restoreView(): void {
    const { search, brand } = state.view
    const wasClosing = isClosing
    isClosing = false
    const view = wasClosing ? { ...state.view, brand: undefined } : viewOf(location.hash)
    if (view === undefined) return
    state.view = view
    if (wasClosing) updateFragment()
    if (client === undefined) {
      fillForm(view.search)
    } else if (state.opened !== undefined && view.brand === undefined && isSame(view.search, search)) {
      leaveMark(brand)
    } else {
      showView(view)
    }
  }

  function showView(view: View): void {
    state.view = view
    fillForm(view.search)
    if (view.unread !== undefined) {
      clearHits()
      state.mistakes = Object.fromEntries(
        Object.entries(view.unread).map(([name, value]) => [name, texts.reasons.address(value)]),
      )
      return
    }
    const isSubmitted = !isEmpty(view.search) && numberIn(view.search) === undefined
    runSearch(view.search, isSubmitted ? 'entered' : 'typed')
    if (view.brand === undefined) {
      closeMark()
    } else {
      loadMark(view.brand)
    }
  }

  /** Starts the explorer when the elements of the page exist. `signal` ends it when the user leaves the page. */
  function start(signal: AbortSignal): void {
    const { pathname } = location
    signal.addEventListener('abort', endSession)
    addEventListener('popstate', () => location.pathname === pathname && restoreView(), { signal })
    addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape' || state.view.brand === undefined || event.defaultPrevented) return
        event.preventDefault()
        close()
      },
      { signal },
    )
    fillForm(state.view.search)
    const [key, keep, kept] = [field('key'), field('keep'), keptKey()]
    if (key === null || keep === null) return
    key.value = kept ?? ''
    keep.checked = kept !== undefined
    key.focus()
    if (kept !== undefined) useKey()
  }

  return {
    ...localization,
    start,
    state,
    requests,
    announce,
    useKey,
    forgetKey: async () => {
      await askForKey('')
      announce(texts.keyForgotten)
    },
    loadFreshness,
    searchSoon,
    searchNow,
    /** Searches after the browser has reset the fields. */
    clearForm: () => setTimeout(() => searchNow('typed')),
    /** Searches for a number as a name. */
    searchAsName: () => {
      requestHits(state.view.search, 'entered')
      field('q')?.focus()
    },
    officeRecord,
    countOf,
    more,
    listed,
    order: (name: string) => {
      const { order: _, ...view } = state.view
      const order = ORDERS.find((each) => each === name)
      state.view = order === undefined ? view : { ...view, order }
      updateFragment()
    },
    /** Searches with the given values only. */
    searchOnly: (search: SearchQuery) => {
      fillForm(search)
      searchNow('entered')
    },
    /** Changes some values of the search, and searches. */
    refine: (change: SearchQuery) => {
      fillForm({ ...state.view.search, ...change })
      searchNow('entered')
    },
    select,
    chosen,
    copyLink,
    mostInReport: MOST_IN_REPORT,
    download,
    printReport,
    open,
    close,
    focusFirstHit: () => hitLink()?.focus(),
  }
}
