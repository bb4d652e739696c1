import type { BrandPage, BrandSummary } from '../../../../../client/src/index.ts'
import { type Child, find, make, setText, time } from './elements.ts'
import type { Localization } from './localization.ts'
import { nameOf, signTypeOf, stateOf } from './mark.ts'

/** Actions of the list that other parts of the page carry out. */
interface HitListActions {
  /** Returns the link of a hit. */
  addressOf(nroSolicitud: string): string
  isOpen(nroSolicitud: string): boolean
  open(nroSolicitud: string): void
  more(cursor: string): void
}

/** The list of marks that a search found. */
export class Hits {
  readonly element = find('hits', HTMLElement)
  readonly moreButton = find('more', HTMLButtonElement)
  readonly #list = find('hit-list', HTMLOListElement)
  readonly #count = find('hit-count', HTMLElement)
  readonly #score = find('score-note', HTMLElement)
  readonly #nothing = find('nothing', HTMLElement)
  readonly #noClearance = find('no-clearance', HTMLElement)
  readonly #start = find('start', HTMLElement)
  readonly #localization: Localization
  readonly #actions: HitListActions
  #cursor: string | null = null

  constructor(localization: Localization, actions: HitListActions) {
    this.#localization = localization
    this.#actions = actions
    this.moreButton.addEventListener('click', () => {
      if (this.#cursor !== null) actions.more(this.#cursor)
    })
    this.#list.addEventListener('click', (event) => this.#openHit(event))
    this.#list.addEventListener('keydown', (event) => this.#moveFocus(event))
  }

  /** Shows the first page of a search. */
  show({ items, nextCursor }: BrandPage): void {
    const { texts, formats } = this.#localization
    this.#list.replaceChildren(...items.map((item) => this.#hit(item)))
    this.markOpen()
    this.#start.hidden = true
    this.#nothing.hidden = items.length > 0
    this.#noClearance.hidden = items.length === 0
    this.#score.hidden = items[0]?.score === undefined
    const count =
      items.length === 0 ? texts.noHits : texts.hits(formats.count(items.length), nextCursor !== null)
    setText(this.#count, count)
    this.#setCursor(nextCursor)
    this.moreButton.hidden = nextCursor === null
    this.#localization.announce(count)
  }

  /** Appends a page: the focus stays on the button, and the new count is announced. */
  append({ items, nextCursor }: BrandPage): void {
    const { texts, formats } = this.#localization
    this.#list.append(...items.map((item) => this.#hit(item)))
    this.markOpen()
    const all = formats.count(this.#list.children.length)
    this.#setCursor(nextCursor)
    setText(this.#count, texts.hits(all, nextCursor !== null))
    const added = texts.added(formats.count(items.length), all)
    this.#localization.announce(nextCursor === null ? `${added}. ${texts.end}` : added)
  }

  /** Empties the list and its announced count. */
  clear(): void {
    this.#localization.announce('')
    this.#list.replaceChildren()
    this.#nothing.hidden = true
    this.#noClearance.hidden = true
    this.#score.hidden = true
    this.moreButton.hidden = true
    this.#start.hidden = false
    setText(this.#count, '')
  }

  /** Empties the list after an error, since the hits of an earlier search would be misread as the answer. */
  fail(): void {
    this.clear()
    this.#start.hidden = true
  }

  /** Marks the link of the open mark as current. */
  markOpen(): void {
    for (const link of this.#links()) {
      if (this.#actions.isOpen(link.dataset.number ?? '')) {
        link.ariaCurrent = 'true'
      } else {
        link.removeAttribute('aria-current')
      }
    }
  }

  focusHit(nroSolicitud: string): boolean {
    const link = this.#links().find(({ dataset }) => dataset.number === nroSolicitud)
    link?.focus()
    return link !== undefined
  }

  focusFirst(): void {
    this.#links()[0]?.focus()
  }

  /** Updates the links after the search in the address changed. */
  updateLinks(): void {
    for (const link of this.#links()) {
      link.href = this.#actions.addressOf(link.dataset.number ?? '')
    }
  }

  /** At the end the button stays, since it may have the focus, and says that there are no more hits. */
  #setCursor(nextCursor: string | null): void {
    const { texts } = this.#localization
    this.#cursor = nextCursor
    this.moreButton.textContent = nextCursor === null ? texts.end : texts.more
    this.moreButton.ariaDisabled = String(nextCursor === null)
  }

  #hit(item: BrandSummary): HTMLLIElement {
    const { texts, formats } = this.#localization
    const { nroSolicitud, tipoSigno, clasesNiza = [], fechaPresentacion, fechaVencimiento, score } = item
    const link = make('a', { href: this.#actions.addressOf(nroSolicitud) }, nameOf(item, this.#localization))
    link.dataset.number = nroSolicitud
    const day = (word: string, iso: string): HTMLElement =>
      make('span', {}, `${word} `, time(iso, formats.day(iso)))
    const part = (name: string, ...children: readonly Child[]): HTMLElement =>
      make('p', { className: `hit-${name}` }, ...children)
    const classes = `${texts.classes(clasesNiza.length)} ${clasesNiza.join(', ')}`
    return make(
      'li',
      {},
      part('name', link),
      part('number', texts.applicationNumber(formats.number(nroSolicitud))),
      part('state', stateOf(item, this.#localization)),
      part('classes', clasesNiza.length === 0 ? '–' : classes),
      part('filed', day(texts.filed, fechaPresentacion)),
      ...(fechaVencimiento === null ? [] : [part('expires', day(texts.expires, fechaVencimiento))]),
      part('sign', signTypeOf(tipoSigno, this.#localization)),
      ...(score === undefined ? [] : [part('score', `${texts.score} ${score.toFixed(4)}`)]),
    )
  }

  #links(): HTMLAnchorElement[] {
    return [...this.#list.querySelectorAll('a')]
  }

  /** A plain click opens the mark beside the list; a click with a modifier key is left to the browser. */
  #openHit(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (
      link?.dataset.number !== undefined &&
      !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    ) {
      event.preventDefault()
      this.#actions.open(link.dataset.number)
    }
  }

  #moveFocus(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    const links = this.#links()
    const place = links.indexOf(document.activeElement as HTMLAnchorElement)
    const next = step === undefined || place < 0 ? undefined : links[place + step]
    if (next !== undefined) {
      event.preventDefault()
      next.focus()
    }
  }
}
