import fc from 'fast-check'
import type { InputSchema } from '../../../schemas/operations.ts'
import { withLists } from '../../../shared/platform/several-values.ts'
import { isDay } from '../../../shared/platform/time/day.ts'
import { anyText } from './texts.ts'

/** Whether the contract accepts a value: yes, no, or left open. */
export type Verdict = 'good' | 'bad' | 'open'

/** One property of an input schema, as far as the contract uses JSON Schema for it. */
export interface Property {
  readonly type: string
  readonly items?: Property
  readonly enum?: readonly unknown[]
  readonly minimum?: number
  readonly maximum?: number
  readonly format?: string
}

export const propertiesOf = (schema: InputSchema): Readonly<Record<string, Property>> =>
  withLists(schema).properties as Readonly<Record<string, Property>>

/** Returns the worst of the verdicts; `good` if there are none. */
export const worst = (verdicts: readonly Verdict[]): Verdict =>
  (['bad', 'open'] as const).find((each) => verdicts.includes(each)) ?? 'good'

const between = (found: number, least: number, most: number): Verdict =>
  found >= least && found <= most ? 'good' : 'bad'
const codePoints = (text: string): number => [...text].length

/** The rules in docs/decisions.md for texts that the schema does not restrict; the verdict on other texts is left open. */
const TEXTS: Readonly<Record<string, (text: string) => Verdict>> = {
  q: (text) => between(codePoints(text.replaceAll(/\p{Cc}/gu, ' ').trim()), 1, 200),
  nroSolicitud: (text) => {
    const length = codePoints(text.replaceAll('.', '').trim())
    return length > 64 && /^0/.test(text.replaceAll('.', '').trim()) ? 'open' : between(length, 1, 64)
  },
}

/**
 * Judges an argument of a tool by docs/decisions.md: a text of digits may replace an integer, an integer for a text, and a
 * single value or a text for a list.
 */
export function judgeArgument(name: string, property: Property, value: unknown): Verdict {
  const { items, maximum = Infinity } = property
  if (items && typeof value === 'string') {
    return /^\[|\s/.test(value) ? 'open' : judgeText(name, property, value)
  }
  if (items) {
    const values = Array.isArray(value) ? value : [value]
    return judgeItems(
      name,
      items,
      values.map((each) => asTyped(items, each)),
    )
  }
  const typed = asTyped(property, value)
  return name === 'limit' && Number.isSafeInteger(typed) && Number(typed) > maximum
    ? 'good'
    : judge(name, property, typed)
}

const asTyped = ({ type }: Property, value: unknown): unknown => {
  if (type === 'integer') {
    return typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value
  }
  return type === 'string' && Number.isSafeInteger(value) ? String(value) : value
}

/** Returns the verdict of the contract on a value, in the type of its property. */
function judge(name: string, property: Property, value: unknown): Verdict {
  if (property.type === 'integer') {
    const { minimum = -Infinity, maximum = Infinity } = property
    return Number.isInteger(value) ? between(Number(value), minimum, maximum) : 'bad'
  }
  if (property.type === 'boolean') {
    return typeof value === 'boolean' ? 'good' : 'bad'
  }
  if (typeof value !== 'string') {
    return 'bad'
  }
  if (property.enum) {
    return property.enum.includes(value) ? 'good' : 'bad'
  }
  if (property.format === 'date') {
    return isDay(value) ? 'good' : 'bad'
  }
  return TEXTS[name]?.(value) ?? 'open'
}

/** Judges a list, which must have at least one item and no duplicates. */
const judgeItems = (name: string, item: Property, values: readonly unknown[]): Verdict =>
  values.length === 0 || new Set(values).size < values.length
    ? 'bad'
    : worst(values.map((value) => judge(name, item, value)))

/** Judges the text of a query parameter: integers in decimal digits only, lists separated by commas. */
export function judgeText(name: string, property: Property, text: string): Verdict {
  if (property.type === 'integer') {
    return /^-?\d+$/.test(text) ? judge(name, property, Number(text)) : 'bad'
  }
  if (property.type === 'boolean') {
    return text === 'true' || text === 'false' ? 'good' : 'bad'
  }
  const { items } = property
  if (items) {
    const texts = text.split(',')
    const isRepeated =
      new Set<unknown>(items.type === 'integer' ? texts.map(Number) : texts).size < texts.length
    return isRepeated
      ? 'bad'
      : worst(texts.map((each) => (each === '' ? 'bad' : judgeText(name, items, each))))
  }
  return judge(name, property, text)
}

/** Draws a value with a probability in percent, otherwise nothing. */
export const inPercent = <Value>(
  share: number,
  value: fc.Arbitrary<Value>,
): fc.Arbitrary<Value | undefined> =>
  fc.oneof({ weight: share, arbitrary: value }, { weight: 100 - share, arbitrary: fc.constant(undefined) })

const day: fc.Arbitrary<string> = fc
  .date({ min: new Date('1985-01-01'), max: new Date('2035-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10))

/** Texts that have matches, by the name of the parameter. */
export type Words = Readonly<Record<string, readonly string[]>>

/** Draws a valid value of a property, in the type that a tool receives. */
export function goodValue(name: string, property: Property, words: Words): fc.Arbitrary<unknown> {
  if (property.type === 'boolean') {
    return fc.boolean()
  }
  if (property.items) {
    return fc.uniqueArray(goodValue(name, property.items, words), { minLength: 1, maxLength: 5 })
  }
  if (property.type === 'integer') {
    return fc.integer({ min: property.minimum ?? 0, max: property.maximum ?? 1_000_000 })
  }
  if (property.enum) {
    return fc.constantFrom(...property.enum)
  }
  if (property.format === 'date') {
    return day
  }
  const known = words[name]
  return known ? fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, anyText) : anyText
}

const BESIDE = [0, -0, -1, 101, 46, 0.5, 1e21, 1e308, 2 ** 53, -(2 ** 63), true, false, null]

/** Any value, valid or invalid. */
export const anyValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: anyText },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...BESIDE) },
  { weight: 1, arbitrary: fc.integer({ min: -5, max: 120 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)
