import { readFileSync } from 'node:fs'
import type { FromSchema } from 'json-schema-to-ts'
import type { Source } from '../../schemas/catalogs.ts'
import { configSchema } from '../../schemas/config.ts'
import type { ErrorDetail } from '../../schemas/error.ts'
import { isLoopback } from './net/loopback.ts'
import { Networks, readNetworks } from './net/networks.ts'
import { readOrigin, readOrigins } from './net/origins.ts'
import { OperatorError } from './operator-error.ts'
import { didYouMean } from './text/did-you-mean.ts'
import { parseTexts, validator } from './validation.ts'

export interface PortalRateLimit {
  /** Milliseconds between the end of a request and the start of the next one. */
  pauseMs: number
  /** The maximum number of requests per Chilean day, counted over all processes. */
  callsPerDay: number
  recordsPerRun: number
  /** The mail address or web page of the operator, for questions of the trademark office. */
  contact: string | undefined
}

export interface Config {
  port: number
  host: string
  tls: { certFile: string; keyFile: string } | undefined
  /** The public origin of this service; by default, the address to which clients connect. */
  publicOrigin: string | undefined
  /** The URL of a mark on the website of the office, with the placeholder `{nroSolicitud}`. */
  officeRecordUrl: string | undefined
  /** Other origins whose pages may call this service, such as `https://app.example`. */
  allowedOrigins: readonly string[]
  /** The proxies whose `X-Forwarded-For` is trusted. */
  trustedProxies: Networks
  connectionsPerClient: number
  metricsNetworks: Networks
  /** If unset, the service uses the embedded PostgreSQL under `dataDir`. */
  databaseUrl: string | undefined
  /** The database URL with the login for answering requests. */
  databaseServeUrl: string | undefined
  /** The URL of the pooler with the login for answering requests. */
  databasePoolUrl: string | undefined
  /** The database URL with the login for writing the corpus. */
  databaseIngestUrl: string | undefined
  dataDir: string
  /** The folder with the programs postgres and initdb; by default, the PostgreSQL that npm installed is used. */
  postgresBin: string | undefined
  burstPerMinute: number
  monthlyQuota: number
  /** The URLs of the sources. Never log a URL, because it may contain a password. */
  sources: Readonly<Partial<Record<Source, string>>>
  /** Cron expressions of five fields, in Chilean time. */
  schedules: Readonly<Record<Source, string>>
  portal: PortalRateLimit
  /** The hours of lag after which a source is stale. */
  lagHours: Readonly<Record<Source, number>>
  /** The age in days at which a change is deleted from the changes feed. */
  changesKeptDays: number
  /** `recipient` is the public key with which age encrypts backups. `signingKey` is the secret key that signs backups. */
  backup: { target: string; recipient: string; signingKey: string } | undefined
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  apiKey: string | undefined
  /** The folder in which the operator called npm; unset without npm. */
  calledFrom: string | undefined
}

/** The message lists every invalid variable. */
export class ConfigError extends OperatorError {
  override name = 'ConfigError'
  override readonly exitCode = 2
}

type Environment = Readonly<Record<string, string | undefined>>

type Variables = FromSchema<typeof configSchema>

let current: Config | undefined

/** Returns the settings. Reads the environment only once. */
export const config = (): Config => {
  current ??= readConfig(process.env)
  return current
}

/** Returns the folder in which the operator called npm or Node, even if the settings are not valid. */
export const operatorFolder = (): string => process.env.INIT_CWD ?? '.'

export const isRunByNpm = (): boolean => process.env.INIT_CWD !== undefined

/** Returns the environment for a child process. Node may need LD_LIBRARY_PATH on AWS Lambda. */
export const nodeEnvironment = (): NodeJS.ProcessEnv => ({ LD_LIBRARY_PATH: process.env.LD_LIBRARY_PATH })

/**
 * Parses the settings of an environment. An empty variable counts as unset.
 *
 * @throws ConfigError. The message contains no secrets.
 */
export function readConfig(environment: Environment): Config {
  const { texts, mistakes } = withSecrets(known(environment))
  const given = parseTexts(configSchema, texts)
  const variables = { ...DEFAULTS, ...given }
  const problems = [
    ...mistakes,
    ...validator(schemaOf(Object.keys(given)))(given),
    ...portalProblems(variables as Variables),
    ...loginProblems(variables as Variables),
  ]
  if (problems.length > 0) {
    const lines = problems.map(
      ({ field, reason }) => `  ${field} ${requirement(field, reason)}${givenValue(environment, field)}`,
    )
    throw new ConfigError(`These settings are not valid:\n${lines.join('\n')}`)
  }
  return toConfig(variables as Variables)
}

