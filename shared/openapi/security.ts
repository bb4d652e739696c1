import type { OpenAPIV3_1 } from 'openapi-types'
import { SCOPES } from '../../schemas/catalogs.ts'
import { inBoth, joined, translated } from './bilingual-texts.ts'

/** The name of the security scheme. */
export const API_KEY = 'apiKey'

const scopes = joined(
  Object.entries(SCOPES).map(([scope, opens]) => {
    const { en, es } = translated(opens)
    return { en: `\`${scope}\` (${en})`, es: `\`${scope}\` (${es})` }
  }),
  ', ',
)

/** Returns the security schemes for `components`. */
export const securitySchemes = (): Record<string, OpenAPIV3_1.SecuritySchemeObject> => ({
  [API_KEY]: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description: inBoth({
      en: `A key that the operator gave you, sent with every request. It has scopes: ${scopes.en}; a key without any opens everything.`,
      es: `Una clave que entrega el operador, enviada en cada consulta. Tiene alcances (scopes): ${scopes.es}; una clave sin ninguno abre todo.`,
    }),
  },
})
