import type { ErrorNotice } from './error-notice.ts'

/** Twice the deadline of the service: a longer wait means that the response is lost. */
const TIMEOUT_MS = 20_000

/** A request of one kind, of which only the newest runs: sending another cancels the one before. */
export class LatestRequest {
  readonly #notice: ErrorNotice
  readonly #element: HTMLElement
  #current: AbortController | undefined

  /** @param element gets `aria-busy` while a request runs */
  constructor(element: HTMLElement, notice: ErrorNotice) {
    this.#element = element
    this.#notice = notice
  }

  get isBusy(): boolean {
    return this.#element.ariaBusy === 'true'
  }

  /** Sends a request, again after errors that pass by themselves; `show` gets the response of the newest one. */
  async send<Answer>(
    request: (signal: AbortSignal) => Promise<Answer>,
    show: (answer: Answer) => void,
  ): Promise<void> {
    this.cancel()
    await this.#send(request, show)
  }

  /** Shows an error as if a request had failed with it. */
  fail(error: unknown, retry: () => unknown): void {
    this.cancel()
    this.#notice.show(error, retry)
  }

  async #send<Answer>(
    request: (signal: AbortSignal) => Promise<Answer>,
    show: (answer: Answer) => void,
  ): Promise<void> {
    const current = new AbortController()
    this.#current = current
    this.#element.ariaBusy = 'true'
    try {
      const answer = await request(AbortSignal.any([current.signal, AbortSignal.timeout(TIMEOUT_MS)]))
      if (!current.signal.aborted) {
        this.#end()
        this.#notice.clear()
        show(answer)
      }
    } catch (error) {
      if (!current.signal.aborted) {
        this.#end()
        this.#notice.show(error, () => this.#send(request, show)) // the notice stays until the next response
      }
    }
  }

  /** Cancels the running request and any pending retry. */
  cancel(): void {
    this.#current?.abort()
    this.#end()
    this.#notice.clear()
  }

  #end(): void {
    this.#current = undefined
    this.#element.ariaBusy = 'false'
  }
}
