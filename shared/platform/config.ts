import { readFileSync } from 'node:fs'
import type { FromSchema } from 'json-schema-to-ts'
import type { Source } from '../../schemas/catalogs.ts'
import { configSchema } from '../../schemas/config.ts'
import type { ErrorDetail } from '../../schemas/error.ts'
import { isLoopback } from './net/loopback.ts'
import { Networks, readNetworks } from './net/networks.ts'
import { readOrigins } from './net/origins.ts'
import { OperatorError } from './operator-error.ts'
import { didYouMean } from './text/did-you-mean.ts'
import { parseTexts, validator } from './validation.ts'

/** The limits of the calls to the portal, and who makes them. */
export interface PortalRateLimit {
  /** Milliseconds from the end of a call to the beginning of the next one. */
  pauseMs: number
  /** Calls of a Chilean day, of all processes together. */
  callsPerDay: number
  /** Applications that one run requests. */
  recordsPerRun: number
  /** A mail address or page at which the office reaches the operator. */
  contact: string | undefined
}

/** The settings of this process, in the types that it works with. */
export interface Config {
  port: number
  host: string
  tls: { certFile: string; keyFile: string } | undefined
  /** The origin under which clients see this service; unset: the address that they connect to. */
  publicOrigin: string | undefined
  /** Other origins whose pages may call it, as browsers write them: `https://app.example`. */
  allowedOrigins: readonly string[]
  /** The proxies in front, which are believed when they tell a client's address. */
  trustedProxies: Networks
  /** Who may read the metrics. */
  metricsNetworks: Networks
  /** Unset: the embedded PostgreSQL under `dataDir`. */
  databaseUrl: string | undefined
  /** The same database behind a pooler, with the login that requests are answered with. */
  databasePoolUrl: string | undefined
  /** A replica of it, for reads of the corpus; unset: all of them go to the database itself. */
  databaseReadUrl: string | undefined
  dataDir: string
  burstPerMinute: number
  monthlyQuota: number
  /**
   * Where the sources are, as the operator wrote it; one that is not there is not configured. The bulletin's may hold
   * `{date}` or `{yyyy}`, `{mm}` and `{dd}`, for the day of an edition. Each may hold a password: not for any log.
   */
  sources: Readonly<Partial<Record<Source, string>>>
  /** When the sources are asked: a cron of five fields, by the clocks of Chile. */
  schedules: Readonly<Record<Source, string>>
  /** How the search portal is treated. */
  portal: PortalRateLimit
  /** What each source may lie behind, in hours. */
  lagHours: Readonly<Record<Source, number>>
  /** Where backups go, and the age public key that they are encrypted to. */
  backup: { target: string; recipient: string } | undefined
  logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent'
  apiKey: string | undefined
  /** Where the operator stands, which npm leaves for the project's folder; unset without npm. */
  calledFrom: string | undefined
}

/** Every variable that is wrong, told at once; a process that meets it ends with exit code 2. */
export class ConfigError extends OperatorError {
  override name = 'ConfigError'
  override readonly exitCode = 2
}

type Environment = Readonly<Record<string, string | undefined>>

type Variables = FromSchema<typeof configSchema>

let current: Config | undefined

/** The settings of the environment that the process was started with; read once. */
export const config = (): Config => {
  current ??= readConfig(process.env)
  return current
}

/** Whether npm started this process; known also where the settings are wrong. */
export const isRunByNpm = (): boolean => process.env.INIT_CWD !== undefined

/**
 * Settings from an environment. A variable that is set to nothing counts as not set.
 *
 * @throws ConfigError naming every variable that is wrong, and its value unless it may hold a secret.
 */
export function readConfig(environment: Environment): Config {
  const { texts, mistakes } = withSecrets(known(environment))
  const given = parseTexts(configSchema, texts)
  const variables = { ...DEFAULTS, ...given }
  const problems = [
    ...mistakes,
    ...validator(schemaOf(Object.keys(given)))(given),
    ...rudenesses(variables as Variables),
    ...replicaOfNothing(variables as Variables),
  ]
  if (problems.length > 0) {
    const lines = problems.map(
      ({ field, reason }) => `  ${field} ${meaning(field, reason)}${written(environment, field)}`,
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

/**
 * The schema without the variables that are not set: to compile all of them takes a function on AWS Lambda a tenth of
 * its first event, and it has few of them. The tests hold the defaults to their own rules.
 */
const schemaOf = (names: readonly string[]): object => ({
  ...configSchema,
  properties: Object.fromEntries(
    Object.entries(configSchema.properties).filter(([name]) => names.includes(name)),
  ),
})

/** A name that only differs by a typing error from one that is read; shorter ones may be anybody's. */
const FEWEST_LETTERS = 8
const MOST_MISTAKES = 2

/** Variables that nobody reads, and those that were most likely meant. */
export const mistypedSettings = (
  environment: Environment = process.env,
): { typed: string; meant: string }[] => {
  const names = Object.keys(configSchema.properties)
  return Object.keys(environment)
    .filter((typed) => typed.length >= FEWEST_LETTERS && !names.includes(typed))
    .flatMap((typed) => {
      const meant = didYouMean(typed, names, MOST_MISTAKES)
      return meant === undefined ? [] : [{ typed, meant }]
    })
}

function known(environment: Environment): Record<string, string> {
  const names = Object.keys(configSchema.properties)
  return Object.fromEntries(names.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])))
}

