import type { OpenAPIV3_1 } from 'openapi-types'
import type { Bilingual } from '../../schemas/bilingual.ts'
import { type Operation, operations } from '../../schemas/operations.ts'
import type { Config } from '../platform/config.ts'
import { VERSION } from '../platform/version.ts'
import { inBoth, inLanguage } from './bilingual-texts.ts'
import { componentSchemas } from './component-schemas.ts'
import { describeOperation } from './describe-operation.ts'
import { componentHeaders } from './headers.ts'
import { NOTES, TAGS } from './operation-notes.ts'
import { componentParameters } from './parameters.ts'
import { componentResponses } from './responses.ts'
import { securitySchemes } from './security.ts'

/** Returns the OpenAPI 3.1 document of the REST API. */
export const openApiDocument = ({ servers }: { servers: readonly string[] }): OpenAPIV3_1.Document => ({
  openapi: '3.1.1',
  info: {
    title: 'Trademark Read Service',
    version: VERSION,
    summary: 'A read-only API over the trademark register of a national office',
    description: inBoth({
      en: 'Search and list brands, read one in detail, and see how current the data is. Every route under `/v1` needs a key. Changes within `/v1` only add members and codes: ignore members that you do not know, and expect new codes. `HEAD` responds like `GET`, without the body. Instants are RFC 3339 in UTC, days are `YYYY-MM-DD`.',
      es: 'Buscar y listar marcas, leer una en detalle y saber qué tan al día están los datos. Toda ruta bajo `/v1` necesita una clave. Los cambios dentro de `/v1` solo agregan campos y códigos: un cliente debe ignorar los campos que no conoce y admitir códigos nuevos. `HEAD` responde igual que `GET`, sin el cuerpo. Los instantes son RFC 3339 en UTC, los días son `AAAA-MM-DD`.',
    }),
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: servers.map((url) => ({
    url,
    description: inBoth({ en: 'This service.', es: 'Este servicio.' }),
  })),
  tags: Object.entries(TAGS).map(([name, description]) => ({ name, description: inBoth(description) })),
  paths: paths(),
  components: {
    schemas: componentSchemas(),
    headers: componentHeaders(),
    parameters: componentParameters(),
    responses: componentResponses(),
    securitySchemes: securitySchemes(),
  },
})

const all = Object.entries(operations) as [keyof typeof NOTES, Operation][]

function paths(): OpenAPIV3_1.PathsObject {
  const described: OpenAPIV3_1.PathsObject = {}
  for (const [name, operation] of all) {
    described[operation.path] = {
      ...described[operation.path],
      [operation.method.toLowerCase()]: describeOperation(operation, NOTES[name]),
    }
  }
  return described
}

const texts = new Map<string, string>()

/**
 * Returns the document as JSON, with texts in both languages or only in `language`. The server URL in the document is
 * `publicOrigin`, or else the relative URL `/`. The result is cached.
 */
export function openApiText(
  { publicOrigin = '/' }: Pick<Config, 'publicOrigin'>,
  language?: keyof Bilingual,
): string {
  const name = `${publicOrigin} ${language}`
  const text = texts.get(name) ?? JSON.stringify(documentIn(language, publicOrigin), null, 2)
  texts.set(name, text)
  return text
}

const documentIn = (language: keyof Bilingual | undefined, server: string): object => {
  const document = openApiDocument({ servers: [server] })
  return language === undefined ? document : inLanguage(document, language)
}
