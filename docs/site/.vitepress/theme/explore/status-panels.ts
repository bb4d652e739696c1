import type { Freshness, Limits } from '../../../../../client/src/index.ts'
import { SOURCES } from '../../../../../schemas/catalogs.ts'
import { find, make, setText } from './elements.ts'
import type { Localization } from './localization.ts'
import { meaning } from './meaning.ts'

/** Shows when each source was read, and the date of its data. */
export class FreshnessPanel {
  readonly #list = find('sources-now', HTMLElement)
  readonly #summary = find('status-summary', HTMLElement)
  readonly #missingScope = find('no-freshness', HTMLElement)
  readonly #refreshButton = find('refresh', HTMLButtonElement)
  readonly #localization: Localization

  constructor(localization: Localization, refresh: () => void) {
    this.#localization = localization
    this.#refreshButton.addEventListener('click', refresh)
  }

  show({ sources }: Freshness): void {
    const { texts, formats, language } = this.#localization
    this.#missingScope.hidden = true
    this.#refreshButton.hidden = false
    this.#list.replaceChildren(...sources.map((source) => this.#item(source)))
    const stale = sources.filter(({ stale }) => stale).map(({ source }) => meaning(SOURCES, source, language))
    this.#summary.textContent = stale.length === 0 ? texts.allOnTime : texts.notOnTime(formats.list(stale))
  }

  /** Shows that the key lacks the scope for freshness. */
  hide(): void {
    this.#list.replaceChildren()
    this.#summary.textContent = ''
    this.#missingScope.hidden = false
    this.#refreshButton.hidden = true
  }

  /** Data read today may have an older date of the office, so both are shown. */
  #item(source: Freshness['sources'][number]): HTMLElement {
    const [kind, state, ...more] = this.#stateOf(source)
    return make(
      'div',
      {},
      make('dt', {}, meaning(SOURCES, source.source, this.#localization.language)),
      make('dd', { className: `fresh-state ${kind}` }, state),
      ...(more.length === 0 ? [] : [make('dd', { className: 'small' }, more.join('; '))]),
    )
  }

  /** Returns the style of a source's state, the state in words, and further remarks. */
  #stateOf(source: Freshness['sources'][number]): readonly [string, string, ...string[]] {
    const { texts, formats } = this.#localization
    const { lagSeconds, lastSuccessAt, sourceDate } = source
    if (source.state === 'not_configured') {
      return ['never', texts.notConfigured]
    }
    const read = lastSuccessAt === null ? texts.never : this.#readAt(source.source, new Date(lastSuccessAt))
    const data = sourceDate === null ? [] : [texts.sourceDataDate(formats.day(sourceDate))]
    if (!source.stale) {
      return ['fresh', read, ...data]
    }
    return lagSeconds === null
      ? ['never', texts.never, ...data]
      : ['stale', texts.lag(formats.duration(lagSeconds)), read, ...data]
  }

  #readAt(source: string, instant: Date): string {
    const { texts, formats } = this.#localization
    const day = formats.isoDayOf(instant)
    return day === formats.isoDayOf(new Date())
      ? texts.readToday(source, formats.timeOf(instant))
      : texts.readOn(source, formats.day(day))
  }
}

/** Shows the remaining limits of the key, from the newest response that reports them. */
export class LimitsPanel {
  readonly #burst = find('left-of-burst', HTMLElement)
  readonly #month = find('left-of-month', HTMLElement)
  readonly #end = find('month-end', HTMLElement)
  readonly #localization: Localization
  #refill: ReturnType<typeof setTimeout> | undefined

  constructor(localization: Localization) {
    this.#localization = localization
  }

  /** The burst is full again when its window ends, without another response. */
  show({ burst, month }: Limits): void {
    const { texts, formats } = this.#localization
    const end = new Date(Date.now() + month.resetSeconds * 1_000)
    setText(this.#burst, this.#remaining(burst))
    setText(this.#month, this.#remaining(month))
    setText(this.#end, texts.until(formats.dayOf(end)))
    clearTimeout(this.#refill)
    const refill = (): void => setText(this.#burst, this.#remaining({ ...burst, remaining: burst.limit }))
    this.#refill = setTimeout(refill, burst.resetSeconds * 1_000)
  }

  #remaining({ remaining, limit }: Limits['burst']): string {
    const { texts, formats } = this.#localization
    return texts.remaining(formats.count(remaining), formats.count(limit))
  }
}
