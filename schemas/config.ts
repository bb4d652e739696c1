/**
 * When the sources are asked unless the operator says otherwise, by the clocks of Chile: as a cron of five fields, and
 * as AWS writes the same times. The bulletin is published about 08:00 to 09:00, and asked for until it is there.
 */
export const DEFAULT_SCHEDULES = {
  sheets: { cron: '30 6 * * *', aws: 'cron(30 6 * * ? *)' },
  bulletin: { cron: '30 9-17 * * 1-5', aws: 'cron(30 9-17 ? * MON-FRI *)' },
  portal: { cron: '*/15 * * * *', aws: 'cron(0/15 * * * ? *)' },
} as const

/**
 * When backups are made, where a target is configured. Changes of keys cannot be repeated, so keys are saved often; the
 * next runs restore most of the corpus.
 */
export const BACKUP_SCHEDULES = {
  keys: { cron: '*/5 * * * *', aws: 'cron(0/5 * * * ? *)' },
  corpus: { cron: '15 3 * * *', aws: 'cron(15 3 * * ? *)' },
} as const

/** Hours without a comparison of the source with the corpus after which it is reported as stale. */
const lagHours = { type: 'integer', minimum: 1, maximum: 8_760 } as const

const inAFile = {
  type: 'string',
  description: 'a file that holds the value of the variable without _FILE, which may be a secret',
} as const

