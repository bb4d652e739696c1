import type { BrandPage, BrandSummary } from '../../../client/src/index.ts'
import { type Child, find, make, say, time } from './elements.ts'
import { nameOf, signOf, stateOf } from './mark.ts'
import type { Speech } from './speech.ts'

/** What the list leaves to others. */
interface Turns {
  /** Where the link of a hit leads. */
  addressOf(nroSolicitud: string): string
  isOpen(nroSolicitud: string): boolean
  open(nroSolicitud: string): void
  more(cursor: string): void
}

/** The marks that were found. */
export class Hits {
  readonly place = find('hits', HTMLElement)
  readonly moreButton = find('more', HTMLButtonElement)
  readonly #list = find('hit-list', HTMLOListElement)
  readonly #count = find('hit-count', HTMLElement)
  readonly #score = find('score-note', HTMLElement)
  readonly #nothing = find('nothing', HTMLElement)
  readonly #noClearance = find('no-clearance', HTMLElement)
  readonly #start = find('start', HTMLElement)
  readonly #speech: Speech
  readonly #turns: Turns
  #cursor: string | null = null

  constructor(speech: Speech, turns: Turns) {
    this.#speech = speech
    this.#turns = turns
    this.moreButton.addEventListener('click', () => {
      if (this.#cursor !== null) turns.more(this.#cursor)
    })
    this.#list.addEventListener('click', (event) => this.#openHit(event))
    this.#list.addEventListener('keydown', (event) => this.#step(event))
  }

  /** The first page of a search. */
  show({ items, nextCursor }: BrandPage): void {
    const { words, formats } = this.#speech
    this.#list.replaceChildren(...items.map((item) => this.#hit(item)))
    this.mark()
    this.#start.hidden = true
    this.#nothing.hidden = items.length > 0
    this.#noClearance.hidden = items.length === 0
    this.#score.hidden = items[0]?.score === undefined
    const count =
      items.length === 0 ? words.nothing : words.hits(formats.count(items.length), nextCursor !== null)
    say(this.#count, count)
    this.#end(nextCursor)
    this.moreButton.hidden = nextCursor === null
    this.#speech.tell(count)
  }

  /** One more page: the focus stays on the button, and what came is told. */
  append({ items, nextCursor }: BrandPage): void {
    const { words, formats } = this.#speech
    this.#list.append(...items.map((item) => this.#hit(item)))
    this.mark()
    const all = formats.count(this.#list.children.length)
    this.#end(nextCursor)
    say(this.#count, words.hits(all, nextCursor !== null))
    const came = words.came(formats.count(items.length), all)
    this.#speech.tell(nextCursor === null ? `${came}. ${words.end}` : came)
  }

  /** Nothing is asked for: a count that was told does not hold any more. */
  clear(): void {
    this.#speech.tell('')
    this.#list.replaceChildren()
    this.#nothing.hidden = true
    this.#noClearance.hidden = true
    this.#score.hidden = true
    this.moreButton.hidden = true
    this.#start.hidden = false
    say(this.#count, '')
  }

  /** What was asked for could not be had: hits of another search would be taken for its answer. */
  fail(): void {
    this.clear()
    this.#start.hidden = true
  }

  /** Tells which mark is open. */
  mark(): void {
    for (const link of this.#links()) {
      if (this.#turns.isOpen(link.dataset.number ?? '')) {
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

  /** The links lead to what they are beside now. */
  readdress(): void {
    for (const link of this.#links()) {
      link.href = this.#turns.addressOf(link.dataset.number ?? '')
    }
  }

  /** At the end the button stays where the focus may be, and says that there is no more. */
  #end(nextCursor: string | null): void {
    const { words } = this.#speech
    this.#cursor = nextCursor
    this.moreButton.textContent = nextCursor === null ? words.end : words.more
    this.moreButton.ariaDisabled = String(nextCursor === null)
  }

  #hit(item: BrandSummary): HTMLLIElement {
    const { words, formats } = this.#speech
    const { nroSolicitud, tipoSigno, clasesNiza = [], fechaPresentacion, fechaVencimiento, score } = item
    const link = make('a', { href: this.#turns.addressOf(nroSolicitud) }, nameOf(item, this.#speech))
    link.dataset.number = nroSolicitud
    const day = (word: string, iso: string): HTMLElement =>
      make('span', {}, `${word} `, time(iso, formats.day(iso)))
    const part = (name: string, ...children: readonly Child[]): HTMLElement =>
      make('p', { className: `hit-${name}` }, ...children)
    const classes = `${words.classes(clasesNiza.length)} ${clasesNiza.join(', ')}`
    return make(
      'li',
      {},
      part('name', link),
      part('number', words.applicationNumber(formats.number(nroSolicitud))),
      part('state', stateOf(item, this.#speech)),
      part('classes', clasesNiza.length === 0 ? '–' : classes),
      part('filed', day(words.filed, fechaPresentacion)),
      ...(fechaVencimiento === null ? [] : [part('expires', day(words.expires, fechaVencimiento))]),
      part('sign', signOf(tipoSigno, this.#speech)),
      ...(score === undefined ? [] : [part('score', `${words.score} ${score.toFixed(4)}`)]),
    )
  }

  #links(): HTMLAnchorElement[] {
    return [...this.#list.querySelectorAll('a')]
  }

  /** A plain click opens beside the list; one that asks for another tab is the browser's. */
  #openHit(event: MouseEvent): void {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (
      link?.dataset.number !== undefined &&
      !(event.ctrlKey || event.metaKey || event.shiftKey || event.altKey)
    ) {
      event.preventDefault()
      this.#turns.open(link.dataset.number)
    }
  }

  #step(event: KeyboardEvent): void {
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
