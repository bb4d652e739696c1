const TTL_MS = 5 * 60_000
const MAX_ENTRIES = 60

/** Caches responses by URL for five minutes, so that a repeated request is not charged to the quota. */
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

  /** Adds a response to the cache and returns it. Removes the oldest response if the cache has too many. */
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
