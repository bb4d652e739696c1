import type { OpenAPIV3_1 } from 'openapi-types'
import type { Bilingual } from '../../schemas/bilingual.ts'
import { inBoth } from './bilingual-texts.ts'

interface Header {
  readonly description: Bilingual
  readonly schema: object
  readonly example: string | number
}

const text = { type: 'string' } as const

/** The documented headers of responses (docs/decisions.md#requests). */
const HEADERS = {
  'x-request-id': {
    description: {
      en: 'The id of the request in the log of the service: the value of the request header X-Request-Id, or a new id. In an error, error.requestId is the same id. Quote the id when you report a problem.',
      es: 'El identificador de la consulta en la bitácora del servicio: el valor del encabezado X-Request-Id de la consulta, o un identificador nuevo. En un error, error.requestId es el mismo identificador. Debe citarse al reportar un problema.',
    },
    schema: text,
    example: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
  },
  'RateLimit-Policy': {
    description: {
      en: 'The limits of the key: each limit is q requests in w seconds. Sent with every response to a valid key except 503. burst is the limit per minute. month is the monthly quota; its w is the length of the current month in Chile.',
      es: 'Los límites de la clave: cada límite es de q consultas en w segundos. Se envía con toda respuesta a una clave válida salvo 503. burst es el límite por minuto. month es la cuota mensual; su w es la duración del mes en curso en Chile.',
    },
    schema: text,
    example: '"burst";q=100;w=60, "month";q=10000;w=2592000',
  },
  RateLimit: {
    description: {
      en: 'What remains of each limit: r requests in the next t seconds. Sent with every response to a valid key except 503.',
      es: 'Lo que queda de cada límite: r consultas en los próximos t segundos. Se envía con toda respuesta a una clave válida salvo 503.',
    },
    schema: text,
    example: '"burst";r=99;t=60, "month";r=9871;t=777600',
  },
  'Retry-After': {
    description: {
      en: 'Seconds to wait before the next request. With rate_limited: until the burst window ends. With quota_exceeded: until the month ends in Chile. With 503: a short pause.',
      es: 'Segundos de espera antes de la próxima consulta. Con rate_limited: hasta que termina la ventana del límite por minuto. Con quota_exceeded: hasta que termina el mes en Chile. Con 503: una pausa breve.',
    },
    schema: { type: 'integer', minimum: 0 },
    example: 42,
  },
  ETag: {
    description: {
      en: 'Identifies this version of the response. Send it in If-None-Match to check whether the response is still current.',
      es: 'Identifica esta versión de la respuesta. Se envía en If-None-Match para comprobar si la respuesta sigue vigente.',
    },
    schema: text,
    example: 'W/"hoeckdhqiq-KcaktxLfOudO"',
  },
  Link: {
    description: {
      en: 'The address of the next page, as rel="next". The last page has no such address.',
      es: 'La dirección de la página siguiente, como rel="next". La última página no tiene esa dirección.',
    },
    schema: text,
    example:
      '</v1/brands?clase=39&fechaHasta=2016-10-13&limit=1&cursor=MiB2VWFCeGpmbSAyMDE2LTEwLTEzIDExMzI4NTEgcTM1eDZPM00>; rel="next"',
  },
  'Cache-Control': {
    description: {
      en: 'private, no-cache: the client may store the response, but must revalidate it with If-None-Match before each use. no-store: the client must not store the response.',
      es: 'private, no-cache: el cliente puede guardar la respuesta, pero debe revalidarla con If-None-Match antes de cada uso. no-store: el cliente no debe guardar la respuesta.',
    },
    schema: text,
    example: 'private, no-cache',
  },
  Vary: {
    description: {
      en: 'The request headers that the response depends on, such as X-API-Key.',
      es: 'Los encabezados de la consulta de los que depende la respuesta, como X-API-Key.',
    },
    schema: text,
    example: 'X-API-Key, Authorization, Accept-Encoding',
  },
  'Access-Control-Allow-Origin': {
    description: {
      en: 'The origin of the calling page, if the operator allows it; absent otherwise.',
      es: 'El origen de la página que llama, si el operador lo admite; si no, ausente.',
    },
    schema: text,
    example: 'https://app.example',
  },
  'WWW-Authenticate': {
    description: {
      en: 'How to authenticate: with a key, in the header X-API-Key (or as a bearer token).',
      es: 'Cómo autenticarse: con una clave, en el encabezado X-API-Key (o como token Bearer).',
    },
    schema: text,
    example: 'ApiKey',
  },
  Allow: {
    description: {
      en: 'The methods of the path. Sent with 404 if the path is known but the method is not.',
      es: 'Los métodos que admite la dirección. Se envía con 404 si la dirección es conocida pero no admite el método.',
    },
    schema: text,
    example: 'GET, HEAD',
  },
} as const satisfies Record<string, Header>

export type HeaderName = keyof typeof HEADERS

export const EVERY_RESPONSE: readonly HeaderName[] = ['x-request-id', 'Cache-Control', 'Vary']
export const UNDER_V1: readonly HeaderName[] = [...EVERY_RESPONSE, 'Access-Control-Allow-Origin']
/** The headers of responses to a valid key. */
export const WITH_KEY: readonly HeaderName[] = [...UNDER_V1, 'RateLimit-Policy', 'RateLimit']

/** Returns the headers for `components`. */
export const componentHeaders = (): Record<string, OpenAPIV3_1.HeaderObject> =>
  Object.fromEntries(
    Object.entries(HEADERS).map(([name, { description, ...header }]) => [
      name,
      { description: inBoth(description), ...header } as OpenAPIV3_1.HeaderObject,
    ]),
  )

/** Returns references to headers for a response. */
export const headersOf = (names: readonly HeaderName[]): Record<string, OpenAPIV3_1.ReferenceObject> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
