import type { OpenAPIV3_1 } from 'openapi-types'
import { SCOPES, type Scope } from '../../schemas/catalogs.ts'
import { inBoth, joined, translated } from './bilingual-texts.ts'

/** The names of the security schemes, one for each of the two headers that may contain a key. */
const SCHEMES = ['apiKey', 'bearer'] as const

/** Returns the security of an operation: a key with the scope, in one of the headers. */
export const keyWith = (scope: Scope): OpenAPIV3_1.SecurityRequirementObject[] =>
  SCHEMES.map((name) => ({ [name]: [scope] }))

const scopes = joined(
  Object.entries(SCOPES).map(([scope, meaning]) => {
    const { en, es } = translated(meaning)
    return { en: `\`${scope}\` (${en})`, es: `\`${scope}\` (${es})` }
  }),
  ', ',
)

/** Returns the security schemes for `components`. */
export const securitySchemes = (): Record<(typeof SCHEMES)[number], OpenAPIV3_1.SecuritySchemeObject> => ({
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: inBoth({
      en: `A key that the operator gave you, sent with every request. It may be restricted to scopes: ${scopes.en}. A key without scopes is unrestricted.`,
      es: `Una clave que entrega el operador, enviada en cada consulta. Puede estar restringida a alcances (scopes): ${scopes.es}. Una clave sin alcances no tiene restricciones.`,
    }),
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'API key',
    description: inBoth({
      en: 'The same key, in the header `Authorization: Bearer`, for clients that can only send that header. Send the key in one of the two headers; two different keys are refused.',
      es: 'La misma clave, en el encabezado `Authorization: Bearer`, para los clientes que solo pueden enviar ese encabezado. La clave se envía en uno de los dos encabezados; dos claves distintas se rechazan.',
    }),
  },
})
