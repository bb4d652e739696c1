import { fileURLToPath } from 'node:url'
import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import { fullFormats } from 'ajv-formats/dist/formats.js'
import type { ErrorDetail } from '../../schemas/error.ts'
import { SYNONYMS } from '../../schemas/synonyms.ts'
import { isContact } from './contact.ts'
import { readNetworks } from './net/networks.ts'
import { isHttpUrl, readOrigin, readOrigins } from './net/origins.ts'
import { didYouMean, letters } from './text/did-you-mean.ts'
import { isCron } from './time/cron.ts'
import { isDay } from './time/day.ts'

/** A JSON Schema (2020-12) of an object, as in `schemas/`. */
interface ObjectSchema {
  readonly type: 'object'
  readonly properties: Readonly<Record<string, PropertySchema>>
}

interface PropertySchema {
  readonly type?: unknown
  readonly anyOf?: unknown
  readonly items?: object
}

/** Returns the mistakes in a value. */
export type Validate = (value: unknown) => ErrorDetail[]

const ajv = new Ajv2020({
  // The tests check the schemas. Here, this check would double the compilation time.
  meta: false,
  validateSchema: false,
  allErrors: true,
  useDefaults: true,
  strict: true,
  allowUnionTypes: true,
  verbose: true, // an error then contains the value and the schema
})
const rfc3339 = fullFormats['date-time'] as { validate(text: string): boolean }
// PostgreSQL has no year 0, and no offset of 16 hours or more.
ajv.addFormat('date-time', (text) => rfc3339.validate(text) && !/^0000|[+-](?:1[6-9]|2\d):\d\d$/.test(text))
ajv.addFormat('date', isDay)
ajv.addFormat('origin', (text) => readOrigin(text) !== null)
ajv.addFormat('origins', (text) => readOrigins(text) !== null)
ajv.addFormat('networks', (text) => readNetworks(text) !== null)
ajv.addFormat('postgres-url', (text) => /^postgres(ql)?:\/\//.test(text) && URL.canParse(text))

ajv.addFormat('source-url', (text) => isSourceUrl(text))
ajv.addFormat('bulletin-url', isBulletinUrl)
ajv.addFormat('record-url', /^https?:\/\/[^\s"<>{}]+\{nroSolicitud\}[^\s"<>{}]*$/)
ajv.addFormat('contact', isContact)
ajv.addFormat('cron', isCron)
// The code in shared/backup checks these three settings in detail.
ajv.addFormat('backup-target', /^(?:file:\/\/)?\/|^s3:\/\/\S+$/)
ajv.addFormat('age-recipient', /^age1[02-9ac-hj-np-z]{58}$/)
ajv.addFormat('backup-signing-key', /^tms_[\w-]{52}$/)

/** Returns whether a text is an instant in RFC 3339, with an offset. */
export const isInstant: (text: unknown) => boolean = ajv.compile({ type: 'string', format: 'date-time' })

const MAX_MISTAKES = 20
const MAX_FIELD_LENGTH = 100

/** Compiles a schema. The returned function fills in defaults, and returns at most MAX_MISTAKES mistakes. */
export function validator(schema: object): Validate {
  const check = ajv.compile(schema)
  return (value) =>
    check(value) ? [] : (check.errors ?? []).slice(0, MAX_MISTAKES).map((error) => describe(error, value))
}

/**
 * Parses texts, such as the values of a query string, by the types of a schema. A text that does not fit its type stays a
 * text, so that the validation rejects it.
 *
 * - An integer may have leading zeros, because the office writes class 5 as 05.
 * - Commas separate the items of an array.
 */
export const parseTexts = (
  { properties }: ObjectSchema,
  texts: Readonly<Record<string, string>>,
): Record<string, unknown> =>
  Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, parseText(properties[name], text)]))

function parseText(schema: PropertySchema | undefined, text: string): unknown {
  switch (schema?.type) {
    case 'integer':
      return /^-?\d+$/.test(text) ? Number(text) : text
    case 'boolean':
      return text === 'true' || (text === 'false' ? false : text)
    case 'array': {
      const items = text.split(',')
      return items.includes('') ? text : items.map((item) => parseText(schema.items, item))
    }
    default:
      return text
  }
}

function describe(error: ErrorObject, value: unknown): ErrorDetail {
  const { params } = error
  const path = error.instancePath.slice(1)
  const [, list, item] = /^([^/]*)\/(\d+)$/.exec(path) ?? []
  const field = shortened(params.missingProperty ?? params.additionalProperty ?? list ?? path)
  const rule =
    REASONS[error.keyword]?.(params, (error.parentSchema ?? {}) as Bounds) ?? error.message ?? 'is not valid'
  const reason =
    item === undefined || isSingleValue(value, list ?? '', error) ? rule : `item ${Number(item) + 1} ${rule}`
  const choice = CHOICES[error.keyword]?.(error)
  if (choice === undefined || choice.allowed.length === 0) {
    return { field, reason }
  }
  const meant =
    didYouMean(choice.written, choice.allowed) ??
    (error.keyword === 'additionalProperties' ? synonymOf(choice.written, choice.allowed) : undefined)
  return meant === undefined
    ? { field, reason, allowed: choice.allowed }
    : { field, reason: `${reason}; did you mean ${meant}?`, allowed: choice.allowed, didYouMean: meant }
}

const synonymOf = (written: string, allowed: readonly string[]): string | undefined =>
  allowed.find((name) => SYNONYMS[name]?.includes(letters(written)))

