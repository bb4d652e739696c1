/**
 * The default schedules of the sources in Chilean time, as cron expressions and in the syntax of AWS. The office publishes the
 * bulletin between about 08:00 and 09:00. Runs request the bulletin every hour until it is available.
 */
export const DEFAULT_SCHEDULES = {
  sheets: { cron: '30 6 * * *', aws: 'cron(30 6 * * ? *)' },
  bulletin: { cron: '30 9-17 * * 1-5', aws: 'cron(30 9-17 ? * MON-FRI *)' },
  portal: { cron: '*/15 * * * *', aws: 'cron(0/15 * * * ? *)' },
} as const

/**
 * The schedules of backups, as cron expressions in Chilean time. Keys are backed up often, because no source can restore them.
 * Most of the corpus can be loaded from the sources again.
 */
export const BACKUP_SCHEDULES = { keys: '*/5 * * * *', corpus: '15 3 * * *' } as const

/** Hours of lag after which a source is reported as stale. */
const lagHours = { type: 'integer', minimum: 1, maximum: 8_760 } as const

const inAFile = {
  type: 'string',
  description: 'path of a file that contains the value of the same variable without _FILE',
} as const

/** The environment variables that this service reads: their formats, defaults and meanings. */
export const configSchema = {
  type: 'object',
  properties: {
    PORT: { type: 'integer', minimum: 0, maximum: 65535, default: 8080 },
    HOST: { type: 'string', minLength: 1, default: '127.0.0.1' },
    TLS_CERT_FILE: {
      type: 'string',
      description:
        'file of the certificate, in PEM; the service then answers HTTPS and reloads a renewed certificate',
    },
    TLS_KEY_FILE: { type: 'string', description: 'file of the private key of the certificate, in PEM' },
    PUBLIC_URL: {
      type: 'string',
      format: 'origin',
      description: 'the origin that clients use, if it differs from the address that this process listens on',
    },
    ALLOWED_ORIGINS: {
      type: 'string',
      format: 'origins',
      description: 'other origins whose pages may call /v1 and /mcp, separated by commas',
    },
    TRUSTED_PROXIES: {
      type: 'string',
      format: 'networks',
      description:
        'addresses or networks of the proxies whose X-Forwarded-For is trusted, separated by commas',
    },
    CONNECTIONS_PER_CLIENT: {
      type: 'integer',
      minimum: 1,
      maximum: 2_000,
      default: 500,
      description: 'open connections that one client address may have; an IPv6 /64 counts as one address',
    },
    METRICS_ALLOWED_NETWORKS: {
      type: 'string',
      format: 'networks',
      default: '127.0.0.0/8,::1,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,fc00::/7',
      description: 'addresses or networks that may read /metrics; by default, loopback and private networks',
    },
    DATABASE_URL: {
      type: 'string',
      format: 'postgres-url',
      description:
        'a PostgreSQL server, version 15 or newer, as postgres://…; without it, the embedded database is used',
    },
    DATABASE_SERVE_URL: {
      type: 'string',
      format: 'postgres-url',
      description:
        'the database of DATABASE_URL, with the login that answers requests; this login is a member of trademark_serve only',
    },
    DATABASE_POOL_URL: {
      type: 'string',
      format: 'postgres-url',
      description:
        'the database of this service behind a pooler that rejects connection settings (RDS Proxy, PgBouncer), with the login that answers requests',
    },
    DATABASE_INGEST_URL: {
      type: 'string',
      format: 'postgres-url',
      description:
        'the database of DATABASE_URL, with the login that writes the corpus; this login is a member of trademark_ingest only',
    },
    DATA_DIR: { type: 'string', minLength: 1, default: '.data' },
    POSTGRES_BIN: {
      type: 'string',
      minLength: 1,
      description:
        'the folder of postgres and initdb, version 17 or newer; by default, the PostgreSQL that npm installed',
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
        'where the office publishes its bulletin: a page that lists editions, or an address that contains the day',
    },
    PORTAL_URL: {
      type: 'string',
      format: 'source-url',
      description:
        "the page of the office's search portal; the operator needs the office's permission to query it",
    },
    PORTAL_CONTACT: {
      type: 'string',
      format: 'contact',
      description: 'a mail address or page of the operator, which every request to the portal contains',
    },
    OFFICE_RECORD_URL: {
      type: 'string',
      format: 'record-url',
      description:
        "the address of a mark's record at the office, with {nroSolicitud} in place of the application number",
    },
    PORTAL_PAUSE_SECONDS: {
      type: 'integer',
      minimum: 0,
      maximum: 600,
      default: 3,
      description:
        'seconds between two requests to the portal: 3 or more, except for a portal on this machine',
    },
    PORTAL_CALLS_PER_DAY: {
      type: 'integer',
      minimum: 1,
      maximum: 28_800,
      default: 5_000,
      description: 'maximum number of requests to the portal in a Chilean day, by all processes together',
    },
    PORTAL_RECORDS_PER_RUN: {
      type: 'integer',
      minimum: 1,
      maximum: 1_000,
      default: 50,
      description:
        'maximum number of applications that one run requests from the portal; with the defaults, all runs of a day stay within PORTAL_CALLS_PER_DAY',
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
        'cron of five fields, America/Santiago; runs start only on days on which the bulletin appears',
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
      description:
        'lag after which the sheets are stale; the default allows one daily run to be late or skipped',
    },
    BULLETIN_LAG_HOURS: {
      ...lagHours,
      default: 24,
      description: 'lag after which the bulletin is stale; the default is the time between two editions',
    },
    PORTAL_LAG_HOURS: {
      ...lagHours,
      default: 6,
      description: 'lag after which the portal is stale; the default is less than a working day',
    },
    CHANGES_KEPT_DAYS: {
      type: 'integer',
      minimum: 1,
      maximum: 3_650,
      default: 400,
      description: 'days after which a change of a mark is deleted from /v1/changes',
    },
    BACKUP_TARGET: {
      type: 'string',
      format: 'backup-target',
      description: 'where backups are stored: file:///folder or s3://bucket/prefix',
    },
    BACKUP_RECIPIENT: {
      type: 'string',
      format: 'age-recipient',
      description: 'the age public key that encrypts backups; keep its secret key elsewhere',
    },
    BACKUP_SIGNING_KEY: {
      type: 'string',
      format: 'backup-signing-key',
      description: 'the secret that signs backups, derived from the secret key of BACKUP_RECIPIENT',
    },
    LOG_LEVEL: { type: 'string', enum: ['debug', 'info', 'warn', 'error', 'silent'], default: 'info' },
    INIT_CWD: { type: 'string', description: 'the folder in which npm was called; npm sets it' },
    TRADEMARK_API_KEY: { type: 'string', description: 'the key for npm run mcp and npm run invoke' },
    DATABASE_URL_FILE: inAFile,
    DATABASE_SERVE_URL_FILE: inAFile,
    DATABASE_POOL_URL_FILE: inAFile,
    DATABASE_INGEST_URL_FILE: inAFile,
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