/** Seconds below which no office is called again. */
const SHORTEST_PAUSE = 3

/** What an office ought not to be done to, whose portal is somebody else's machine; one on this machine is not. */
function rudenesses({ PORTAL_URL, PORTAL_CONTACT, PORTAL_PAUSE_SECONDS }: Variables): ErrorDetail[] {
  const portal = URL.parse(PORTAL_URL ?? '')
  if (portal === null || portal.protocol === 'file:' || isLoopback(portal.hostname)) {
    return []
  }
  return [
    ...(PORTAL_CONTACT === undefined
      ? [
          {
            field: 'PORTAL_CONTACT',
            reason: 'must be set with PORTAL_URL: the office is told whom to turn to',
          },
        ]
      : []),
    ...(PORTAL_PAUSE_SECONDS < SHORTEST_PAUSE
      ? [{ field: 'PORTAL_PAUSE_SECONDS', reason: `must be ${SHORTEST_PAUSE} or more` }]
      : []),
  ]
}

/** The embedded database has no replica. */
const replicaOfNothing = ({
  DATABASE_URL,
  DATABASE_POOL_URL,
  DATABASE_READ_URL,
}: Variables): ErrorDetail[] =>
  DATABASE_READ_URL !== undefined && DATABASE_URL === undefined && DATABASE_POOL_URL === undefined
    ? [
        {
          field: 'DATABASE_READ_URL',
          reason: 'needs DATABASE_URL beside it, whose replica it names: the embedded database has none',
        },
      ]
    : []

const SECRETS = [
  'DATABASE_URL',
  'DATABASE_POOL_URL',
  'DATABASE_READ_URL',
  'SHEETS_URL',
  'BULLETIN_URL',
  'PORTAL_URL',
  'TRADEMARK_API_KEY',
] as const

/** What stands in files instead of the environment, which other programs of the machine may read. */
function withSecrets(given: Record<string, string>) {
  const texts = { ...given }
  const mistakes: ErrorDetail[] = []
  for (const name of SECRETS) {
    const field = `${name}_FILE`
    const file = given[field]
    if (file !== undefined && given[name] !== undefined) {
      mistakes.push({ field, reason: `and ${name} are both set: set one of them` })
    } else if (file !== undefined) {
      const text = readSecret(file)
      texts[name] = text ?? ''
      mistakes.push(...(text ? [] : [{ field, reason: 'names a file that cannot be read, or is empty' }]))
    }
  }
  const texted = Object.entries(texts).filter(([name, text]) => text !== '' || given[name] !== undefined)
  return { texts: Object.fromEntries(texted), mistakes }
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
  publicOrigin: variables.PUBLIC_URL === undefined ? undefined : new URL(variables.PUBLIC_URL).origin,
  allowedOrigins: readOrigins(variables.ALLOWED_ORIGINS ?? '') ?? [],
  trustedProxies: networks(variables.TRUSTED_PROXIES),
  metricsNetworks: networks(variables.METRICS_ALLOWED_NETWORKS),
  databaseUrl: variables.DATABASE_URL,
  databasePoolUrl: variables.DATABASE_POOL_URL,
  databaseReadUrl: variables.DATABASE_READ_URL,
  dataDir: variables.DATA_DIR,
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
  backup:
    variables.BACKUP_TARGET && variables.BACKUP_RECIPIENT
      ? { target: variables.BACKUP_TARGET, recipient: variables.BACKUP_RECIPIENT }
      : undefined,
  logLevel: variables.LOG_LEVEL,
  apiKey: variables.TRADEMARK_API_KEY?.trim(), // it may have been read from a file
  calledFrom: variables.INIT_CWD,
})

/** What was found valid before. */
const networks = (list = ''): Networks => readNetworks(list) ?? new Networks([])

/** A target ought to hold none, and somebody may have written one into it. */
const MAY_HOLD_A_SECRET: ReadonlySet<string> = new Set([...SECRETS, 'BACKUP_TARGET', 'BACKUP_RECIPIENT'])

const meaning = (field: string, reason: string): string =>
  field === 'DATABASE_URL' || field === 'DATABASE_POOL_URL'
    ? `must name ${configSchema.properties[field].description}`
    : reason

const written = (environment: Environment, field: string): string =>
  environment[field] && !MAY_HOLD_A_SECRET.has(field) ? ` (it is "${environment[field]}")` : ''
