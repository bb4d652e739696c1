import type { Trouble } from './trouble.ts'

/** The service answers within ten seconds, or says that it cannot; what takes longer has been lost on the way. */
const LONGEST_MS = 20_000

/** One kind of request: a newer one ends the one before, whose answer is never shown. */
export class Asking {
  readonly #trouble: Trouble
  readonly #place: HTMLElement
  #current: AbortController | undefined

  /** @param place what is busy meanwhile */
  constructor(place: HTMLElement, trouble: Trouble) {
    this.#place = place
    this.#trouble = trouble
  }

  get isBusy(): boolean {
    return this.#place.ariaBusy === 'true'
  }

  /** Asks until it is answered, as far as waiting helps; `show` gets the answer to what was asked last. */
  async ask<Answer>(
    question: (signal: AbortSignal) => Promise<Answer>,
    show: (answer: Answer) => void,
  ): Promise<void> {
    this.stop()
    await this.#ask(question, show)
  }

  /** As if the answer to a question had been this error. */
  fail(error: unknown, again: () => unknown): void {
    this.stop()
    this.#trouble.tell(error, again)
  }

  async #ask<Answer>(
    question: (signal: AbortSignal) => Promise<Answer>,
    show: (answer: Answer) => void,
  ): Promise<void> {
    const current = new AbortController()
    this.#current = current
    this.#place.ariaBusy = 'true'
    try {
      const answer = await question(AbortSignal.any([current.signal, AbortSignal.timeout(LONGEST_MS)]))
      if (!current.signal.aborted) {
        this.#end()
        this.#trouble.clear()
        show(answer)
      }
    } catch (error) {
      if (!current.signal.aborted) {
        this.#end()
        this.#trouble.tell(error, () => this.#ask(question, show)) // what was told stays meanwhile
      }
    }
  }

  /** Ends what is under way, and any waiting to ask it again. */
  stop(): void {
    this.#current?.abort()
    this.#end()
    this.#trouble.clear()
  }

  #end(): void {
    this.#current = undefined
    this.#place.ariaBusy = 'false'
  }
}
