import type { BrandDetail, BrandSummary, ErrorDetail, Freshness } from '../../../../../client/src/index.ts'
import type { Bilingual } from '../../../../../schemas/bilingual.ts'
import { ESTADOS, PHASES, TIPOS_DE_ANOTACION } from '../../../../../schemas/catalogs.ts'
import type { Language } from '../../../../../shared/docs/languages.ts'
import { dayAfter, type Formats, formatsIn } from './format.ts'
import { TEXTS, type Texts } from './texts.ts'

/** A language with its texts and formats. */
export interface Localization {
  language: Language
  texts: Texts
  formats: Formats
  /** Returns a text of ours with its Markdown as HTML; links open beside the explorer, which they would end. */
  html(text: string): string
}

export const localizationIn = (language: Language): Localization => ({
  language,
  texts: TEXTS[language],
  formats: formatsIn(language),
  html: (text) =>
    text
      .replaceAll(/\*\*(.+?)\*\*/g, '<strong>$1</strong>')
      .replaceAll(/`(.+?)`/g, '<code>$1</code>')
      .replaceAll(/\[(.+?)\]\((.+?)\)/g, `<a href="/docs/${language}/$2" target="_blank">$1</a>`),
})

type Catalog<Entry> = Readonly<Record<string, Entry | undefined>>

const STATES: Catalog<(typeof ESTADOS)[keyof typeof ESTADOS]> = ESTADOS

/** Returns the meaning of a code in a language, or the code itself if the catalog does not have it. */
export const meaning = (catalog: Catalog<Bilingual>, code: string, language: Language): string =>
  (Object.hasOwn(catalog, code) ? catalog[code]?.[language] : undefined) ?? code

/** Returns what a mark without words is called. */
export const wordless = (tipoSigno: string, { texts }: Pick<Localization, 'texts'>): string =>
  tipoSigno === 'FIGURATIVA' ? texts.figurativeMark : texts.markWithoutWords

/**
 * Returns the status of a mark, its phase, and the class of both. The office may report a renewal late: until it does, a mark
 * whose term is over is not shown as in force.
 */
export function stateOf(
  { estado, fechaVencimiento }: { estado: string; fechaVencimiento: string | null },
  { language, texts, formats }: Localization,
): { kind: string; status: string; phase?: string } {
  const known = Object.hasOwn(STATES, estado) ? STATES[estado] : undefined
  if (known === undefined) {
    return { kind: 'desconocida', status: estado }
  }
  const status = known[language]
  const isOver = fechaVencimiento !== null && fechaVencimiento < formats.isoDayOf(new Date())
  if (known.phase === 'vigente' && isOver) {
    return { kind: 'term-over', status, phase: texts.termOver }
  }
  const phase = PHASES[known.phase][language]
  const isRepeated = phase.toLowerCase() === status.toLowerCase()
  return { kind: known.phase.replace('_', '-'), status, ...(isRepeated ? {} : { phase }) }
}

const LATE_MONTHS = 6

/** Whether the term of a mark ended within the last six months: a renewal that was applied for late may not be shown yet. */
export function hasEndedLately(
  { fechaVencimiento }: { fechaVencimiento: string | null },
  { formats }: Pick<Localization, 'formats'>,
): boolean {
  const [today, earlier] = [new Date(), new Date()]
  earlier.setUTCMonth(today.getUTCMonth() - LATE_MONTHS)
  return (
    fechaVencimiento !== null &&
    fechaVencimiento < formats.isoDayOf(today) &&
    fechaVencimiento >= formats.isoDayOf(earlier)
  )
}

/** The entries that limit the right to a mark, or lift such a limit. */
const LIMITS = [
  'LICENCIA',
  'PRENDA',
  'EMBARGO',
  'MEDIDA_PRECAUTORIA',
  'PROHIBICION',
  'ALZAMIENTO',
  'NULIDAD',
  'CADUCIDAD',
  'CANCELACION',
]

/** Returns the entries of a mark that limit the right to it, in words, oldest first: `Pledge (2 Nov 2026)`. */
export const limitsOf = (
  { anotaciones }: Pick<BrandDetail, 'anotaciones'>,
  { language, formats }: Pick<Localization, 'language' | 'formats'>,
): string[] =>
  anotaciones
    .filter(({ tipo }) => LIMITS.includes(tipo))
    .toSorted((one, other) => one.fecha.localeCompare(other.fecha))
    .map(({ tipo, fecha }) => `${meaning(TIPOS_DE_ANOTACION, tipo, language)} (${formats.day(fecha)})`)

