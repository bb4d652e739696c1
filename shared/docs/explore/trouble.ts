import { ConnectionError, ServiceError } from '../../../client/src/index.ts'
import { labelOf, make } from './elements.ts'
import { reasonOf } from './reasons.ts'
import type { Speech } from './speech.ts'
import { untilWell } from './until-well.ts'
import type { Words } from './words.ts'

type Again = () => unknown

/** What a place on the page does itself about what the service said, undefined where it said nothing; true where that is all. */
export type Handling = (error: ServiceError | undefined) => boolean

/** Tells what went wrong in a place, and goes on by itself where waiting helps. */
export class Trouble {
  readonly #place: HTMLElement
  readonly #speech: Speech
  readonly #handle: Handling
  #waiting: AbortController | undefined
  /** How often in a row it was no use. */
  #failures = 0

  constructor(place: HTMLElement, speech: Speech, handle: Handling) {
    this.#place = place
    this.#speech = speech
    this.#handle = handle
  }

  /** It is over, or of something that nobody waits for any more: nothing is asked again by itself. */
  clear(): void {
    this.#failures = 0
    this.#remove()
  }

  tell(error: unknown, again: Again): void {
    this.#remove()
    if (this.#handle(error instanceof ServiceError ? error : undefined)) {
      return
    }
    const { words, formats } = this.#speech
    if (!(error instanceof ServiceError)) {
      this.#goOnWhenWell(words.unreachable, undefined, again)
      if (!(error instanceof ConnectionError || isTimeout(error))) {
        throw error // a mistake of ours, which is for the console
      }
    } else if (error.status === 429 && error.code === 'quota_exceeded') {
      const until = new Date(Date.now() + (error.retryAfter ?? 0) * 1_000)
      this.#show(words.monthSpent(formats.dayOf(until)))
    } else if (error.status === 429) {
      this.#goOnAfter(error.retryAfter ?? 1, again)
    } else if (error.status === 403) {
      this.#show(words.lacksScope(/\S+$/.exec(error.message)?.[0] ?? ''))
    } else if (error.status === 404) {
      this.#show(words.unknownNumber)
    } else if (error.status < 500) {
      this.#show(words.mistake, ...reasonsOf(error, words), words.requestId(error.requestId ?? ''))
    } else {
      this.#goOnWhenWell(words.failed, error.requestId, again)
    }
  }

  #remove(): void {
    this.#waiting?.abort()
    this.#waiting = undefined
    this.#place.replaceChildren()
  }

  /** Who hears the page is told once, however often it fails again. */
  #show(...lines: readonly string[]): HTMLElement {
    const box = make('div', { className: 'trouble', ...(this.#failures === 0 ? { role: 'alert' } : {}) })
    this.#place.append(box)
    box.append(...lines.map((line) => make('p', {}, line)))
    return box
  }

  /** The seconds count down for the eye alone: who hears the page is told once. */
  #goOnAfter(seconds: number, again: Again): void {
    const { words, formats } = this.#speech
    const box = this.#show(words.burstSpent)
    const left = make('p', { className: 'countdown', ariaHidden: 'true' })
    box.append(left)
    const waiting = this.#wait()
    const end = Date.now() + seconds * 1_000
    const count = (): void => {
      const rest = Math.ceil((end - Date.now()) / 1_000)
      left.textContent = words.goesOnIn(formats.count(Math.max(0, rest)))
      if (rest <= 0) {
        waiting.abort()
        again()
      }
    }
    const timer = setInterval(count, 250)
    waiting.signal.addEventListener('abort', () => clearInterval(timer))
    count()
  }

  #goOnWhenWell(what: string, requestId: string | undefined, again: Again): void {
    const { words } = this.#speech
    const box = this.#show(`${what} ${words.goesOn}`, ...(requestId ? [words.requestId(requestId)] : []))
    const waiting = this.#wait()
    const button = make('button', { type: 'button' }, words.again)
    button.addEventListener('click', () => {
      waiting.abort()
      again()
    })
    box.append(button)
    untilWell(this.#failures, waiting.signal).then(again, () => {})
    this.#failures += 1
  }

  #wait(): AbortController {
    this.#waiting = new AbortController()
    return this.#waiting
  }
}

const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError'

const reasonsOf = ({ details }: ServiceError, words: Words): string[] =>
  (details ?? []).map((detail) => `${labelOf(detail.field)}: ${reasonOf(detail, words, labelOf)}`)
