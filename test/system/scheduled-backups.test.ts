import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../shared/db/database.ts'
import { joinEmbeddedPostgres, type Membership } from '../../shared/db/embedded/join.ts'
import { backupKeys } from '../support/backup-keys.ts'
import { copyPreparedData } from '../support/prepared-data.ts'
import { endServices, ServiceProcess } from '../support/process.ts'
import { runScript } from '../support/run-script.ts'
import { ask } from '../support/service.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { until } from '../support/until.ts'

let member: Membership | undefined
let folder: Awaited<ReturnType<typeof temporaryFolder>>
beforeAll(async () => {
  folder = await temporaryFolder()
})
afterAll(async () => {
  endServices()
  await member?.leave()
  await folder.remove()
})

const names = async (): Promise<string[]> =>
  (await readdir(join(folder.path, 'backups')).catch(() => [])).filter((name) => !name.startsWith('.'))

/** The settings of a service whose backups are on the disk of its data. */
let settings: Record<'DATA_DIR' | 'BACKUP_TARGET', string> & Record<string, string>
beforeAll(async () => {
  settings = {
    DATA_DIR: join(folder.path, 'data'),
    BACKUP_TARGET: `file://${join(folder.path, 'backups')}`,
    ...(await backupKeys()).settings,
  }
  await copyPreparedData(settings.DATA_DIR)
})

/** At the first start, both kinds of backup are due. */
test('a service with a backup target makes backups by itself, each kind once when it is due, and reports their state', async () => {
  const service = new ServiceProcess(settings)
  const address = await service.address()
  const checks = async () => (await ask({ address }, '/health')).body.checks
  await until(async () => (await checks()).backups === 'same-disk')
  const made = await names()
  expect(made.filter((name) => name.startsWith('corpus-'))).toHaveLength(1)
  expect(service.output).toContain('"message":"backup"')
  expect(await service.stop()).toBe(0)

  const again = new ServiceProcess(settings)
  expect((await ask({ address: await again.address() }, '/health')).body.checks.backups).toBe('same-disk')
  expect(await again.stop()).toBe(0)
  expect((await names()).filter((name) => name.startsWith('corpus-'))).toHaveLength(1)
})

test('the commands for backups warn of a target on the disk of the data', async () => {
  const run = (args: string[]) => runScript('backup.ts', args, { env: { ...settings, LOG_LEVEL: 'silent' } })
  const warning = expect.stringMatching(
    /^Warning: the folder .*\/backups is on the same disk as the data, .*\.\n$/,
  )
  for (const args of [['keys', '--json'], ['list'], ['verify']]) {
    expect(await run(args)).toEqual({ code: 0, out: expect.any(String), err: warning })
  }
  expect(await run(['list', '--from', settings.BACKUP_TARGET])).toMatchObject({ code: 0, err: '' })
})

test('the start of a register without a backup target prints a warning', async () => {
  const dataDir = join(folder.path, 'register')
  await copyPreparedData(dataDir)
  member = await joinEmbeddedPostgres({ dataDir, name: 'test' })
  const sample = new ServiceProcess({ DATA_DIR: dataDir })
  await sample.address()
  expect(sample.errors).not.toContain('Nothing is backed up')
  await sample.stop()
  const owner = openDatabase(member.connection, 'owner', 'test')
  await owner.query({ text: `update corpus_state set kind = 'register'`, parameters: [] })
  await owner.close()
  const service = new ServiceProcess({ DATA_DIR: dataDir })
  await service.address()
  await until(() => service.errors.includes('Nothing is backed up'))
  expect(await service.stop()).toBe(0)
})

test('an invalid target ends the start with one sentence, without its password', async () => {
  const service = new ServiceProcess({
    DATA_DIR: join(folder.path, 'wrong'),
    BACKUP_TARGET: 's3://user:secret@bucket/prefix',
    ...(await backupKeys()).settings,
  })
  expect(await service.exitCode()).toBe(1)
  expect(service.errors).not.toContain('secret')
  expect(service.errors.trim().split('\n')).toHaveLength(1)
})
