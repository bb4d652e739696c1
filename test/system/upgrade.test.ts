import { cp, symlink, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import packageJson from '../../package.json' with { type: 'json' }
import { newestVersion } from '../../shared/db/migrate.ts'
import { syncBulletin } from '../../shared/sync/sources/bulletin/sync-bulletin.ts'
import { syncSheets } from '../../shared/sync/sources/sheets/sync-sheets.ts'
import { backupKeys } from '../support/backup-keys.ts'
import { endServices, ServiceProcess } from '../support/process.ts'
import { type Run, runProgram, runScript } from '../support/run-script.ts'
import { ask } from '../support/service.ts'
import { editionDays, keepFile, SMALL_MARKS, smallEdition, smallSheet } from '../support/small-office.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts'
import { makeKey } from '../support/test-keys.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const NOT_COPIED = new Set(['node_modules', '.git', '.data', 'dist', 'report', 'test', 'bench'])
/** Returns the file name of a migration after those of this version, such as 2 for the second one. */
const migrationFile = (place: number, name: string): string =>
  `${String(newestVersion() + place).padStart(4, '0')}_${name}.sql`

const ADDITIVE = {
  [migrationFile(1, 'note')]:
    `-- additive\nalter table brand add column note text;\nupdate brand set note = denominacion;\n`,
}
const BREAKING = {
  ...ADDITIVE,
  [migrationFile(2, 'remark')]: '-- breaking\nalter table brand rename column note to remark;\n',
}

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let database: TestDatabase
let key: string
let place: { BACKUP_TARGET: string }
let upgradedAt: string
let before: unknown
const opened: TestDatabase[] = []

beforeAll(async () => {
  folder = await temporaryFolder()
  database = await newDatabase()
  const ingest = database.open('trademark_ingest')
  for (const day of editionDays(2)) {
    const from = { files: [await keepFile(folder.path, smallSheet(day))] }
    expect(await syncSheets(ingest, { trigger: 'manual', from })).toMatchObject({ status: 'succeeded' })
    await syncBulletin(ingest, {
      trigger: 'manual',
      from: { files: [await keepFile(folder.path, smallEdition(day))] },
    })
  }
  key = (await makeKey(database.open('owner'), { burstPerMinute: 1_000 })).key
  const { identity, settings: signing } = await backupKeys()
  await writeFile(join(folder.path, 'secret.key'), identity)
  place = { BACKUP_TARGET: `file://${join(folder.path, 'backups')}`, ...signing }
  expect(await script('backup.ts', [], { ...settings(), ...place })).toMatchObject({ code: 0, err: '' })
  upgradedAt = new Date().toISOString()
  const present = await start()
  before = (await answersOf(present)).answers
  await present.service.stop()
})
afterAll(async () => {
  endServices()
  await Promise.all(opened.map((each) => each.drop()))
  await folder.remove()
})

async function newDatabase(template?: string): Promise<TestDatabase> {
  const made = await createTestDatabase(template)
  opened.push(made)
  return made
}

/** Copies this software as a version with further migrations. */
async function laterVersion(version: string, migrations: Record<string, string>): Promise<string> {
  const checkout = join(folder.path, version)
  await cp(ROOT, checkout, {
    recursive: true,
    filter: (source) => !NOT_COPIED.has(relative(ROOT, source)),
  })
  await symlink(join(ROOT, 'node_modules'), join(checkout, 'node_modules'))
  await writeFile(join(checkout, 'package.json'), JSON.stringify({ ...packageJson, version }))
  for (const [file, sql] of Object.entries(migrations)) {
    await writeFile(join(checkout, 'shared/db/migrations', file), sql)
  }
  return checkout
}

const settings = (url = database.url) => ({ DATABASE_URL: url, DATA_DIR: join(folder.path, 'data') })

/** Starts a version on a database, and returns it with its address. */
async function start(checkout?: string, url?: string) {
  const service = new ServiceProcess(settings(url), checkout)
  return { service, address: await service.address() }
}

/** Returns responses that contain every mark, annotation and run, and the version of the service. */
async function answersOf(service: { address: string }): Promise<{ version: string; answers: unknown }> {
  const { body: health } = await ask(service, '/health')
  const details = Array.from({ length: SMALL_MARKS }, (_, place) => `/v1/brands/${place + 1}`)
  const answers: unknown[] = []
  for (const path of ['/v1/brands?limit=100', '/v1/brands?q=marca+7', '/v1/sync-runs', ...details]) {
    const { status, body } = await ask(service, path, { key })
    answers.push([path, status, body])
  }
  return { version: health.version, answers }
}

const script = (name: string, args: string[], env: Record<string, string>): Promise<Run> =>
  runScript(name, args, { env: { LOG_LEVEL: 'silent', ...env } })

test('after an additive migration, the new version and this version serve the same records, at the same time and later', async () => {
  const present = await start()
  const next = await start(await laterVersion('9.1.0', ADDITIVE))
  expect(await answersOf(next)).toEqual({ version: '9.1.0', answers: before })
  expect(await answersOf(present)).toEqual({ version: packageJson.version, answers: before })
  await Promise.all([next.service.stop(), present.service.stop()])

  const back = await start()
  expect(await answersOf(back)).toEqual({ version: packageJson.version, answers: before })
  await back.service.stop()
  expect(await script('backup.ts', [], { ...settings(), ...place })).toEqual({
    code: 1,
    out: '',
    err:
      `The schema (${newestVersion() + 1}) is newer than this software (${newestVersion()}): make backups with the ` +
      'newer version.\n',
  })
})

test('after a breaking migration, this version refuses to start, and a restore into an empty database makes it usable again', async () => {
  const present = await start()
  const later = await start(await laterVersion('9.2.0', BREAKING))
  expect(await answersOf(later)).toEqual({ version: '9.2.0', answers: before })
  expect(await ask(present, '/health')).toMatchObject({
    status: 503,
    body: { checks: { migrations: 'newer' } },
  })
  await Promise.all([later.service.stop(), present.service.stop()])
  const backup = join(folder.path, '9.2.0', 'scripts/backup.ts')
  expect(await runProgram(process.execPath, [backup], { env: { ...settings(), ...place } })).toMatchObject({
    code: 0,
  })

  const refused = new ServiceProcess(settings())
  expect(await refused.exitCode()).toBe(1)
  const sentence =
    `This database was migrated by newer software: migration ${newestVersion() + 2} (remark) changes what this version ` +
    'relies on. Start the newer version again, or restore a backup from before the upgrade into an empty database ' +
    '(docs/operate/upgrade.md).\n'
  expect(refused.errors).toContain(sentence)
  expect(await script('keys.ts', ['list'], settings())).toEqual({ code: 1, out: '', err: sentence })

  const empty = await newDatabase('template0')
  const args = ['--from', place.BACKUP_TARGET, '--identity', join(folder.path, 'secret.key')]
  expect(await script('restore.ts', args, settings(empty.url))).toMatchObject({
    code: 1,
    err: expect.stringContaining('newer'),
  })
  expect(await script('restore.ts', [...args, '--at', upgradedAt], settings(empty.url))).toMatchObject({
    code: 0,
  })
  const restored = await start(undefined, empty.url)
  expect(await answersOf(restored)).toEqual({ version: packageJson.version, answers: before })
  await restored.service.stop()
})
