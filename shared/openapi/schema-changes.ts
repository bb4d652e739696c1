import { items, type Json, type JsonObject, members } from './references.ts'

export type Direction = 'request' | 'response'

/** Keywords without effect on validation. */
const ANNOTATIONS = /^(description|title|examples?|deprecated|\$schema|x-.*)$/

const LOWER_BOUNDS = ['minimum', 'exclusiveMinimum', 'minLength', 'minItems']
const UPPER_BOUNDS = ['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems']
/** Other keywords for which the code below has a special rule. */
const OWN_COMPARISON = [
  'type',
  'enum',
  'properties',
  'required',
  'items',
  'additionalProperties',
  'default',
  'anyOf',
]

/**
 * Returns the breaking changes between two schemas, one sentence each. In responses, new properties and new `enum` values are
 * not breaking (docs/decisions.md#versioning).
 *
 * @param at the location of the schemas; each sentence begins with this text
 */
export function schemaChanges(
  before: JsonObject,
  after: JsonObject,
  direction: Direction,
  at: string,
): string[] {
  if ('anyOf' in after && !('anyOf' in before)) {
    return changesToAnyOf(before, after, direction, at)
  }
  // Every value that is valid by `inner` must be valid by `outer`: old requests must be valid by the new schema, and
  // new responses must be valid by the old schema.
  const [inner, outer] = direction === 'request' ? [before, after] : [after, before]
  const changeOf = (keyword: string): string =>
    `${at}: ${keyword} was ${shown(before[keyword])} and is ${shown(after[keyword])}.`
  const keywords = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  const isWider = (keyword: string): boolean => isOutside(keyword, inner[keyword], outer[keyword], direction)
  return [
    ...keywords.filter((keyword) => !ANNOTATIONS.test(keyword) && isWider(keyword)).map(changeOf),
    ...requiredChanges(inner, outer, direction, at),
    ...propertyChanges(before, after, direction, at),
    ...anyOfChanges(before, after, direction, at),
    ...('items' in before && 'items' in after
      ? schemaChanges(members(before.items), members(after.items), direction, `${at}[]`)
      : []),
  ]
}

/**
 * Compares schemas if only `after` has `anyOf`. For requests, one alternative without breaking changes is enough. For
 * responses, the breaking changes of all alternatives count.
 */
function changesToAnyOf(before: JsonObject, after: JsonObject, direction: Direction, at: string): string[] {
  const { anyOf, ...rest } = after
  const changes = items(anyOf).map((each) =>
    schemaChanges(before, { ...rest, ...members(each) }, direction, at),
  )
  const [fewest = []] = changes.toSorted((one, other) => one.length - other.length)
  return direction === 'request' ? fewest : changes.flat()
}

function anyOfChanges(before: JsonObject, after: JsonObject, direction: Direction, at: string): string[] {
  const [old, now] = [items(before.anyOf), items(after.anyOf)]
  if (old.length !== now.length) {
    return [`${at}: anyOf had ${old.length} schemas and has ${now.length}.`]
  }
  return old.flatMap((each, place) => schemaChanges(members(each), members(now[place]), direction, at))
}

/** Compares one keyword. Returns whether the inner schema allows values that the outer schema does not allow. */
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
    return direction === 'request' && inner !== outer // a client that omits the value gets another response
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
  // If the outer schema has a format, a pattern or an unknown keyword, the inner schema must have the same one.
  return (
    !OWN_COMPARISON.includes(keyword) &&
    outer !== undefined &&
    JSON.stringify(inner) !== JSON.stringify(outer)
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

function requiredChanges(inner: JsonObject, outer: JsonObject, direction: Direction, at: string): string[] {
  return items(outer.required)
    .filter((name) => !items(inner.required).includes(name))
    .map((name) =>
      direction === 'request' ? `${at}: ${name} is now required.` : `${at}: ${name} is now optional.`,
    )
}

function propertyChanges(before: JsonObject, after: JsonObject, direction: Direction, at: string): string[] {
  const remaining = members(after.properties)
  return Object.entries(members(before.properties)).flatMap(([name, schema]) =>
    name in remaining
      ? schemaChanges(members(schema), members(remaining[name]), direction, `${at}.${name}`)
      : [`${at}: ${name} was removed.`],
  )
}

const shown = (value: Json | undefined): string => (value === undefined ? 'absent' : JSON.stringify(value))
