import type { OpenAPIV3_1 } from 'openapi-types'
import type { Bilingual } from '../../schemas/bilingual.ts'
import type { Scope } from '../../schemas/catalogs.ts'
import type { Operation } from '../../schemas/operations.ts'
import { inBoth, inOneLine, joined, translated } from './bilingual-texts.ts'
import { EVERY_RESPONSE, type HeaderName, WITH_KEY } from './headers.ts'
import type { Notes } from './operation-notes.ts'
import { parametersOf, requestHeaders } from './parameters.ts'
import { isConditional, jsonResponse, refusalsOf } from './responses.ts'
import { keyWith } from './security.ts'

/** Returns an operation of the document: its parameters, responses and security. */
export function describeOperation(operation: Operation, notes: Notes): OpenAPIV3_1.OperationObject {
  const { id, scope, summary, output } = operation
  const headers = scope === null ? EVERY_RESPONSE : WITH_KEY
  const others = Object.entries(notes.others ?? {}).map(([status, { description, examples }]) => [
    status,
    jsonResponse(description, output, headers, examples),
  ])
  return {
    operationId: id,
    summary: inOneLine(translated(summary)),
    description: inBoth(joined([notes.description, scopeNeeded(scope)])),
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
  const { output } = operation
  const isPage = 'properties' in output && Object.hasOwn(output.properties as object, 'nextCursor')
  return [...(isConditional(operation) ? (['ETag'] as const) : []), ...(isPage ? (['Link'] as const) : [])]
}

const scopeNeeded = (scope: Scope | null): Bilingual =>
  scope === null
    ? { en: 'No key is needed.', es: 'No hace falta clave.' }
    : {
        en: `A key with scopes needs the scope \`${scope}\`. A key without scopes may call every operation.`,
        es: `Una clave con alcances (scopes) necesita el alcance \`${scope}\`. Una clave sin alcances puede llamar a todas las operaciones.`,
      }
