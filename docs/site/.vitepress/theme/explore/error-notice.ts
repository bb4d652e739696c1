import { ConnectionError, ServiceError } from '../../../../../client/src/index.ts'
import { labelOf, make } from './elements.ts'
import type { Localization } from './localization.ts'
import type { Texts } from './texts.ts'
import { validationMessage } from './validation-messages.ts'
import { waitUntilHealthy } from './wait-until-healthy.ts'

type Retry = () => unknown

/**
 * Handles an error of the service itself, instead of the notice; gets undefined where the service did not answer. Returns true
 * if nothing else is to be shown.
 */
export type ErrorHandler = (error: ServiceError | undefined) => boolean

/** Shows an error in an element of the page, and retries by itself where waiting helps. */
export class ErrorNotice {
  readonly #element: HTMLElement
  readonly #localization: Localization
  readonly #handle: ErrorHandler
  #pendingRetry: AbortController | undefined
  /** Failures in a row. */
  #failures = 0

  constructor(element: HTMLElement, localization: Localization, handle: ErrorHandler) {
    this.#element = element
    this.#localization = localization
    this.#handle = handle
  }

  /** Removes the notice and stops its retries, after a success or a cancelled request. */
  clear(): void {
    this.#failures = 0
    this.#remove()
  }

  show(error: unknown, retry: Retry): void {
    this.#remove()
    if (this.#handle(error instanceof ServiceError ? error : undefined)) {
      return
    }
    const { texts, formats } = this.#localization
    if (!(error instanceof ServiceError)) {
      this.#retryWhenHealthy(texts.unreachable, undefined, retry)
      if (!(error instanceof ConnectionError || isTimeout(error))) {
        throw error // a defect of this page, for the console
      }
    } else if (error.status === 429 && error.code === 'quota_exceeded') {
      const until = new Date(Date.now() + (error.retryAfter ?? 0) * 1_000)
      this.#render(texts.quotaExceeded(formats.dayOf(until)))
    } else if (error.status === 429) {
      this.#retryAfter(error.retryAfter ?? 1, retry)
    } else if (error.status === 403) {
      this.#render(texts.missingScope(/\S+$/.exec(error.message)?.[0] ?? ''))
    } else if (error.status === 404) {
      this.#render(texts.unknownNumber)
    } else if (error.status < 500) {
      this.#render(texts.mistake, ...reasonsOf(error, texts), texts.requestId(error.requestId ?? ''))
    } else {
      this.#retryWhenHealthy(texts.failed, error.requestId, retry)
    }
  }

  #remove(): void {
    this.#pendingRetry?.abort()
    this.#pendingRetry = undefined
    this.#element.replaceChildren()
  }

  /** Screen readers announce the first failure only. */
  #render(...lines: readonly string[]): HTMLElement {
    const box = make('div', { className: 'error-notice', ...(this.#failures === 0 ? { role: 'alert' } : {}) })
    this.#element.append(box)
    box.append(...lines.map((line) => make('p', {}, line)))
    return box
  }

  /** The countdown is visual only; screen readers announce the notice once. */
  #retryAfter(seconds: number, retry: Retry): void {
    const { texts, formats } = this.#localization
    const box = this.#render(texts.rateLimited)
    const left = make('p', { className: 'countdown', ariaHidden: 'true' })
    box.append(left)
    const waiting = this.#startWaiting()
    const end = Date.now() + seconds * 1_000
    const count = (): void => {
      const rest = Math.ceil((end - Date.now()) / 1_000)
      left.textContent = texts.retryIn(formats.count(Math.max(0, rest)))
      if (rest <= 0) {
        waiting.abort()
        retry()
      }
    }
    const timer = setInterval(count, 250)
    waiting.signal.addEventListener('abort', () => clearInterval(timer))
    count()
  }

  #retryWhenHealthy(message: string, requestId: string | undefined, retry: Retry): void {
    const { texts } = this.#localization
    const box = this.#render(
      `${message} ${texts.retriesAutomatically}`,
      ...(requestId ? [texts.requestId(requestId)] : []),
    )
    const waiting = this.#startWaiting()
    const button = make('button', { type: 'button' }, texts.retry)
    button.addEventListener('click', () => {
      waiting.abort()
      retry()
    })
    box.append(button)
    waitUntilHealthy(this.#failures, waiting.signal).then(retry, () => {})
    this.#failures += 1
  }

  #startWaiting(): AbortController {
    this.#pendingRetry = new AbortController()
    return this.#pendingRetry
  }
}

const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === 'TimeoutError'

const reasonsOf = ({ details }: ServiceError, texts: Texts): string[] =>
  (details ?? []).map((detail) => `${labelOf(detail.field)}: ${validationMessage(detail, texts, labelOf)}`)