/** Returns the class of a source's state, the state in words, and remarks: data read today may have an older date. */
export function freshnessOf(
  { source, state, stale, lagSeconds, lastSuccessAt, sourceDate }: Freshness['sources'][number],
  { texts, formats }: Localization,
): { kind: 'fresh' | 'stale' | 'never'; words: string; remarks: string } {
  if (state === 'not_configured') {
    return { kind: 'never', words: texts.notConfigured, remarks: '' }
  }
  const read = lastSuccessAt === null ? texts.never : readAt(new Date(lastSuccessAt))
  const remarks = sourceDate === null ? '' : texts.sourceDataDate(formats.day(sourceDate))
  if (!stale) {
    return { kind: 'fresh', words: read, remarks }
  }
  return lagSeconds === null
    ? { kind: 'never', words: texts.never, remarks }
    : {
        kind: 'stale',
        words: texts.lag(formats.duration(lagSeconds)),
        remarks: [read, remarks].filter(Boolean).join('; '),
      }

  function readAt(instant: Date): string {
    const day = formats.isoDayOf(instant)
    return day === formats.isoDayOf(new Date())
      ? texts.readToday(source, formats.timeOf(instant))
      : texts.readOn(source, formats.day(day))
  }
}

/** Returns a word as the service compares it: in lower case, without accents. */
const folded = (word: string): string => word.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()

/** A part of a name, and whether its letters match the search. */
interface NamePart {
  text: string
  isMatch: boolean
}

/**
 * Splits a word of a name, of which a word of the search is a part, or begins or ends alike. A word that has no letters in
 * common with it there, as one of the same sound may, matches as a whole.
 */
function matchedLetters(text: string, queried: string): NamePart[] {
  const word = folded(text)
  const at = word.indexOf(queried)
  const shorter = Math.min(word.length, queried.length)
  let start = 0
  while (start < shorter && word[start] === queried[start]) start += 1
  let end = 0
  while (end < shorter - start && word.at(-1 - end) === queried.at(-1 - end)) end += 1
  if (text.length !== word.length || queried.includes(word) || (at < 0 && start + end === 0)) {
    return [{ text, isMatch: true }]
  }
  const part = (from: number, to: number, isMatch: boolean): NamePart => ({
    text: text.slice(from, to),
    isMatch,
  })
  const [from, to] = at < 0 ? [start, word.length - end] : [at, at + queried.length]
  return [part(0, from, at < 0), part(from, to, at >= 0), part(to, word.length, at < 0)].filter(
    (each) => each.text !== '',
  )
}

/** Splits the name of a mark at the letters that match the search; a word that is only similar has none. */
export function matchedParts({ denominacion, coincidencia }: BrandSummary): NamePart[] {
  const pairs = coincidencia?.pares.filter(({ modo }) => modo !== 'parecido')
  const queried = new Map(pairs?.map((pair) => [pair.denominacion, pair.consulta]))
  return denominacion
    .split(/([\p{L}\p{N}\p{M}]+)/u)
    .filter((text) => text !== '')
    .flatMap((text) => {
      const word = queried.get(folded(text))
      return word === undefined ? [{ text, isMatch: false }] : matchedLetters(text, word)
    })
}

/** Returns how a name matches a search, in words: `same ending and all words`. */
export function matchOf(
  { modos }: NonNullable<BrandSummary['coincidencia']>,
  { texts, formats }: Localization,
): string {
  const modes: Record<string, string> = texts.modes
  return formats.list(modos.map((mode) => modes[mode] ?? mode))
}

/** The reasons of the service that the page translates; others are shown as the language allows. */
const REASONS = {
  order: /^must not be after /,
  day: /^must be a day of the calendar/,
  length: /^must have .* characters/,
}

/** Returns the label of a field, or its name if it has none. */
export const labelOf = (field: string, { fields }: Texts): string =>
  fields[field as keyof typeof fields] ?? field

/** Returns the validation error of a field in the language of the page. */
export function validationMessage({ field, reason, allowed }: ErrorDetail, texts: Texts): string {
  const { reasons } = texts
  if (REASONS.order.test(reason)) {
    return reasons.order(labelOf(field, texts), labelOf(reason.replace(REASONS.order, ''), texts))
  }
  if (REASONS.day.test(reason)) {
    return reasons.day
  }
  if (field === 'q' && REASONS.length.test(reason)) {
    return reasons.length
  }
  return allowed === undefined ? reasons.other(reason) : reasons.catalog(labelOf(field, texts))
}

/** Returns what the error of a lost change says: since when the service knows the changes, and the first day that it knows whole. */
export function changesGone(message: string, { texts, formats }: Localization): string {
  const since = / begin at (\d{4}-[\dT:.Z+-]+)/.exec(message)?.[1]?.replace(/:$/, '')
  if (since === undefined) {
    return texts.changesGone
  }
  const instant = new Date(since)
  return texts.changesKept(formats.dayOf(instant), formats.longDay(dayAfter(formats.isoDayOf(instant))))
}

/** Returns a request as a curl command. The key is a shell variable of the reader, and quotes in the URL are escaped. */
export const curlOf = (url: string): string => `curl -H "X-API-Key: $KEY" '${url.replaceAll("'", '%27')}'`
