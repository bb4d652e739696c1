import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'
import { configSchema } from '../../schemas/config.ts'
import { ConfigError, databaseVariables, embeddedDataFolder, mistypedSettings, readConfig } from './config.ts'
import { Networks } from './net/networks.ts'
import { validator } from './validation.ts'

describe('settings', () => {
  test('have defaults', () => {
    expect(readConfig({})).toEqual({
      port: 8080,
      host: '127.0.0.1',
      tls: undefined,
      publicOrigin: undefined,
      allowedOrigins: [],
      trustedProxies: new Networks([]),
      connectionsPerClient: 500,
      metricsNetworks: new Networks([
        ...['127.0.0.0/8', '::1', '10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
      ]),
      databaseUrl: undefined,
      dataDir: '.data',
      burstPerMinute: 100,
      monthlyQuota: 10_000,
      sources: {},
      schedules: { sheets: '30 6 * * *', bulletin: '30 9-17 * * 1-5', portal: '*/15 * * * *' },
      portal: { contact: undefined, pauseMs: 3_000, callsPerDay: 5_000, recordsPerRun: 50 },
      lagHours: { sheets: 48, bulletin: 24, portal: 6 },
      changesKeptDays: 400,
      backup: undefined,
      logLevel: 'info',
      apiKey: undefined,
    })
  })

  test('have valid defaults', () => {
    const byDefault: Record<string, unknown> = {}
    expect(validator(configSchema)(byDefault)).toEqual([]) // sets and validates the defaults
    expect(Object.keys(byDefault)).toContain('METRICS_ALLOWED_NETWORKS')
  })

  test('that are empty count as unset', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: '' })).toEqual(readConfig({}))
  })

  test('with a mistyped name are reported, but not the variables of other programs', () => {
    const typed = { SHEET_URL: 'x', BULETTIN_URL: 'x', PORTAL_URLS: 'x', DATABASE_URI: 'x', DATA_DIRS: 'x' }
    expect(mistypedSettings(typed)).toEqual([
      { typed: 'SHEET_URL', meant: 'SHEETS_URL' },
      { typed: 'BULETTIN_URL', meant: 'BULLETIN_URL' },
      { typed: 'PORTAL_URLS', meant: 'PORTAL_URL' },
      { typed: 'DATABASE_URI', meant: 'DATABASE_URL' },
      { typed: 'DATA_DIRS', meant: 'DATA_DIR' },
    ])
    const others =
      'HOME HOSTNAME HOSTTYPE PATH PWD OLDPWD SHELL LANG TERM LOGNAME NODE_OPTIONS SSH_AUTH_SOCK PORTAL SSL_CERT_FILE'
    expect(mistypedSettings(Object.fromEntries(others.split(' ').map((name) => [name, 'x'])))).toEqual([])
  })

  test('of the database are listed for use in commands, without passwords', () => {
    expect(databaseVariables({ DATA_DIR: '/srv' })).toEqual([])
    const given = {
      DATABASE_URL: 'postgres://a:secret@db/x?sslmode=require',
      DATABASE_SERVE_URL: 'postgres://b@db/x?password=secret',
      DATABASE_INGEST_URL_FILE: '/run/secrets/ingest_url',
    }
    expect(databaseVariables(given)).toEqual([
      { name: 'DATABASE_URL', value: 'postgres://a:PASSWORD@db/x?sslmode=require' },
      { name: 'DATABASE_SERVE_URL', value: 'postgres://b@db/x?password=PASSWORD' },
      { name: 'DATABASE_INGEST_URL_FILE', value: '/run/secrets/ingest_url' },
    ])
  })

  test('of another database server leave no folder of an embedded database', () => {
    const folderWith = (settings: object) =>
      embeddedDataFolder(readConfig({ DATA_DIR: '/srv/data', ...settings }))
    expect(folderWith({})).toBe('/srv/data')
    expect(folderWith({ DATABASE_URL: 'postgres://a@db/x' })).toBeUndefined()
    expect(folderWith({ DATABASE_POOL_URL: 'postgres://a@pooler/x' })).toBeUndefined()
  })

  test('of other programs are ignored', () => {
    expect(readConfig({ HOME: '/root', PATH: '/bin' })).toEqual(readConfig({}))
  })

  test('that are not valid are all reported at once', () => {
    const wrong = { PORT: '80a', LOG_LEVEL: 'loud', TLS_CERT_FILE: 'x.pem', BURST_PER_MINUTE: '0' }
    expect(() => readConfig(wrong)).toThrow(
      [
        'These settings are not valid:',
        '  PORT must be a whole number from 0 to 65535 (it is "80a")',
        '  BURST_PER_MINUTE must be a whole number from 1 to 1000000 (it is "0")',
        '  LOG_LEVEL must be one of debug, info, warn, error, silent (it is "loud")',
        '  TLS_KEY_FILE is required together with TLS_CERT_FILE',
      ].join('\n'),
    )
  })

  describe('that are secrets can be read from a file:', () => {
    const folder = mkdtempSync(join(tmpdir(), 'config-'))
    afterAll(() => rmSync(folder, { recursive: true }))
    const file = (content: string): string => {
      const path = join(folder, String(content.length))
      writeFileSync(path, content)
      return path
    }

    test('the value is its content without the last line break', () => {
      const environment = {
        DATABASE_URL_FILE: file('postgres://me:secret@db/marks\n'),
        TRADEMARK_API_KEY_FILE: file('tmk_x\n'),
      }
      expect(readConfig(environment)).toMatchObject({
        databaseUrl: 'postgres://me:secret@db/marks',
        apiKey: 'tmk_x',
      })
    })

    test('a missing or empty file is refused, and also a variable that is set together with its file', () => {
      const wrong = {
        DATABASE_URL_FILE: join(folder, 'none'),
        SHEETS_URL_FILE: file(''),
        BULLETIN_URL_FILE: file('https://office.example/'),
        BULLETIN_URL: 'https://office.example/other',
      }
      expect(() => readConfig(wrong)).toThrow(
        /DATABASE_URL_FILE names a file that is empty or cannot be read/,
      )
      expect(() => readConfig(wrong)).toThrow(/SHEETS_URL_FILE names a file that is empty or cannot be read/)
      expect(() => readConfig(wrong)).toThrow(/BULLETIN_URL_FILE conflicts with BULLETIN_URL: set only one/)
    })

    test('the content is validated, and the error does not quote it', () => {
      const wrong = { DATABASE_URL_FILE: file('mysql://me:secret@db') }
      expect(() => readConfig(wrong)).toThrow('DATABASE_URL must name a PostgreSQL server, version 15')
      expect(() => readConfig(wrong)).not.toThrow(/secret/)
    })
  })

  test('of the portal require a contact and a pause', () => {
    const office = { PORTAL_URL: 'https://office.example/buscar' }
    expect(() => readConfig(office)).toThrow(/PORTAL_CONTACT must be set with PORTAL_URL/)
    const complete = { ...office, PORTAL_CONTACT: 'marcas@estudio.example' }
    expect(() => readConfig({ ...complete, PORTAL_PAUSE_SECONDS: '2' })).toThrow(
      /PORTAL_PAUSE_SECONDS must be 3/,
    )
    expect(() => readConfig({ ...complete, PORTAL_CONTACT: 'name' })).toThrow(/PORTAL_CONTACT must be a mail/)
    expect(readConfig(complete)).toMatchObject({
      sources: { portal: office.PORTAL_URL },
      portal: { contact: 'marcas@estudio.example', pauseMs: 3_000, callsPerDay: 5_000, recordsPerRun: 50 },
    })
  })

  test.each(['http://127.0.0.1:8080/buscar', 'http://[::1]/buscar', 'file:///srv/answers.json'])(
    'of a portal on this machine require neither: %s',
    (PORTAL_URL) => {
      expect(readConfig({ PORTAL_URL, PORTAL_PAUSE_SECONDS: '0' }).portal).toMatchObject({ pauseMs: 0 })
    },
  )

  test('of backups require a target, a public key and a signing key', () => {
    const recipient = `age1${'q'.repeat(58)}`
    const signingKey = `tms_${'x'.repeat(52)}`
    const keys = { BACKUP_RECIPIENT: recipient, BACKUP_SIGNING_KEY: signingKey }
    for (const target of ['file:///b', '/b', 's3://b/p?region=x']) {
      expect(readConfig({ BACKUP_TARGET: target, ...keys }).backup).toEqual({ target, recipient, signingKey })
    }
    expect(() => readConfig({ BACKUP_TARGET: '/b', BACKUP_RECIPIENT: recipient })).toThrow(
      'BACKUP_SIGNING_KEY is required together with BACKUP_TARGET: "npm run backup -- init --identity FILE"',
    )
    const mistyped = { BACKUP_TARGET: '/b', ...keys, BACKUP_SIGNING_KEY: signingKey.slice(1) }
    expect(() => readConfig(mistyped)).toThrow('BACKUP_SIGNING_KEY must be the signing key')
    expect(() => readConfig(mistyped)).not.toThrow(/xxx/)
    expect(() => readConfig({ BACKUP_TARGET: '/b' })).toThrow('BACKUP_RECIPIENT is required')
    expect(() => readConfig({ BACKUP_RECIPIENT: recipient })).toThrow('BACKUP_TARGET is required')
    const secret = { BACKUP_TARGET: '/b', BACKUP_RECIPIENT: `AGE-SECRET-KEY-1${'Q'.repeat(58)}` }
    expect(() => readConfig(secret)).toThrow('not the secret key')
    expect(() => readConfig(secret)).not.toThrow(/QQQ/)
  })

  test.each(['TRUSTED_PROXIES', 'METRICS_ALLOWED_NETWORKS'])('of %s are addresses or networks', (name) => {
    const read = (list: string) => Object.values(readConfig({ [name]: list })).filter(isNetworks)
    expect(read('10.0.0.7, fd00::/8,')).toContainEqual(new Networks(['10.0.0.7', 'fd00::/8']))
    for (const wrong of [
      'proxy',
      '10.0.0.0/33',
      '10.0.0',
      '::/129',
      '10.0.0.0/08',
      '1.2.3.4/',
      'fe80::1%eth0',
    ]) {
      expect(() => read(`10.0.0.1,${wrong}`)).toThrow(`${name} must be IP addresses or networks such as`)
    }
  })

  test('of connections per client are from 1 to the maximum number of connections', () => {
    expect(readConfig({ CONNECTIONS_PER_CLIENT: '2000' }).connectionsPerClient).toBe(2_000)
    for (const wrong of ['0', '2001', 'many']) {
      expect(() => readConfig({ CONNECTIONS_PER_CLIENT: wrong })).toThrow(
        'CONNECTIONS_PER_CLIENT must be a whole number from 1 to 2000',
      )
    }
  })

  test('of a lag are from one hour to a year, in whole hours', () => {
    const hours = { SHEETS_LAG_HOURS: '1', BULLETIN_LAG_HOURS: '96', PORTAL_LAG_HOURS: '8760' }
    expect(readConfig(hours).lagHours).toEqual({ sheets: 1, bulletin: 96, portal: 8_760 })
    for (const name of Object.keys(hours)) {
      expect(() => readConfig({ [name]: '0' })).toThrow(`${name} must be a whole number from 1 to 8760`)
      expect(() => readConfig({ [name]: '8761' })).toThrow(`${name} must be a whole number from 1 to 8760`)
      expect(() => readConfig({ [name]: '1.5' })).toThrow(`${name} must be a whole number`)
    }
  })

  test('of a schedule are cron expressions of five fields', () => {
    const crons = {
      SHEETS_SCHEDULE: '0 5 * * *',
      BULLETIN_SCHEDULE: '*/15 9-12 * * MON-FRI',
      PORTAL_SCHEDULE: '7 * * * *',
    }
    expect(readConfig(crons).schedules).toEqual({
      sheets: '0 5 * * *',
      bulletin: '*/15 9-12 * * MON-FRI',
      portal: '7 * * * *',
    })
    for (const name of Object.keys(crons)) {
      for (const wrong of ['daily', '@daily', '30 6 * *', '0 30 6 * * *', '61 * * * *', '0 0 31 4 *']) {
        expect(() => readConfig({ [name]: wrong })).toThrow(
          `  ${name} must be a cron expression of five fields (minute, hour, day, month, weekday) that matches ` +
            `a future time, such as "30 6 * * *" (it is "${wrong}")`,
        )
      }
    }
  })

  test.each([
    'https://office.example/sheets',
    'http://localhost:8081/solicitudes.xlsx?year=2026',
    'https://user:word@office.example/',
    'HTTPS://Office.Example',
    'file:///srv/office/sheets',
    'file://localhost/srv/office/sheets',
  ])('SHEETS_URL and BULLETIN_URL can be %s, and are not changed', (url) => {
    expect(readConfig({ SHEETS_URL: url }).sources).toEqual({ sheets: url })
    expect(readConfig({ BULLETIN_URL: url }).sources).toEqual({ bulletin: url })
    expect(readConfig({ SHEETS_URL: url, BULLETIN_URL: url }).sources).toEqual({ sheets: url, bulletin: url })
  })

  test.each([
    'https://office.example/{date}.pdf',
    'https://office.example/{yyyy}/{mm}/{dd}.pdf',
    'https://office.example/editions?day={dd}-{mm}-{yyyy}&again={date}',
    'file:///srv/office/{date}',
  ])('BULLETIN_URL can have placeholders of the day, SHEETS_URL cannot: %s', (url) => {
    expect(readConfig({ BULLETIN_URL: url }).sources.bulletin).toBe(url)
    expect(() => readConfig({ SHEETS_URL: url })).toThrow('SHEETS_URL must be an address such as https://')
  })

  test.each([
    'office.example/sheets',
    'ftp://office.example/hunter2',
    'http://',
    'file://other-machine/hunter2',
    'file:relative/hunter2',
    '/srv/hunter2',
    'https://hunter2@office.example/{day}.pdf',
    'https://office.example/{yyyy}/{mm}/hunter2',
    'https://office.example/{dd}?hunter2',
    'https://office.example/{date}}',
    'https://hunter2:99999999/',
  ])('SHEETS_URL and BULLETIN_URL cannot be %s, and the error does not quote it', (url) => {
    for (const name of ['SHEETS_URL', 'BULLETIN_URL']) {
      expect(() => readConfig({ [name]: url })).toThrow(new RegExp(`${name} must be an address such as`))
      expect(() => readConfig({ [name]: url })).not.toThrow(/hunter2|it is "/)
    }
  })

  test('that may contain a secret are reported without their value', () => {
    const wrong = { DATABASE_URL: 'mysql://u:hunter2@h/d' }
    expect(() => readConfig(wrong)).toThrow('DATABASE_URL must name a PostgreSQL server, version 15 or newer')
    expect(() => readConfig(wrong)).not.toThrow('hunter2')
  })

  test('of the database have one login for requests and one for runs, and errors do not quote them', () => {
    const DATABASE_SERVE_URL = 'postgres://api:hunter2@db/marks'
    const DATABASE_INGEST_URL = 'postgres://sync:hunter2@db/marks'
    const DATABASE_POOL_URL = 'postgres://api:hunter2@pooler/marks'
    expect(readConfig({ DATABASE_SERVE_URL, DATABASE_INGEST_URL })).toMatchObject({
      databaseServeUrl: DATABASE_SERVE_URL,
      databaseIngestUrl: DATABASE_INGEST_URL,
    })
    const wrong = { DATABASE_SERVE_URL, DATABASE_POOL_URL }
    expect(() => readConfig(wrong)).toThrow(
      'DATABASE_SERVE_URL conflicts with DATABASE_POOL_URL: with a pooler, set only DATABASE_POOL_URL',
    )
    const foreign = { DATABASE_INGEST_URL: 'mysql://u:hunter2@h/d' }
    expect(() => readConfig(foreign)).toThrow('DATABASE_INGEST_URL must be an address such as postgres://')
    for (const environment of [wrong, foreign]) {
      expect(() => readConfig(environment)).not.toThrow('hunter2')
    }
  })

  test('that are numbers consist of decimal digits and lie within their bounds', () => {
    for (const text of ['0x50', '8e3', ' 80', '80.0', '+80', '65536', '-1', '٨٠']) {
      expect(() => readConfig({ PORT: text })).toThrow('PORT must be')
    }
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 65_535 }),
        (port) => readConfig({ PORT: `${port}` }).port === port,
      ),
    )
  })

  test.each([
    ['https://marks.example', 'https://marks.example'],
    ['https://marks.example/', 'https://marks.example'],
    ['HTTPS://Marks.Example:443', 'https://marks.example'],
    ['http://192.0.2.7:8080', 'http://192.0.2.7:8080'],
  ])('PUBLIC_URL=%s is normalized to the form that browsers send', (PUBLIC_URL, origin) => {
    expect(readConfig({ PUBLIC_URL }).publicOrigin).toBe(origin)
  })

  test.each([
    'marks.example',
    'localhost:8080',
    'ftp://marks.example',
    '//marks.example',
    'https://',
    'https://a b',
    'https://marks.example/api',
    'https://marks.example/?x=1',
    'https://marks.example?',
    'https://marks.example#x',
    'https://user@marks.example',
    'https://user:word@marks.example',
  ])('PUBLIC_URL=%s is refused', (PUBLIC_URL) => {
    expect(() => readConfig({ PUBLIC_URL })).toThrow(
      new ConfigError(
        'These settings are not valid:\n  PUBLIC_URL must be an address such as https://marks.example, without user, path, ' +
          'query and fragment: the service cannot run under a path',
      ),
    )
  })

  test.each([
    ['https://app.example', ['https://app.example']],
    [
      'https://app.example/, HTTP://Other.Example:3000 ,',
      ['https://app.example', 'http://other.example:3000'],
    ],
    [',', []],
  ])(
    'ALLOWED_ORIGINS=%s is a list, normalized to the form that browsers send',
    (ALLOWED_ORIGINS, origins) => {
      expect(readConfig({ ALLOWED_ORIGINS }).allowedOrigins).toEqual(origins)
    },
  )

  test.each(['*', 'null', 'app.example', 'https://app.example/path', 'https://a.example https://b.example'])(
    'ALLOWED_ORIGINS=%s is refused',
    (ALLOWED_ORIGINS) => {
      expect(() => readConfig({ ALLOWED_ORIGINS })).toThrow(
        'ALLOWED_ORIGINS must be addresses without a path, such as https://app.example, separated by commas ' +
          `(it is "${ALLOWED_ORIGINS}")`,
      )
    },
  )
})

const isNetworks = (value: unknown): boolean => value instanceof Networks
