import type { OpenAPIV3_1 } from 'openapi-types'
import type { Bilingual } from '../../schemas/bilingual.ts'
import type { Operation } from '../../schemas/operations.ts'

/** Returns the flag and the notice of a deprecated operation; empty for others. */
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
        en: `Deprecated since ${since}; gone from ${sunset} on. In its place: \`${successor}\`.`,
        es: `Obsoleta desde ${since}; deja de existir el ${sunset}. En su lugar: \`${successor}\`.`,
      },
    ],
  }
}
