import { withoutSigns } from '../text/clean-text.ts'
import type { Cell } from './cell.ts'
import type { MarkRecord } from './mark-record.ts'
import { isPlaceholder } from './placeholders.ts'
import { quote } from './quote.ts'
import { valueText } from './read-value.ts'

export type Clases = MarkRecord['clases']

const LAST_CLASS = 45
/** Words beside the numbers of a list: `Clase N° 29`, `Clases 29, 30 y 35`. */
const WORDS = /\b(?:clases?|class(?:es)?|cls?|niza|nice|n|no|nro|y|e|and)\b\.?|[°º]/gi
const BETWEEN = /[\s,;/|+&()[\]{}:–—-]+/
const MAX_LENGTH = 1000
const WHOLE = /\b(\d{1,2})\.0+\b/g

const DASHED = /\d+(?:\s*[–—-]+\s*\d+)+/g

/** A count of classes, such as `2 clases` in `9, 35 (2 clases)`. The 2 is not a class. */
const COUNT = /(?:^|[([])\s*\d+\s*(?:clase|class)|\d\s*(?:clase|class)[a-z]*\W*$/i

const BRACKETED = /\([^()\d]*\d[^)]*\)/g

/** In `9, 35 (2)`, the 2 may be the count of the classes or an edition of the Nice classification. */
const isPartlyBracketed = (list: string): boolean => {
  const rest = list.replace(BRACKETED, '')
  return rest !== list && /\d/.test(rest)
}

/** The end of a list whose last number is missing: `9 -`, `9, 35,`. */
const CUT = /[–—-]\s*$|\d\D+\d+\s*[,;/|]\s*$/

/** `9-12` may be a range. `9-10`, `12-9` and `9-35-42` are lists. */
const mayBeRange = (text: string): boolean =>
  (text.match(DASHED) ?? []).some((chain) => {
    const [first, second, third] = (chain.match(/\d+/g) ?? []).map(Number)
    return third === undefined && Number(second) > Number(first) + 1
  })

/**
 * Reads the classes of a cell (docs/decisions.md#synchronization: Classes with dashes).
 *
 * @returns the distinct numbers in ascending order, including numbers that are not a class. Empty for an empty cell or a
 * placeholder. Undefined for any other text, such as an incomplete list or a possible range.
 */
export function readClasses(cell: Cell): number[] | undefined {
  if (typeof cell === 'number') {
    return Number.isInteger(cell) ? [cell] : undefined
  }
  const text = valueText(cell)
  if (isPlaceholder(text)) {
    return []
  }
  const list = listOf(text)
  return problemIn(text, list) === undefined
    ? [...new Set(partsOf(list).map(Number))].sort((a, b) => a - b)
    : undefined
}

const listOf = (text: string): string => text.replace(WORDS, ' ').replace(WHOLE, '$1')

const partsOf = (list: string): string[] => list.split(BETWEEN).filter(Boolean)

/** Returns why a text is not a list of numbers; undefined if it is one. */
function problemIn(text: string, list: string): string | undefined {
  if (text.length > MAX_LENGTH) {
    return `the classes have more than ${MAX_LENGTH} characters`
  }
  if (COUNT.test(text) || isPartlyBracketed(list)) {
    return 'a number may be the count of the classes'
  }
  if (mayBeRange(list)) {
    return 'the classes may be a list or a range'
  }
  if (CUT.test(list)) {
    return 'the list of classes is not complete'
  }
  const parts = partsOf(list)
  const areNumbers = parts.length > 0 && parts.every((part) => /^\d{1,9}$/.test(part))
  return areNumbers ? undefined : 'the classes are not numbers'
}

/** Returns the reason why `readClasses` returns undefined for a cell. */
export function noClassesReason(cell: Cell): string {
  const text = valueText(cell)
  return `${problemIn(text, listOf(text))}: ${quote(String(cell))}`
}

/** Returns the first number that is not a class of the Nice classification, if any. */
export const noClass = (classes: readonly number[]): number | undefined =>
  classes.find((number) => !(number >= 1 && number <= LAST_CLASS))

const CLASS = String.raw`cl(?:ase|\.)? ?(?:n[°º.]* ?)?`
/**
 * The marker before the goods and services of a class: `Clase 29:`, `[29]`.
 * `Clase 29` without a colon or dash is a marker only at the beginning of the text, or after a separator such as `;`.
 * In other places, it may be a part of the goods and services.
 */
const MARKERS = new RegExp(
  String.raw`(?<=^|[\s;.,|])(?:${CLASS}(\d{1,2}) ?[:–—-]|\[(\d{1,2})\]:?|\((\d{1,2})\):?)|` +
    String.raw`(?<=^|[;|.\n] ?)${CLASS}(\d{1,2})(?: ?[.)]|(?= ))`,
  'gi',
)

/** Assigns goods and services to each class. Without markers such as `Clase 29:`, each class gets the whole text. */
export function withCoverage(classes: readonly number[], text: string): Clases {
  const parts = classes.length > 1 ? partsByClass(classes, text) : undefined
  return classes.map((clase) => ({ clase, cobertura: coverageOf(parts ? (parts.get(clase) ?? '') : text) }))
}

const FIRST_CLASS = new RegExp(String.raw`^${CLASS}(\d{1,2}) ?[:–—-]`, 'i')

/** Returns the class at the beginning of a text, if the class is not one of the `classes`: `Clase 25: …`. */
export function otherClassIn(classes: readonly number[], text: string): number | undefined {
  const number = Number(FIRST_CLASS.exec(text)?.[1])
  return number >= 1 && number <= LAST_CLASS && !classes.includes(number) ? number : undefined
}

const coverageOf = (text: string): string | null => (isPlaceholder(text) ? null : text)

/** Returns the part of the text for each class; undefined if the markers do not match the `classes`. */
function partsByClass(classes: readonly number[], text: string): Map<number, string> | undefined {
  const markers = [...text.matchAll(MARKERS)]
  const parts = new Map<number, string>()
  for (const [index, marker] of markers.entries()) {
    const part = text.slice(marker.index + marker[0].length, markers[index + 1]?.index)
    parts.set(Number(marker.slice(1).find((number) => number !== undefined)), withoutSigns(part))
  }
  const isSplit =
    markers[0]?.index === 0 &&
    parts.size === markers.length &&
    [...parts].every(([clase, part]) => classes.includes(clase) && part !== '')
  return isSplit ? parts : undefined
}