const isSingleValue = (value: unknown, list: string, { parentSchema }: ErrorObject): boolean =>
  ['string', 'integer'].includes(parentSchema?.type) &&
  (value as Readonly<Record<string, unknown[]>>)[list]?.length === 1

const shortened = (name: string): string =>
  name.length <= MAX_FIELD_LENGTH ? name : `${name.slice(0, MAX_FIELD_LENGTH).toWellFormed()}…`

const isSourceUrl = (text: string): boolean =>
  !/[{}]/.test(text) && (isHttpUrl(text) || (/^file:\/\//i.test(text) && isFileUrl(text)))

function isFileUrl(text: string): boolean {
  try {
    return fileURLToPath(text) !== ''
  } catch {
    return false // for example, the URL has a host name
  }
}

/** Accepts an address without placeholders, with `{date}`, or with all of `{yyyy}`, `{mm}` and `{dd}`. */
function isBulletinUrl(text: string): boolean {
  const parts = ['{yyyy}', '{mm}', '{dd}'].filter((part) => text.includes(part))
  const filled = text.replaceAll(/\{(?:date|yyyy|mm|dd)\}/g, '1')
  return (parts.length === 0 || parts.length === 3) && isSourceUrl(filled)
}

/** By JSON Schema keyword: returns the rejected text (a value or a property name) and the texts that the schema allows. */
const CHOICES: Readonly<Record<string, (error: ErrorObject) => { written: string; allowed: string[] }>> = {
  enum: ({ data, params }) => ({
    written: typeof data === 'string' ? data : '',
    allowed: params.allowedValues,
  }),
  additionalProperties: ({ params, parentSchema }) => ({
    written: params.additionalProperty,
    allowed: Object.keys(parentSchema?.properties ?? {}),
  }),
}

type Params = ErrorObject['params']
type Bounds = { minimum?: number; maximum?: number }

/** The words after "must be" in a message, by JSON Schema type. */
const KINDS: Readonly<Record<string, string>> = {
  integer: 'a whole number',
  string: 'a string',
  boolean: 'true or false',
  array: 'a list without empty items; in a query string, commas separate the items',
}
/** The words after "must" in the message for a wrong format. */
const FORMS: Readonly<Record<string, string>> = {
  date: 'be a day of the calendar, as YYYY-MM-DD',
  'date-time': 'be an instant with an offset, such as 2026-11-02T00:00:00-03:00',
  'backup-target': 'be file:///folder or s3://bucket/prefix',
  'age-recipient': 'be a public key as age-keygen prints it (age1…), not the secret key',
  'backup-signing-key': 'be the signing key as "npm run backup -- init" prints it: tms_…',
  'postgres-url': 'be an address such as postgres://user:password@db.example/marks',
  origin:
    'be an address such as https://marks.example, without user, path, query and fragment: the service cannot run under a path',
  'source-url':
    'be an address such as https://office.example/sheets or file:///srv/sheets, without placeholders in braces',
  'bulletin-url':
    'be an address such as https://office.example/editions or file:///srv/editions; for the day of an edition, write ' +
    '{date} (YYYY-MM-DD) or {yyyy}, {mm} and {dd} in its path or query',
  'record-url': 'be an address such as https://office.example/marks?number={nroSolicitud}',
  contact:
    'be a mail address or the URL of a page, in ASCII and without brackets, such as trademarks@example.com or https://example.com/robot',
  cron: 'be a cron expression of five fields (minute, hour, day, month, weekday) that matches a future time, such as "30 6 * * *"',
  networks:
    'be IP addresses or networks such as 10.0.0.7 or 10.0.0.0/8, separated by commas; host names are not resolved',
  origins: 'be addresses without a path, such as https://app.example, separated by commas',
}
const characters = (limit: number): string => (limit === 1 ? '1 character' : `${limit} characters`)
const items = (limit: number): string => (limit === 1 ? '1 item' : `${limit} items`)
const range = ({ minimum, maximum }: Bounds): string =>
  minimum === undefined || maximum === undefined ? '' : ` from ${minimum} to ${maximum}`
const mustBe = (type: string, schema: Bounds): string => `must be ${KINDS[type] ?? type}${range(schema)}`

const REASONS: Readonly<Record<string, (params: Params, schema: Bounds) => string>> = {
  required: () => 'is required',
  dependentRequired: ({ property }) => `is required together with ${property}`,
  additionalProperties: () => 'is not a parameter of this operation',
  type: ({ type }, schema) => mustBe(type, schema),
  format: ({ format }) => `must ${FORMS[format] ?? `match format "${format}"`}`,
  minimum: ({ limit }, schema) =>
    range(schema) === '' ? `must be at least ${limit}` : mustBe('integer', schema),
  maximum: ({ limit }, schema) =>
    range(schema) === '' ? `must be at most ${limit}` : mustBe('integer', schema),
  minLength: ({ limit }) => (limit === 1 ? 'must not be empty' : `must have at least ${characters(limit)}`),
  minItems: ({ limit }) => `must have at least ${items(limit)}`,
  maxItems: ({ limit }) => `must have at most ${items(limit)}`,
  uniqueItems: () => 'must not repeat an item',
  maxLength: ({ limit }) => `must have at most ${characters(limit)}`,
  enum: ({ allowedValues }) => `must be one of ${allowedValues.join(', ')}`,
}
