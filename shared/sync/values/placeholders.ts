/** Days that programs store for a missing day: the first and last days of spreadsheets, databases and .NET. */
const PLACEHOLDER_DAYS: ReadonlySet<string> = new Set([
  '0001-01-01',
  '1753-01-01',
  '1899-12-30',
  '1899-12-31',
  '1900-01-01',
  '9999-12-31',
])

const ABBREVIATIONS = 's[/.] ?[cdfinr]|n[/.] ?[adi]'
const PROGRAM_WORDS = String.raw`[([<{]?null[)\]>}]?|nan|nat|none|undefined|invalid date`
const NOT =
  'no (?:aplica|consta|dispone|disponible|especifica|existe|hay|indica|informa|posee|registra|tiene)(?:d[oa]s?)?'
const WITHOUT =
  'sin (?:apoderado|asignar|clases?|cobertura|datos?|definir|descripci[oó]n|especificar|estado|fecha|informaci[oó]n|informar|n[uú]mero|nombre|observaci[oó]n|observaciones|pa[ií]s|registro|representante|resoluci[oó]n|solicitante|titular)'
const PLACEHOLDER = new RegExp(
  String.raw`^(?:${ABBREVIATIONS}|${PROGRAM_WORDS}|${NOT}|${WITHOUT}|ningun[oa]|desconocid[oa])\.?$`,
  'iu',
)
const ONLY_SIGNS = /^[-–—.\s/_*?]*$/
/** The maximum number of characters of a placeholder that consists of words. */
const MAX_LENGTH = 40

/**
 * Returns whether a clean text means an empty field (docs/decisions.md#synchronization: Placeholders). The names of marks are
 * not checked, because a mark may consist of any words.
 */
export const isPlaceholder = (text: string): boolean =>
  ONLY_SIGNS.test(text) || (text.length <= MAX_LENGTH && PLACEHOLDER.test(text))

/** Returns whether a day (`YYYY-MM-DD`) is a placeholder for a missing day. */
export const isPlaceholderDay = (day: string): boolean => PLACEHOLDER_DAYS.has(day)

/** Returns the placeholder days that a day with a two-digit year (`YY-MM-DD`) may mean. */
export const placeholderDays = (shortDay: string): string[] =>
  [...PLACEHOLDER_DAYS].filter((day) => day.endsWith(shortDay))
