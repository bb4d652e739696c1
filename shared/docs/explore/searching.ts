import type { BrandPage, BrandQuery, ServiceError } from '../../../client/src/index.ts'
import type { Asking } from './asking.ts'
import { curlOf } from './curl.ts'
import { find } from './elements.ts'
import type { Hits } from './hits.ts'
import { Remembered } from './remembered.ts'
import { isSame, isWhole, type Search } from './search.ts'
import type { Asked, SearchForm } from './search-form.ts'
import { askingAt, type Session } from './session.ts'

/** What each item of a listing is to have besides. */
const BESIDES = { incluir: 'clasesNiza' } as const satisfies BrandQuery

/** Looks names up, page by page. */
export class Searching {
  readonly #session: Session
  readonly #form: SearchForm
  readonly #hits: Hits
  readonly #curl = find('curl', HTMLElement)
  readonly #first: Asking
  readonly #next: Asking
  readonly #pages = new Remembered<BrandPage>()
  /** What was asked for last. */
  #wanted: Search = {}
  /** The search whose hits are shown. */
  #shown: Search | undefined

  constructor(session: Session, form: SearchForm, hits: Hits) {
    this.#session = session
    this.#form = form
    this.#hits = hits
    this.#first = askingAt(session, hits.place, find('search-trouble', HTMLElement), (error) =>
      this.#blame(error),
    )
    this.#next = askingAt(session, hits.moreButton, find('more-trouble', HTMLElement), (error) =>
      this.#loseThread(error),
    )
  }

  /** Looks something up, unless it is what is shown already or nothing at all. Enter alone lists all marks. */
  look(search: Search, asked: Asked): void {
    const isPending = this.#first.isBusy && isSame(search, this.#wanted)
    const isShown = !this.#first.isBusy && this.#shown !== undefined && isSame(search, this.#shown)
    this.#wanted = search
    if (isPending || isShown) {
      return
    }
    this.#stop()
    if (asked === 'typed' && !isWhole(search)) {
      this.#hits.clear()
    } else {
      this.#ask(search)
    }
  }

  /** The page after the one that was shown last. */
  more(cursor: string): void {
    const { client } = this.#session
    if (client === undefined || this.#next.isBusy || this.#shown === undefined) return
    const query = { ...this.#shown, ...BESIDES, cursor }
    this.#curl.textContent = curlOf(client.urls.searchBrands(query))
    this.#next.ask(
      (signal) => client.searchBrands(query, { signal }),
      (page) => this.#hits.append(page),
    )
  }

  /** Nothing is kept of what a key has brought. */
  forget(): void {
    this.#form.stop()
    this.#stop()
    this.#pages.clear()
    this.#hits.clear()
  }

  #ask(search: Search): void {
    const { client } = this.#session
    if (client === undefined) return
    const query = { ...search, ...BESIDES }
    const url = client.urls.searchBrands(query)
    this.#curl.textContent = curlOf(url)
    const show = (page: BrandPage): void => {
      this.#shown = search
      this.#hits.show(page)
    }
    const remembered = this.#pages.get(url)
    if (remembered !== undefined) {
      show(remembered)
      return
    }
    this.#first.ask(
      (signal) => client.searchBrands(query, { signal }),
      (page) => {
        this.#pages.set(url, page)
        show(page)
      },
    )
  }

  #stop(): void {
    this.#form.forgive()
    this.#first.stop()
    this.#next.stop()
    this.#shown = undefined
  }

  /** What the service has against a search, it has against a field. */
  #blame(error: ServiceError | undefined): boolean {
    this.#hits.fail()
    return error?.status === 400 && this.#form.complain(error.details ?? [])
  }

  /** A list that cannot be gone on with any more, as after a day, may be asked for from its beginning. */
  #loseThread(error: ServiceError | undefined): boolean {
    if (error?.status === 400) {
      this.#pages.clear()
      this.#shown = undefined
    }
    return false
  }
}