const DEFAULTS = Object.fromEntries(
  Object.entries(configSchema.properties).flatMap(([name, property]) =>
    'default' in property ? [[name, property.default]] : [],
  ),
)

/** Returns the schema of only the given settings. Compiling the whole schema would delay the start on AWS Lambda. */
const schemaOf = (names: readonly string[]): object => ({
  ...configSchema,
  properties: Object.fromEntries(
    Object.entries(configSchema.properties).filter(([name]) => names.includes(name)),
  ),
})

/** Shorter names are not checked for typing errors. */
const MIN_LETTERS = 8
const MAX_MISTAKES = 2
/** Variables of OpenSSL. They are not typing errors, although `SSL_CERT_FILE` resembles the setting `TLS_CERT_FILE`. */
const OF_OPENSSL: ReadonlySet<string> = new Set(['SSL_CERT_FILE', 'SSL_CERT_DIR'])

/** Returns each unknown variable whose name (`typed`) resembles a setting (`meant`). */
export const mistypedSettings = (
  environment: Environment = process.env,
): { typed: string; meant: string }[] => {
  const names = Object.keys(configSchema.properties)
  return Object.keys(environment)
    .filter((typed) => typed.length >= MIN_LETTERS && !names.includes(typed) && !OF_OPENSSL.has(typed))
    .flatMap((typed) => {
      const meant = didYouMean(typed, names, MAX_MISTAKES)
      return meant === undefined ? [] : [{ typed, meant }]
    })
}

/** Returns the folder of the embedded database; undefined if the settings name another database server. */
export const embeddedDataFolder = ({ databaseUrl, databasePoolUrl, dataDir }: Config): string | undefined =>
  databaseUrl === undefined && databasePoolUrl === undefined ? dataDir : undefined

export interface Variable {
  name: string
  value: string
}

/** Returns the variables that set the database URLs. `PASSWORD` replaces each password. */
export const databaseVariables = (environment: Environment = process.env): Variable[] =>
  (['DATABASE_URL', 'DATABASE_SERVE_URL', 'DATABASE_POOL_URL', 'DATABASE_INGEST_URL'] as const).flatMap(
    (setting) => {
      const [address, file] = [environment[setting], environment[`${setting}_FILE`]]
      return address
        ? [{ name: setting, value: maskPassword(address) }]
        : file
          ? [{ name: `${setting}_FILE`, value: file }]
          : []
    },
  )

function maskPassword(address: string): string {
  const url = new URL(address)
  if (url.password !== '') {
    url.password = 'PASSWORD'
  }
  if (url.searchParams.has('password')) {
    url.searchParams.set('password', 'PASSWORD')
  }
  return url.href
}

function known(environment: Environment): Record<string, string> {
  const names = Object.keys(configSchema.properties)
  return Object.fromEntries(names.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])))
}

const MIN_PAUSE_SECONDS = 3

function portalProblems({ PORTAL_URL, PORTAL_CONTACT, PORTAL_PAUSE_SECONDS }: Variables): ErrorDetail[] {
  const portal = URL.parse(PORTAL_URL ?? '')
  if (portal === null || portal.protocol === 'file:' || isLoopback(portal.hostname)) {
    return []
  }
  return [
    ...(PORTAL_CONTACT === undefined
      ? [
          {
            field: 'PORTAL_CONTACT',
            reason: 'must be set with PORTAL_URL: the office needs a contact for questions',
          },
        ]
      : []),
    ...(PORTAL_PAUSE_SECONDS < MIN_PAUSE_SECONDS
      ? [{ field: 'PORTAL_PAUSE_SECONDS', reason: `must be ${MIN_PAUSE_SECONDS} or more` }]
      : []),
  ]
}

const loginProblems = ({ DATABASE_SERVE_URL, DATABASE_POOL_URL }: Variables): ErrorDetail[] =>
  DATABASE_SERVE_URL !== undefined && DATABASE_POOL_URL !== undefined
    ? [
        {
          field: 'DATABASE_SERVE_URL',
          reason: 'conflicts with DATABASE_POOL_URL: with a pooler, set only DATABASE_POOL_URL',
        },
      ]
    : []

const SECRETS = [
  'DATABASE_URL',
  'DATABASE_SERVE_URL',
  'DATABASE_POOL_URL',
  'DATABASE_INGEST_URL',
  'SHEETS_URL',
  'BULLETIN_URL',
  'PORTAL_URL',
  'BACKUP_SIGNING_KEY',
  'TRADEMARK_API_KEY',
] as const

