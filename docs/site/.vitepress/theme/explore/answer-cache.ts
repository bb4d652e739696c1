const TTL_MS = 5 * 60_000
const MAX_ENTRIES = 60

/** Caches the responses of the last minutes by URL, so that a repeated request does not count for the quota. */
export class AnswerCache<Answer> {
  readonly #answers = new Map<string, { answer: Answer; until: number }>()
  readonly #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  get(url: string): Answer | undefined {
    const found = this.#answers.get(url)
    return found !== undefined && this.#now() < found.until ? found.answer : undefined
  }

  /** Keeps an answer in place of the oldest one, and returns it. */
  keep(url: string, answer: Answer): Answer {
    this.#answers.delete(url)
    this.#answers.set(url, { answer, until: this.#now() + TTL_MS })
    const [oldest = ''] = this.#answers.keys()
    if (this.#answers.size > MAX_ENTRIES) this.#answers.delete(oldest)
    return answer
  }

  clear(): void {
    this.#answers.clear()
  }
}
