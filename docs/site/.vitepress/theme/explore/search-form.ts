import type { ErrorDetail } from '../../../../../client/src/index.ts'
import { find, labelOf, setText } from './elements.ts'
import type { Localization } from './localization.ts'
import { SEARCH_FIELDS, type SearchField, type SearchQuery, searchOf } from './search.ts'
import { validationMessage } from './validation-messages.ts'

/**
 * Pause after the last key press before a search: longer than most people need for a letter, since each search counts for
 * the quota, and short enough to show the first hit within 300 ms.
 */
const PAUSE_MS = 200

/** Whether a pause in typing or Enter started the search. */
export type SearchTrigger = 'typed' | 'entered'

/** The search form. */
export class SearchForm {
  readonly #form = find('search', HTMLFormElement)
  readonly #name = find('q', HTMLInputElement)
  readonly #localization: Localization
  readonly #search: (search: SearchQuery, trigger: SearchTrigger) => void
  #timer: ReturnType<typeof setTimeout> | undefined

  /** @param search is called after a pause, or at once by Enter */
  constructor(
    localization: Localization,
    search: (search: SearchQuery, trigger: SearchTrigger) => void,
    focusResults: () => void,
  ) {
    this.#localization = localization
    this.#search = search
    this.#form.addEventListener('input', () => this.#scheduleSearch())
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault()
      this.#searchNow('entered')
    })
    this.#form.addEventListener('reset', () => setTimeout(() => this.#searchNow('typed'))) // after the fields are reset
    this.#name.addEventListener('keydown', (event) => {
      if (event.key === 'ArrowDown') {
        event.preventDefault()
        focusResults()
      }
    })
  }

  get search(): SearchQuery {
    return searchOf((name) => {
      const { value, validity } = field(name)
      return validity.valid ? value : null
    })
  }

  /** Fills the fields; a code without an option leaves its field empty. */
  set search(search: SearchQuery) {
    for (const name of SEARCH_FIELDS) {
      field(name).value = String(search[name] ?? '')
    }
  }

  focus(): void {
    this.#name.focus()
  }

  /** Shows validation errors at their fields. @returns whether every error belongs to a field */
  showErrors(details: readonly ErrorDetail[]): boolean {
    this.clearErrors()
    for (const detail of details) {
      const { field: name } = detail
      if (isField(name)) {
        field(name).ariaInvalid = 'true'
        setText(
          find(`${name}-mistake`, HTMLElement),
          validationMessage(detail, this.#localization.texts, labelOf),
        )
      }
    }
    return details.length > 0 && details.every(({ field: name }) => isField(name))
  }

  clearErrors(): void {
    for (const name of SEARCH_FIELDS) {
      field(name).removeAttribute('aria-invalid')
      setText(find(`${name}-mistake`, HTMLElement), '')
    }
  }

  /** Cancels a search that waits for a pause in typing. */
  cancelPending(): void {
    clearTimeout(this.#timer)
  }

  #scheduleSearch(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#searchNow('typed'), PAUSE_MS)
  }

  #searchNow(trigger: SearchTrigger): void {
    clearTimeout(this.#timer)
    this.#search(this.search, trigger)
  }
}

const isField = (name: string): name is SearchField => (SEARCH_FIELDS as string[]).includes(name)

const field = (name: SearchField): HTMLInputElement | HTMLSelectElement =>
  find<HTMLInputElement | HTMLSelectElement>(
    name,
    HTMLElement as unknown as new () => HTMLInputElement | HTMLSelectElement,
  )