/** The environment variables that this service reads: their forms, defaults and meanings. */
export const configSchema = {
  type: 'object',
  properties: {
    PORT: { type: 'integer', minimum: 0, maximum: 65535, default: 8080 },
    HOST: { type: 'string', minLength: 1, default: '127.0.0.1' },
    TLS_CERT_FILE: { type: 'string', description: 'PEM; HTTPS by itself, reloaded when it is renewed' },
    TLS_KEY_FILE: { type: 'string', description: 'PEM' },
    PUBLIC_URL: {
      type: 'string',
      format: 'origin',
      description: 'the address that clients see, if it is not the address that this process listens on',
    },
    ALLOWED_ORIGINS: {
      type: 'string',
      format: 'origins',
      description:
        'origins besides our own whose pages may call /v1 and /mcp and read the answers, with commas between them',
    },
    TRUSTED_PROXIES: {
      type: 'string',
      format: 'networks',
      description: 'addresses or networks of the proxies in front, whose X-Forwarded-For is believed',
    },
    CONNECTIONS_PER_CLIENT: {
      type: 'integer',
      minimum: 1,
      maximum: 2_000,
      default: 500,
      description: 'connections that one address may have open; an IPv6 /64 counts as one address',
    },
    METRICS_ALLOWED_NETWORKS: {
      type: 'string',
      format: 'networks',
      default: '127.0.0.0/8,::1,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7',
      description: 'addresses or networks that /metrics answers to: loopback and private ones by default',
    },
    DATABASE_URL: {
      type: 'string',
      format: 'postgres-url',
      description: 'a PostgreSQL 15 or newer, as postgres://…; without it, an embedded one',
    },
    DATABASE_SERVE_URL: {
      type: 'string',
      format: 'postgres-url',
      description:
        'the same database with the login that answers requests: a member of trademark_serve alone',
    },
    DATABASE_POOL_URL: {
      type: 'string',
      format: 'postgres-url',
      description:
        'the same database behind a pooler that takes no settings with a connection (RDS Proxy, PgBouncer), with a login of its own: requests are answered through it',
    },
    DATABASE_INGEST_URL: {
      type: 'string',
      format: 'postgres-url',
      description:
        'the same database with the login that runs write with: a member of trademark_ingest alone',
    },
    DATABASE_READ_URL: {
      type: 'string',
      format: 'postgres-url',
      description: 'a streaming replica of it, as postgres://…, that reads of the corpus may go to',
    },
    DATA_DIR: { type: 'string', minLength: 1, default: '.data' },
    POSTGRES_BIN: {
      type: 'string',
      minLength: 1,
      description:
        'the folder of postgres and initdb, 17 or newer, that run the database in DATA_DIR; without it, those that npm installed',
    },
    BURST_PER_MINUTE: { type: 'integer', minimum: 1, maximum: 1_000_000, default: 100 },
    DEFAULT_MONTHLY_QUOTA: { type: 'integer', minimum: 0, maximum: 1_000_000_000_000, default: 10_000 },
    SHEETS_URL: {
      type: 'string',
      format: 'source-url',
      description: 'where the office publishes its sheets: a sheet, or a page that lists them',
    },
    BULLETIN_URL: {
      type: 'string',
      format: 'bulletin-url',
      description:
        'where the office publishes its bulletin: a page that lists editions, or an address made of the day',
    },
    PORTAL_URL: {
      type: 'string',
      format: 'source-url',
      description:
        "the page of the office's search portal; the operator must have the office's leave to ask it",
    },
    PORTAL_CONTACT: {
      type: 'string',
      format: 'contact',
      description:
        'a mail address or a page, sent to the portal with every call, as a contact for its operators',
    },
    OFFICE_RECORD_URL: {
      type: 'string',
      format: 'record-url',
      description: "where people find a mark's record at the office, with {nroSolicitud} for its number",
    },
    PORTAL_PAUSE_SECONDS: {
      type: 'integer',
      minimum: 0,
      maximum: 600,
      default: 3,
      description:
        'from the end of a call to the portal to the beginning of the next one: 3 or more, except for a portal on this machine',
    },
    PORTAL_CALLS_PER_DAY: {
      type: 'integer',
      minimum: 1,
      maximum: 28_800,
      default: 5_000,
      description: 'calls to the portal on a day of Chile, of all processes together',
    },
    PORTAL_RECORDS_PER_RUN: {
      type: 'integer',
      minimum: 1,
      maximum: 1_000,
      default: 50,
      description:
        'applications that one run asks the portal for; with two calls more, all runs of a day fit into its calls',
    },
    SHEETS_SCHEDULE: {
      type: 'string',
      format: 'cron',
      default: DEFAULT_SCHEDULES.sheets.cron,
      description: 'cron of five fields, America/Santiago',
    },
    BULLETIN_SCHEDULE: {
      type: 'string',
      format: 'cron',
      default: DEFAULT_SCHEDULES.bulletin.cron,
      description:
        'cron of five fields, America/Santiago; of its times, those on days on which the bulletin appears',
    },
    PORTAL_SCHEDULE: {
      type: 'string',
      format: 'cron',
      default: DEFAULT_SCHEDULES.portal.cron,
      description: 'cron of five fields, America/Santiago',
    },
    SHEETS_LAG_HOURS: {
      ...lagHours,
      default: 48,
      description: 'two runs of a daily source: one may be late or skipped, the second one raises the alarm',
    },
    BULLETIN_LAG_HOURS: {
      ...lagHours,
      default: 24,
      description: 'one edition of a source that appears on working days: each carries deadlines of its own',
    },
    PORTAL_LAG_HOURS: {
      ...lagHours,
      default: 6,
      description: 'a source that changes all day: late by most of a working day is late',
    },
    CHANGES_KEPT_DAYS: {
      type: 'integer',
      minimum: 1,
      maximum: 3_650,
      default: 400,
      description: 'days after which a change of a mark leaves /v1/changes',
    },
    BACKUP_TARGET: {
      type: 'string',
      format: 'backup-target',
      description: 'where backups go: file:///folder, s3://bucket/prefix or ssh://user@host/folder',
    },
    BACKUP_RECIPIENT: {
      type: 'string',
      format: 'age-recipient',
      description: 'the age public key that backups are encrypted to; its secret half is kept elsewhere',
    },
    BACKUP_SIGNING_KEY: {
      type: 'string',
      format: 'backup-signing-key',
      description: 'the secret that backups are signed with, from the same secret key as BACKUP_RECIPIENT',
    },
    LOG_LEVEL: { type: 'string', enum: ['debug', 'info', 'warn', 'error', 'silent'], default: 'info' },
    INIT_CWD: { type: 'string', description: 'where npm was called, set by npm itself' },
    TRADEMARK_API_KEY: { type: 'string', description: 'the key for npm run mcp and npm run invoke' },
    DATABASE_URL_FILE: inAFile,
    DATABASE_SERVE_URL_FILE: inAFile,
    DATABASE_POOL_URL_FILE: inAFile,
    DATABASE_INGEST_URL_FILE: inAFile,
    DATABASE_READ_URL_FILE: inAFile,
    SHEETS_URL_FILE: inAFile,
    BULLETIN_URL_FILE: inAFile,
    PORTAL_URL_FILE: inAFile,
    BACKUP_SIGNING_KEY_FILE: inAFile,
    TRADEMARK_API_KEY_FILE: inAFile,
  },
  dependentRequired: {
    TLS_CERT_FILE: ['TLS_KEY_FILE'],
    TLS_KEY_FILE: ['TLS_CERT_FILE'],
    BACKUP_TARGET: ['BACKUP_RECIPIENT', 'BACKUP_SIGNING_KEY'],
    BACKUP_RECIPIENT: ['BACKUP_TARGET'],
    BACKUP_SIGNING_KEY: ['BACKUP_TARGET'],
  },
} as const
