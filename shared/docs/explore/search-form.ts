import type { ErrorDetail } from '../../../client/src/index.ts'
import { find, labelOf, say } from './elements.ts'
import { reasonOf } from './reasons.ts'
import { FIELDS, type Field, type Search, searchOf } from './search.ts'
import type { Speech } from './speech.ts'

/**
 * So long a pause ends a word: longer than most people take for a letter, as each search costs the key a request, and
 * short enough to show the first hit within 300 ms.
 */
const PAUSE_MS = 200

/** By a pause, or by Enter. */
export type Asked = 'typed' | 'entered'

/** The fields of a search. */
export class SearchForm {
  readonly #form = find('search', HTMLFormElement)
  readonly #name = find('q', HTMLInputElement)
  readonly #speech: Speech
  readonly #search: (search: Search, asked: Asked) => void
  #timer: ReturnType<typeof setTimeout> | undefined

  /** @param search told after a pause, or at once by Enter */
  constructor(speech: Speech, search: (search: Search, asked: Asked) => void, stepDown: () => void) {
    this.#speech = speech
    this.#search = search
    this.#form.addEventListener('input', () => this.#soon())
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault()
      this.#now('entered')
    })
    this.#form.addEventListener('reset', () => setTimeout(() => this.#now('typed'))) // once it is done
    this.#name.addEventListener('keydown', (event) => {
      if (event.key === 'ArrowDown') {
        event.preventDefault()
        stepDown()
      }
    })
  }

  get search(): Search {
    return searchOf((name) => {
      const { value, validity } = field(name)
      return validity.valid ? value : null
    })
  }

  /** Fills the fields; a code that no option has leaves its field open. */
  set search(search: Search) {
    for (const name of FIELDS) {
      field(name).value = String(search[name] ?? '')
    }
  }

  focus(): void {
    this.#name.focus()
  }

  /** Says at the fields what the service has against them. @returns whether each of the mistakes is that of a field */
  complain(details: readonly ErrorDetail[]): boolean {
    this.forgive()
    for (const detail of details) {
      const { field: name } = detail
      if (isField(name)) {
        field(name).ariaInvalid = 'true'
        say(find(`${name}-mistake`, HTMLElement), reasonOf(detail, this.#speech.words, labelOf))
      }
    }
    return details.length > 0 && details.every(({ field: name }) => isField(name))
  }

  forgive(): void {
    for (const name of FIELDS) {
      field(name).removeAttribute('aria-invalid')
      say(find(`${name}-mistake`, HTMLElement), '')
    }
  }

  /** What was being typed is not asked for any more. */
  stop(): void {
    clearTimeout(this.#timer)
  }

  #soon(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#now('typed'), PAUSE_MS)
  }

  #now(asked: Asked): void {
    clearTimeout(this.#timer)
    this.#search(this.search, asked)
  }
}

const isField = (name: string): name is Field => (FIELDS as string[]).includes(name)

const field = (name: Field): HTMLInputElement | HTMLSelectElement =>
  find<HTMLInputElement | HTMLSelectElement>(
    name,
    HTMLElement as unknown as new () => HTMLInputElement | HTMLSelectElement,
  )