function withSecrets(given: Record<string, string>) {
  const texts = { ...given }
  const mistakes: ErrorDetail[] = []
  for (const name of SECRETS) {
    const field = `${name}_FILE`
    const file = given[field]
    if (file !== undefined && given[name] !== undefined) {
      mistakes.push({ field, reason: `conflicts with ${name}: set only one of them` })
    } else if (file !== undefined) {
      const text = readSecret(file)
      texts[name] = text ?? ''
      mistakes.push(...(text ? [] : [{ field, reason: 'names a file that is empty or cannot be read' }]))
    }
  }
  const present = Object.entries(texts).filter(([name, text]) => text !== '' || given[name] !== undefined)
  return { texts: Object.fromEntries(present), mistakes }
}

function readSecret(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8').trim()
  } catch {
    return undefined
  }
}

const toConfig = (variables: Variables): Config => ({
  port: variables.PORT,
  host: variables.HOST,
  tls:
    variables.TLS_CERT_FILE && variables.TLS_KEY_FILE
      ? { certFile: variables.TLS_CERT_FILE, keyFile: variables.TLS_KEY_FILE }
      : undefined,
  publicOrigin: readOrigin(variables.PUBLIC_URL ?? '') ?? undefined,
  officeRecordUrl: variables.OFFICE_RECORD_URL,
  allowedOrigins: readOrigins(variables.ALLOWED_ORIGINS ?? '') ?? [],
  trustedProxies: networks(variables.TRUSTED_PROXIES),
  connectionsPerClient: variables.CONNECTIONS_PER_CLIENT,
  metricsNetworks: networks(variables.METRICS_ALLOWED_NETWORKS),
  databaseUrl: variables.DATABASE_URL,
  databaseServeUrl: variables.DATABASE_SERVE_URL,
  databasePoolUrl: variables.DATABASE_POOL_URL,
  databaseIngestUrl: variables.DATABASE_INGEST_URL,
  dataDir: variables.DATA_DIR,
  postgresBin: variables.POSTGRES_BIN,
  burstPerMinute: variables.BURST_PER_MINUTE,
  monthlyQuota: variables.DEFAULT_MONTHLY_QUOTA,
  sources: {
    ...(variables.SHEETS_URL === undefined ? {} : { sheets: variables.SHEETS_URL }),
    ...(variables.BULLETIN_URL === undefined ? {} : { bulletin: variables.BULLETIN_URL }),
    ...(variables.PORTAL_URL === undefined ? {} : { portal: variables.PORTAL_URL }),
  },
  schedules: {
    sheets: variables.SHEETS_SCHEDULE,
    bulletin: variables.BULLETIN_SCHEDULE,
    portal: variables.PORTAL_SCHEDULE,
  },
  portal: {
    contact: variables.PORTAL_CONTACT,
    pauseMs: variables.PORTAL_PAUSE_SECONDS * 1_000,
    callsPerDay: variables.PORTAL_CALLS_PER_DAY,
    recordsPerRun: variables.PORTAL_RECORDS_PER_RUN,
  },
  lagHours: {
    sheets: variables.SHEETS_LAG_HOURS,
    bulletin: variables.BULLETIN_LAG_HOURS,
    portal: variables.PORTAL_LAG_HOURS,
  },
  changesKeptDays: variables.CHANGES_KEPT_DAYS,
  backup:
    variables.BACKUP_TARGET && variables.BACKUP_RECIPIENT && variables.BACKUP_SIGNING_KEY
      ? {
          target: variables.BACKUP_TARGET,
          recipient: variables.BACKUP_RECIPIENT,
          signingKey: variables.BACKUP_SIGNING_KEY,
        }
      : undefined,
  logLevel: variables.LOG_LEVEL,
  apiKey: variables.TRADEMARK_API_KEY?.trim(),
  calledFrom: variables.INIT_CWD,
})

/** Parses a list that is already validated. */
const networks = (list = ''): Networks => readNetworks(list) ?? new Networks([])

/** Error messages must not quote the values of these settings. */
const MAY_HOLD_A_SECRET: ReadonlySet<string> = new Set([
  ...SECRETS,
  'PUBLIC_URL',
  'BACKUP_TARGET',
  'BACKUP_RECIPIENT',
])

const requirement = (field: string, reason: string): string =>
  field === 'DATABASE_URL' || field === 'DATABASE_POOL_URL'
    ? `must name ${configSchema.properties[field].description}`
    : field === 'BACKUP_SIGNING_KEY' && reason.startsWith('is required')
      ? `${reason}: "npm run backup -- init --identity FILE" prints the signing key for an existing secret key`
      : reason

const givenValue = (environment: Environment, field: string): string =>
  environment[field] && !MAY_HOLD_A_SECRET.has(field) ? ` (it is "${environment[field]}")` : ''
