const KEPT_MS = 5 * 60_000
const MOST = 60

/** Answers of the last minutes by their addresses: what was asked just now is not asked, and paid for, again. */
export class Remembered<Answer> {
  readonly #answers = new Map<string, { answer: Answer; until: number }>()
  readonly #now: () => number

  constructor(now: () => number = Date.now) {
    this.#now = now
  }

  get(url: string): Answer | undefined {
    const found = this.#answers.get(url)
    return found !== undefined && this.#now() < found.until ? found.answer : undefined
  }

  set(url: string, answer: Answer): void {
    this.#answers.delete(url)
    this.#answers.set(url, { answer, until: this.#now() + KEPT_MS })
    for (const oldest of this.#answers.keys()) {
      if (this.#answers.size <= MOST) {
        return
      }
      this.#answers.delete(oldest)
    }
  }

  clear(): void {
    this.#answers.clear()
  }
}
