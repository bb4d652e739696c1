import type { OpenAPIV3_1 } from 'openapi-types'
import type { Bilingual } from '../../schemas/bilingual.ts'
import type { Scope } from '../../schemas/catalogs.ts'
import type { Operation } from '../../schemas/operations.ts'
import { inBoth, inOneLine, joined, translated } from './bilingual-texts.ts'
import { DEPRECATION_HEADERS, EVERY_RESPONSE, type HeaderName, WITH_KEY } from './headers.ts'
import type { Notes } from './operation-notes.ts'
import { parametersOf, requestHeaders } from './parameters.ts'
import { isConditional, jsonResponse, refusalsOf } from './responses.ts'
import { keyWith } from './security.ts'

/** Returns an operation of the document: its parameters, responses and security. */
export function describeOperation(operation: Operation, notes: Notes): OpenAPIV3_1.OperationObject {
  const { id, scope, summary, output } = operation
  const { flag, notice } = deprecationOf(operation)
  const headers = scope === null ? EVERY_RESPONSE : WITH_KEY
  const others = Object.entries(notes.others ?? {}).map(([status, { description, examples }]) => [
    status,
    jsonResponse(description, output, headers, examples),
  ])
  return {
    operationId: id,
    ...flag,
    summary: inOneLine(translated(summary)),
    description: inBoth(joined([...notice, notes.description, scopeNeeded(scope)])),
    tags: [notes.tag],
    security: scope === null ? [] : keyWith(scope),
    parameters: [
      ...parametersOf(operation),
      ...requestHeaders(isConditional(operation) ? ['X-Request-Id', 'If-None-Match'] : ['X-Request-Id']),
    ],
    responses: {
      200: jsonResponse(notes.answer, output, [...headers, ...headersOf200(operation)], notes.examples),
      ...refusalsOf(operation, notes),
      ...Object.fromEntries(others),
    },
  }
}

function headersOf200(operation: Operation): HeaderName[] {
  const { output, deprecation } = operation
  const isPage = 'properties' in output && Object.hasOwn(output.properties as object, 'nextCursor')
  return [
    ...(isConditional(operation) ? (['ETag'] as const) : []),
    ...(isPage || deprecation ? (['Link'] as const) : []),
    ...(deprecation ? DEPRECATION_HEADERS : []),
  ]
}

const scopeNeeded = (scope: Scope | null): Bilingual =>
  scope === null
    ? { en: 'No key is needed.', es: 'No hace falta clave.' }
    : {
        en: `A key with scopes needs the scope \`${scope}\`. A key without scopes may call every operation.`,
        es: `Una clave con alcances (scopes) necesita el alcance \`${scope}\`. Una clave sin alcances puede llamar a todas las operaciones.`,
      }

/** Returns the flag and the notice of a deprecated operation. Both are empty for other operations. */
export function deprecationOf({ deprecation }: Operation): {
  flag: Pick<OpenAPIV3_1.OperationObject, 'deprecated'>
  notice: readonly Bilingual[]
} {
  if (deprecation === undefined) {
    return { flag: {}, notice: [] }
  }
  const { since, sunset, successor } = deprecation
  return {
    flag: { deprecated: true },
    notice: [
      {
        en: `Deprecated since ${since}; removed on ${sunset}. Use \`${successor}\` instead.`,
        es: `Obsoleta desde ${since}; se elimina el ${sunset}. Use en su lugar \`${successor}\`.`,
      },
    ],
  }
}
