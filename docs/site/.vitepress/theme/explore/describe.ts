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
  /** Converts the Markdown of a text in texts.ts to HTML. Links open in a new tab, so that the explorer keeps its state. */
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

/** Returns the text that is shown in place of the name of a mark without words. */
export const wordless = (tipoSigno: string, { texts }: Pick<Localization, 'texts'>): string =>
  tipoSigno === 'FIGURATIVA' ? texts.figurativeMark : texts.markWithoutWords

/**
 * Returns the status of a mark, its phase, and `kind`, the CSS class of both. A mark whose term is over is not shown as in force.
 * The office may still report a late renewal of such a mark.
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

/** Returns whether the term of a mark ended within the last six months. The data may not have a late renewal of the mark yet. */
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

/** The types of annotations that limit the right to a mark, or lift such a limit. */
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

/** Returns the annotations of a mark whose types are in `LIMITS`, in words, oldest first: `Pledge (2 Nov 2026)`. */
export const limitsOf = (
  { anotaciones }: Pick<BrandDetail, 'anotaciones'>,
  { language, formats }: Pick<Localization, 'language' | 'formats'>,
): string[] =>
  anotaciones
    .filter(({ tipo }) => LIMITS.includes(tipo))
    .toSorted((one, other) => one.fecha.localeCompare(other.fecha))
    .map(({ tipo, fecha }) => `${meaning(TIPOS_DE_ANOTACION, tipo, language)} (${formats.day(fecha)})`)

/** Returns the state of a source: its CSS class, its words, and remarks with the date of the data, which may be older. */
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
 * Splits a word of a name into letters that match a word of the search, and other letters. If the name's word contains the search
 * word, the contained letters match; otherwise, the equal letters at the beginning and at the end match. If there are no such
 * letters, as in a word that only sounds the same, the whole word matches.
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
  const isContained = at >= 0
  const [from, to] = isContained ? [at, at + queried.length] : [start, word.length - end]
  return [
    { text: text.slice(0, from), isMatch: !isContained },
    { text: text.slice(from, to), isMatch: isContained },
    { text: text.slice(to), isMatch: !isContained },
  ].filter((part) => part.text !== '')
}

/** Splits the name of a mark into letters that match the search, and other letters. In a `parecido` word, no letters match. */
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

/** The reasons of validation errors for which the page has texts of its own. */
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

/** Returns the message for a 410: the day on which the kept changes begin, and the first day with all of its changes. */
export function changesGone(message: string, { texts, formats }: Localization): string {
  const since = / begin at (\d{4}-[\dT:.Z+-]+)/.exec(message)?.[1]?.replace(/:$/, '')
  if (since === undefined) {
    return texts.changesGone
  }
  const instant = new Date(since)
  return texts.changesKept(formats.dayOf(instant), formats.longDay(dayAfter(formats.isoDayOf(instant))))
}

/** Returns a request as a curl command, with the key in the shell variable KEY. Quotes in the URL are escaped. */
export const curlOf = (url: string): string => `curl -H "X-API-Key: $KEY" '${url.replaceAll("'", '%27')}'`
