import { items, type Json, type JsonObject, members } from './references.ts'

/** Which way values go: from the client, who must not be refused more, or to it, who must not be given more. */
export type Direction = 'request' | 'answer'

/** What a schema says to people. It binds nobody. */
const ANNOTATIONS = /^(description|title|examples?|deprecated|\$schema|x-.*)$/

/** The keywords that say of a value what a single comparison can decide; all others are looked into below. */
const LOWER_BOUNDS = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems']
const UPPER_BOUNDS = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems']
const LOOKED_INTO = ['type', 'enum', 'properties', 'required', 'items', 'additionalProperties', 'default']

/**
 * How one schema breaks what another one promised, a sentence each; `at` says where they stand. A client that was written
 * for `before` is content with `after` when it takes every request that the other took, or gives no answer that the
 * other could not give, but for members and codes that are new (docs/decisions.md#versioning).
 */
export function schemaChanges(
  before: JsonObject,
  after: JsonObject,
  direction: Direction,
  at: string,
): string[] {
  // What a client sends must be within what is taken now; what it is given, within what it was told of before.
  const [inner, outer] = direction === 'request' ? [before, after] : [after, before]
  const told = (keyword: string): string =>
    `${at}: ${keyword} was ${shown(before[keyword])} and is ${shown(after[keyword])}.`
  const keywords = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const escapes = (keyword: string): boolean => isOutside(keyword, inner[keyword], outer[keyword], direction)
  return [
    ...keywords.filter((keyword) => !ANNOTATIONS.test(keyword) && escapes(keyword)).map(told),
    ...requiredChanges(inner, outer, direction, at),
    ...memberChanges(before, after, direction, at),
    ...('items' in before && 'items' in after
      ? schemaChanges(members(before.items), members(after.items), direction, `${at}[]`)
      : []),
  ]
}

/** Whether values of the inner schema may be none of the outer one, by one keyword of both. */
function isOutside(
  keyword: string,
  inner: Json | undefined,
  outer: Json | undefined,
  direction: Direction,
): boolean {
  if (keyword === 'type') {
    return !isTypeWithin(inner, outer)
  }
  if (keyword === 'enum') {
    return direction === 'request' && outer !== undefined && !isListWithin(inner, outer)
  }
  if (keyword === 'default') {
    return direction === 'request' && inner !== outer // who left it out gets another answer
  }
  if (keyword === 'additionalProperties') {
    return direction === 'request' && outer === false && inner !== false
  }
  if (keyword === 'items') {
    return outer !== undefined && inner === undefined
  }
  if (LOWER_BOUNDS.includes(keyword)) {
    return outer !== undefined && Number(inner ?? Number.NEGATIVE_INFINITY) < Number(outer)
  }
  if (UPPER_BOUNDS.includes(keyword)) {
    return outer !== undefined && Number(inner ?? Number.POSITIVE_INFINITY) > Number(outer)
  }
  // A form, a pattern, or what this comparison does not understand: any other is another one.
  return (
    !LOOKED_INTO.includes(keyword) && outer !== undefined && JSON.stringify(inner) !== JSON.stringify(outer)
  )
}

const listOf = (types: Json | undefined): readonly Json[] => (Array.isArray(types) ? types : [types ?? 'any'])

const isTypeWithin = (inner: Json | undefined, outer: Json | undefined): boolean =>
  outer === undefined ||
  listOf(inner).every(
    (type) => listOf(outer).includes(type) || (type === 'integer' && listOf(outer).includes('number')),
  )

const isListWithin = (inner: Json | undefined, outer: Json): boolean =>
  inner !== undefined && items(inner).every((value) => items(outer).includes(value))

/** Members that the outer schema wants and that the inner one may lack. */
function requiredChanges(inner: JsonObject, outer: JsonObject, direction: Direction, at: string): string[] {
  return items(outer.required)
    .filter((name) => !items(inner.required).includes(name))
    .map((name) =>
      direction === 'request' ? `${at}: ${name} is required now.` : `${at}: ${name} may be missing now.`,
    )
}

/** Members that are gone, and what became of those that are still there. */
function memberChanges(before: JsonObject, after: JsonObject, direction: Direction, at: string): string[] {
  const left = members(after.properties)
  return Object.entries(members(before.properties)).flatMap(([name, schema]) =>
    name in left
      ? schemaChanges(members(schema), members(left[name]), direction, `${at}.${name}`)
      : [`${at}: ${name} is gone.`],
  )
}

const shown = (value: Json | undefined): string => (value === undefined ? 'not there' : JSON.stringify(value))
