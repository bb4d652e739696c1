import { items, type Json, type JsonObject, members, withoutReferences } from './references.ts'
import { schemaChanges } from './schema-changes.ts'

/** A change that breaks clients of the last release. */
interface BreakingChange {
  /** The operation id or the tool name; `openapi` for changes of the whole document. */
  readonly of: string
  /** A sentence that describes the change. */
  readonly sentence: string
}

/** Returns the breaking changes between two OpenAPI documents. Optional additions are not breaking. */
export function breakingChanges(released: JsonObject, current: JsonObject): BreakingChange[] {
  const before = withoutReferences(released)
  const after = withoutReferences(current)
  const schemes = Object.keys(members(members(before.components).securitySchemes))
  const ofAll = DOCUMENT_PARTS.map((part) => [part(before, schemes), part(after, schemes)] as const)
    .filter(([was, is]) => !isSame(was, is))
    .map(([was, is]) => ({
      of: 'openapi',
      sentence: `openapi: ${JSON.stringify(was)} is now ${JSON.stringify(is)}.`,
    }))
  const ofOperations = operationsOf(before).flatMap(({ path, method, operation }) => {
    const id = String(operation.operationId)
    const left = members(members(members(after.paths)[path])[method])
    const changes =
      'operationId' in left
        ? operationChanges(operation, left)
        : [`${method.toUpperCase()} ${path} was removed.`]
    return changes.map((change) => ({ of: id, sentence: `${id}: ${change}` }))
  })
  return [...ofAll, ...ofOperations]
}

const DOCUMENT_PARTS: readonly ((document: JsonObject, schemes: readonly string[]) => Json)[] = [
  ({ servers }) => items(servers).map((server) => members(server).url ?? null),
  ({ components }, schemes) =>
    schemes.map((name) => {
      const scheme = members(members(members(components).securitySchemes)[name])
      return [name, ...['type', 'in', 'name', 'scheme'].map((part) => scheme[part] ?? null)]
    }),
]

const isSame = (one: Json, other: Json): boolean => JSON.stringify(one) === JSON.stringify(other)

/** Returns the breaking changes between two lists of tools, in the form of `tools/list`. */
export function breakingToolChanges(released: readonly Json[], current: readonly Json[]): BreakingChange[] {
  return released.map(members).flatMap((tool) => {
    const name = String(tool.name)
    const left = current.map(members).find((other) => other.name === name)
    const changes = left === undefined ? ['the tool was removed.'] : toolChanges(tool, left)
    return changes.map((change) => ({ of: name, sentence: `${name}: ${change}` }))
  })
}

/**
 * Returns the changes that the changelog does not announce. An announcement is an entry under `## [Unreleased]` that starts
 * with `**Breaking:**` and contains the operation id or the tool name in backticks.
 */
export function unannounced(changes: readonly BreakingChange[], changelog: string): BreakingChange[] {
  const [, unreleased = ''] = changelog.split(/^## \[Unreleased\]$/m)
  const [upcoming = ''] = unreleased.split(/^## /m)
  const entries = upcoming.split(/^- /m).filter((entry) => entry.startsWith('**Breaking:**'))
  return changes.filter(({ of }) => !entries.some((entry) => entry.includes(`\`${of}\``)))
}

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

const operationsOf = ({ paths }: JsonObject): { path: string; method: string; operation: JsonObject }[] =>
  Object.entries(members(paths)).flatMap(([path, methods]) =>
    Object.entries(members(methods))
      .filter(([method]) => METHODS.includes(method))
      .map(([method, operation]) => ({ path, method, operation: members(operation) })),
  )

const operationChanges = (before: JsonObject, after: JsonObject): string[] => [
  ...(before.operationId === after.operationId ? [] : [`its id is now ${after.operationId}.`]),
  ...parameterChanges(items(before.parameters).map(members), items(after.parameters).map(members)),
  ...securityChanges(before, after),
  ...responseChanges(members(before.responses), members(after.responses)),
]

function parameterChanges(before: readonly JsonObject[], after: readonly JsonObject[]): string[] {
  const key = ({ in: place, name }: JsonObject): string => `the ${place} parameter ${name}`
  const kept = before.flatMap((parameter) => {
    const left = after.find((other) => key(other) === key(parameter))
    return left === undefined
      ? [`${key(parameter)} was removed.`]
      : schemaChanges(members(parameter.schema), members(left.schema), 'request', key(parameter))
  })
  const wasRequired = (parameter: JsonObject): boolean =>
    before.some((other) => key(other) === key(parameter) && other.required === true)
  const wanted = after.filter((parameter) => parameter.required === true && !wasRequired(parameter))
  return [...kept, ...wanted.map((parameter) => `${key(parameter)} is now required.`)]
}

/** Returns a breaking change if none of the old security alternatives is sufficient any more. */
function securityChanges({ security: before }: JsonObject, { security: after }: JsonObject): string[] {
  const isOpen = items(after).length === 0
  const isWithin = (way: JsonObject, other: JsonObject): boolean =>
    Object.entries(way).every(
      ([scheme, roles]) =>
        scheme in other && items(roles).every((role) => items(other[scheme]).includes(role)),
    )
  const isStillIn = items(before).some((old) =>
    items(after).some((now) => isWithin(members(now), members(old))),
  )
  return isOpen || isStillIn
    ? []
    : [`its security was ${JSON.stringify(before)} and is ${JSON.stringify(after)}.`]
}

const responseChanges = (before: JsonObject, after: JsonObject): string[] =>
  Object.entries(before).flatMap(([status, response]) =>
    status in after
      ? bodyAndHeaderChanges(members(response), members(after[status]), `its ${status}`)
      : [`its ${status} was removed.`],
  )

function bodyAndHeaderChanges(before: JsonObject, after: JsonObject, at: string): string[] {
  const headers = Object.entries(members(before.headers)).flatMap(([name, header]) => {
    const left = members(after.headers)[name]
    return left === undefined
      ? [`${at}: the header ${name} was removed.`]
      : schemaChanges(
          members(members(header).schema),
          members(members(left).schema),
          'response',
          `${at}: the header ${name}`,
        )
  })
  const left = members(after.content)
  const bodies = Object.entries(members(before.content)).flatMap(([type, body]) =>
    type in left
      ? schemaChanges(members(members(body).schema), members(members(left[type]).schema), 'response', at)
      : [`${at}: ${type} was removed.`],
  )
  return [...headers, ...bodies]
}

const toolChanges = (before: JsonObject, after: JsonObject): string[] => [
  ...schemaChanges(members(before.inputSchema), members(after.inputSchema), 'request', 'its arguments'),
  ...resultChanges(before.outputSchema, after.outputSchema),
]

function resultChanges(before: Json | undefined, after: Json | undefined): string[] {
  if (before === undefined) {
    return []
  }
  return after === undefined
    ? ['its output schema was removed.']
    : schemaChanges(members(before), members(after), 'response', 'its result')
}
