import type { Freshness, Limits } from '../../../client/src/index.ts'
import { SOURCES } from '../../../schemas/catalogs.ts'
import { find, make, say } from './elements.ts'
import { meaning } from './meaning.ts'
import type { Speech } from './speech.ts'

/** When each source was read, and of which day its data are. */
export class FreshnessStrip {
  readonly #list = find('sources-now', HTMLElement)
  readonly #word = find('standing-word', HTMLElement)
  readonly #hidden = find('no-freshness', HTMLElement)
  readonly #again = find('refresh', HTMLButtonElement)
  readonly #speech: Speech

  constructor(speech: Speech, ask: () => void) {
    this.#speech = speech
    this.#again.addEventListener('click', ask)
  }

  show({ sources }: Freshness): void {
    const { words, formats, language } = this.#speech
    this.#hidden.hidden = true
    this.#again.hidden = false
    this.#list.replaceChildren(...sources.map((source) => this.#item(source)))
    const stale = sources.filter(({ stale }) => stale).map(({ source }) => meaning(SOURCES, source, language))
    this.#word.textContent = stale.length === 0 ? words.allOnTime : words.notOnTime(formats.list(stale))
  }

  /** The key may not ask for it. */
  hide(): void {
    this.#list.replaceChildren()
    this.#word.textContent = ''
    this.#hidden.hidden = false
    this.#again.hidden = true
  }

  /** What was read today may be of a day long ago, which is the office's. */
  #item({ source, lagSeconds, stale, lastSuccessAt, sourceDate }: Freshness['sources'][number]): HTMLElement {
    const { language, words, formats } = this.#speech
    const read = lastSuccessAt === null ? words.never : this.#readAt(new Date(lastSuccessAt))
    const data = sourceDate === null ? [] : [words.dataOf(formats.day(sourceDate))]
    const [kind, state, ...more] = !stale
      ? ['fresh', read, ...data]
      : lagSeconds === null
        ? ['never', words.never, ...data]
        : ['stale', words.behind(formats.duration(lagSeconds)), read, ...data]
    return make(
      'div',
      {},
      make('dt', {}, meaning(SOURCES, source, language)),
      make('dd', { className: `fresh-state ${kind}` }, state),
      ...(more.length === 0 ? [] : [make('dd', { className: 'small' }, more.join('; '))]),
    )
  }

  #readAt(instant: Date): string {
    const { words, formats } = this.#speech
    const day = formats.isoDayOf(instant)
    return day === formats.isoDayOf(new Date())
      ? words.readToday(formats.timeOf(instant))
      : words.readOn(formats.day(day))
  }
}

/** What is left of the limits of the key, by the newest answer that told of them. */
export class LimitsStrip {
  readonly #burst = find('left-of-burst', HTMLElement)
  readonly #month = find('left-of-month', HTMLElement)
  readonly #end = find('month-end', HTMLElement)
  readonly #speech: Speech
  #refill: ReturnType<typeof setTimeout> | undefined

  constructor(speech: Speech) {
    this.#speech = speech
  }

  /** A burst is whole again once its window is over, which no answer has to tell. */
  show({ burst, month }: Limits): void {
    const { words, formats } = this.#speech
    const end = new Date(Date.now() + month.resetSeconds * 1_000)
    say(this.#burst, this.#left(burst))
    say(this.#month, this.#left(month))
    say(this.#end, words.until(formats.dayOf(end)))
    clearTimeout(this.#refill)
    const refill = (): void => say(this.#burst, this.#left({ ...burst, remaining: burst.limit }))
    this.#refill = setTimeout(refill, burst.resetSeconds * 1_000)
  }

  #left({ remaining, limit }: Limits['burst']): string {
    const { words, formats } = this.#speech
    return words.left(formats.count(remaining), formats.count(limit))
  }
}
