import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { backupKeys } from '../support/backup-keys.ts'
import { answer, INSTANT, spoken } from '../support/keys-command.ts'
import { type Run, runScript } from '../support/run-script.ts'
import { createTestDatabase, databaseUrl, onServer, type TestDatabase } from '../support/test-database.ts'
import { makeUnsigned } from '../support/unsigned-backup.ts'
import { until } from '../support/until.ts'

let database: TestDatabase
let folder: string
let place: Record<string, string>
let recipient: string
beforeAll(async () => {
  database = await createTestDatabase()
  folder = await mkdtemp(join(tmpdir(), 'backup-commands-'))
  const { identity, settings } = await backupKeys()
  recipient = settings.BACKUP_RECIPIENT
  place = { BACKUP_TARGET: `file://${join(folder, 'backups')}`, ...settings }
  await writeFile(join(folder, 'secret.key'), `# made by a test\n# public key: ${recipient}\n${identity}\n`)
  await writeFile(join(folder, 'public.key'), `${recipient}\n`)
})
afterAll(async () => {
  await database.drop()
  await rm(folder, { recursive: true, force: true })
})

const run = (script: string, args: string[], env: Record<string, string> = place): Promise<Run> =>
  runScript(script, args, {
    env: { DATABASE_URL: database.url, LOG_LEVEL: 'silent', INIT_CWD: folder, ...env },
  })
const backup = (...args: string[]): Promise<Run> => run('backup.ts', args)
const refusal = (code: number, err: string) => ({ code, out: '', err: expect.stringContaining(err) })

const IS_WAITING = `datname = current_database() and query like 'copy key_event%' and wait_event_type = 'Lock'`
const WAITING = `select pid from pg_stat_activity where ${IS_WAITING}`
const END_WAITING = `select pg_terminate_backend(pid) from pg_stat_activity where ${IS_WAITING}`

const startBackup = () =>
  spawn(process.execPath, ['scripts/backup.ts', 'keys'], {
    env: { PATH: process.env.PATH, DATABASE_URL: database.url, LOG_LEVEL: 'silent', ...place },
    stdio: ['ignore', 'ignore', 'pipe'],
  })

describe('backup', () => {
  test('without a target names the missing settings', async () => {
    expect(await run('backup.ts', [], {})).toEqual(
      refusal(
        1,
        'No backup target is configured: set BACKUP_TARGET, BACKUP_RECIPIENT and BACKUP_SIGNING_KEY.',
      ),
    )
  })

  test.each([
    [
      { BACKUP_TARGET: '/tmp/x', BACKUP_RECIPIENT: `age1${'q'.repeat(58)}` },
      'BACKUP_SIGNING_KEY is required together with BACKUP_TARGET: "npm run backup -- init --identity FILE" prints the signing key',
    ],
    [{ BACKUP_TARGET: '/tmp/x', BACKUP_RECIPIENT: 'AGE-SECRET-KEY-1' }, '(age1…), not the secret key'],
  ])('with incomplete or invalid settings ends with exit code 2 (%o)', async (settings, sentence) => {
    const ended = await run('backup.ts', [], settings as Record<string, string>)
    expect(ended).toEqual(refusal(2, sentence))
    expect(ended.err).not.toContain('AGE-SECRET')
  })

  test('for a mistyped public key is refused before anything is written', async () => {
    const mistaken = recipient.slice(0, -1) + (recipient.endsWith('q') ? 'p' : 'q')
    const ended = await run('backup.ts', [], { ...place, BACKUP_RECIPIENT: mistaken })
    expect(ended).toEqual(refusal(1, 'a character is wrong or missing'))
  })

  test('with the signing key of another secret key is refused before anything is written', async () => {
    const { BACKUP_SIGNING_KEY } = (await backupKeys()).settings
    const ended = await run('backup.ts', [], { ...place, BACKUP_SIGNING_KEY })
    expect(ended).toEqual(refusal(1, 'BACKUP_SIGNING_KEY does not belong to BACKUP_RECIPIENT'))
    expect(ended.err).not.toContain(BACKUP_SIGNING_KEY)
  })

  test('makes a backup of each kind, lists and verifies them', async () => {
    const made = answer<{ backups: object[] }>(await backup('--json'))
    expect(made.backups).toEqual([
      expect.objectContaining({ kind: 'keys', takenAt: INSTANT, seconds: expect.any(Number) }),
      expect.objectContaining({ kind: 'corpus', rows: 2 }), // of corpus_state and portal_state
    ])
    const listed = answer<{ backups: object[] }>(await backup('list', '--json'))
    expect(listed.backups).toEqual([
      expect.objectContaining({ kind: 'corpus', isFinished: true, signature: 'valid' }),
      expect.objectContaining({ kind: 'keys', isFinished: true, signature: 'valid' }),
    ])
    const { code, out } = await backup('verify', '--identity', 'secret.key')
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('every row is there') })
  })

  test('without a valid signature is marked in the list and cannot be verified', async () => {
    const target = join(folder, 'forged')
    const settings = { ...place, BACKUP_TARGET: `file://${target}` }
    answer(await run('backup.ts', ['--json'], settings))
    const { backups } = answer<{ backups: { name: string; kind: string }[] }>(
      await run('backup.ts', ['keys', '--json'], settings),
    )
    const name = await makeUnsigned(target, backups[0]?.name ?? '')
    const [listed, verified, named] = await Promise.all([
      run('backup.ts', ['list'], settings),
      run('backup.ts', ['verify'], settings),
      run('backup.ts', ['verify', name], settings),
    ])
    expect(listed.out.split('\n').find((line) => line.startsWith(name))).toMatch(/ not signed$/)
    expect(verified).toMatchObject({ code: 0, out: expect.not.stringContaining(name) })
    expect(verified.out).toContain(
      'Backups that were not verified, because they are not signed with this key: 1. The command "list" shows them.',
    )
    expect(named).toEqual(refusal(1, `${name} is not signed with this key: anyone who can write to`))
  })

  test('is not listed or verified without a key, because it could be forged', async () => {
    for (const command of ['list', 'verify']) {
      const ended = await run('backup.ts', [command, '--from', `file://${folder}`], {})
      expect(ended).toEqual(
        refusal(1, 'Without a key, forged backups cannot be recognized: use --identity FILE'),
      )
    }
    const listed = await run(
      'backup.ts',
      ['list', '--from', place.BACKUP_TARGET ?? '', '--identity', 'secret.key'],
      {},
    )
    expect(listed).toMatchObject({ code: 0, out: expect.stringContaining('keys-') })
  })

  test('that loses its database while it waits for a table ends with one sentence, and is no longer listed as running', async () => {
    const owner = database.open('owner')
    const sql = (text: string) => owner.query<Record<string, unknown>>({ text, parameters: [] })
    const ended = await owner.transaction(async (transaction) => {
      await transaction.query({ text: 'lock table key_event in access exclusive mode', parameters: [] })
      const command = { ended: backup('keys') } // in an object, because the transaction would await a returned promise
      await until(async () => (await sql(END_WAITING)).length > 0)
      return command
    })
    expect(await ended.ended).toEqual(refusal(1, 'The database of DATABASE_URL cannot be used: terminating'))
    expect(await sql('select 1 from backup_run where finished_at is null')).toEqual([])
  })

  test('that is interrupted while it waits for a table stays unfinished and ends with exit code 130', async () => {
    const owner = database.open('owner')
    const sql = (text: string) => owner.query<Record<string, unknown>>({ text, parameters: [] })
    await owner.transaction(async (transaction) => {
      await transaction.query({ text: 'lock table key_event in access exclusive mode', parameters: [] })
      const child = startBackup()
      const ended = Promise.all([once(child, 'close'), text(child.stderr)])
      await until(async () => (await sql(WAITING)).length > 0)
      child.kill('SIGINT')
      const [[code], err] = await ended
      expect({ code, err }).toEqual({ code: 130, err: 'Stopped: the backup is incomplete.\n' })
    })
    const { backups } = answer<{ backups: { kind: string; isFinished: boolean }[] }>(
      await backup('list', '--json'),
    )
    expect(backups[0]).toMatchObject({ kind: 'keys', isFinished: false })
  })

  test('of one kind backs up only this kind', async () => {
    const { backups } = answer<{ backups: object[] }>(await backup('keys', '--json'))
    expect(backups).toEqual([expect.objectContaining({ kind: 'keys' })])
  })

  test('of an unknown kind names the known kinds', async () => {
    expect(await backup('lst')).toEqual(refusal(1, 'Did you mean list?'))
    expect(await backup('kyes')).toEqual(
      refusal(
        1,
        'Unknown kind of backup "kyes": use keys or corpus, or give no kind to back up both. Did you mean keys?',
      ),
    )
  })

  test('that does not exist cannot be verified', async () => {
    expect(await backup('verify', `keys-20200101T000000000Z-000000-${'0'.repeat(20)}`)).toEqual(
      refusal(1, 'its manifest is missing'),
    )
    expect(await backup('verify', '--from', `file://${join(folder, 'none')}`)).toEqual(
      refusal(1, 'There is no signed backup of the keys in the folder'),
    )
  })
})

describe('init', () => {
  const init = (...args: string[]) => run('backup.ts', ['init', ...args], {})

  test('makes a secret key that only its owner can read, and prints its settings', async () => {
    const made = answer<Record<string, string>>(await init('made.key', '--json'))
    expect(made.file).toBe(join(folder, 'made.key'))
    expect((await stat(join(folder, 'made.key'))).mode & 0o777).toBe(0o600)
    const { file: _, ...settings } = made
    const printed = await init('--identity', 'made.key')
    for (const [name, value] of Object.entries(settings)) {
      expect(spoken(printed)).toContain(`  ${name}=${value}\n`)
    }
    const target = { BACKUP_TARGET: `file://${join(folder, 'first')}`, ...settings }
    answer(await run('backup.ts', ['keys', '--json'], target))
    const verified = await run('backup.ts', ['verify', '--identity', 'made.key', '--all'], target)
    expect(spoken(verified)).toContain('signed, decrypted: every row is there')
  })

  test('prints the settings of a secret key although the signing key is not set yet', async () => {
    const { BACKUP_SIGNING_KEY, ...earlier } = place
    const ended = await run('backup.ts', ['init', '--identity', 'secret.key', '--json'], earlier)
    expect(answer(ended)).toMatchObject({ BACKUP_SIGNING_KEY })
  })

  test('never replaces a secret key', async () => {
    const before = await readFile(join(folder, 'secret.key'), 'utf8')
    expect(await init('secret.key')).toEqual(
      refusal(
        1,
        'secret.key exists, and init never overwrites a secret key. To print the settings of this key: "',
      ),
    )
    expect(await readFile(join(folder, 'secret.key'), 'utf8')).toBe(before)
  })

  test('refuses to make a key and to read one in the same command', async () => {
    expect(await init('new.key', '--identity', 'secret.key')).toEqual(
      refusal(1, 'give a file or --identity, not both'),
    )
  })
})

describe('restore', () => {
  test('without a target names the option and the settings of a target', async () => {
    expect(await run('restore.ts', ['--identity', 'secret.key'], {})).toEqual(
      refusal(1, 'No backup target is configured: name the target with --from, or set BACKUP_TARGET, '),
    )
  })

  test.each([
    [['--identity', 'nowhere.key'], 'The key cannot be read from'],
    [['--identity', 'public.key'], 'This is a public key (age1…)'],
    [['--identity', 'secret.key', '--at', 'yesterday'], 'a time with its time zone'],
    [
      ['--identity', 'secret.key', '--at', '2020-01-01T00:00Z'],
      'no signed backup of the keys from 2020-01-01',
    ],
    [['--identity', 'secret.key', '--without-keys', '--without-corpus'], 'nothing to restore'],
    [['--identity', 'secret.key'], 'not empty'],
  ])('%j is refused in a sentence', async (args, sentence) => {
    expect(await run('restore.ts', args)).toEqual(refusal(1, sentence))
  })

  test('as an owner without the roles of the service restores everything, and names the missing setting of a login', async () => {
    const login = `trademark_test_restoring_${process.pid}`
    await onServer(`create role ${login} login password 'weak'`)
    await onServer(`grant ${login} to current_user`)
    await onServer(`create database ${login} owner ${login} template template0`)
    const url = new URL(databaseUrl(login))
    url.username = login
    url.password = 'weak'
    try {
      expect(
        await run('restore.ts', ['--identity', 'secret.key'], { ...place, DATABASE_URL: url.href }),
      ).toEqual(refusal(1, 'set DATABASE_SERVE_URL to a login that is a member of trademark_serve'))
      await onServer(`grant trademark_serve, trademark_ingest to ${login}`)
      const listed = await run('keys.ts', ['list', '--json'], { DATABASE_URL: url.href })
      expect(JSON.parse(listed.out)).toEqual(JSON.parse((await run('keys.ts', ['list', '--json'], {})).out))
    } finally {
      await onServer(`drop database ${login} with (force)`)
      await onServer(`drop role ${login}`)
    }
  })
})

describe('a change of a key', () => {
  const names = async (): Promise<string[]> => (await readdir(join(folder, 'backups'))).filter(isBackup)
  const isBackup = (name: string): boolean => name.startsWith('keys-')

  test('is backed up before the command ends: update, expire, rotate and revoke', async () => {
    const { id } = answer<{ id: string }>(
      await run('keys.ts', ['create', '--consumer', 'x', '--unrestricted', '--json'], {}),
    )
    for (const [command, ...how] of [
      ['update', '--quota', '5'],
      ['expire', '--never'],
      ['rotate', '--overlap', '1h'],
      ['revoke'],
    ]) {
      const before = await names()
      expect(await run('keys.ts', [command ?? '', id, ...how])).toMatchObject({ code: 0, err: '' })
      expect((await names()).filter((name) => !before.includes(name))).toHaveLength(1)
    }
  })

  test('stays in effect if its backup fails, and the command reports the failure', async () => {
    const file = join(folder, 'a-file')
    await writeFile(file, '')
    await chmod(file, 0o600)
    const ended = await run('keys.ts', ['create', '--consumer', 'x', '--unrestricted', '--json'], {
      ...place,
      BACKUP_TARGET: `file://${join(file, 'backups')}`,
    })
    expect(ended).toMatchObject({
      code: 0,
      err: expect.stringMatching(/its backup failed: .+/),
    })
    const { id } = JSON.parse(ended.out)
    expect(answer(await run('keys.ts', ['show', id, '--json']))).toMatchObject({ state: 'active' })
  })

  test('is needed for a backup: list makes none', async () => {
    const before = await names()
    expect(await run('keys.ts', ['list'])).toMatchObject({ code: 0, err: '' })
    expect(await names()).toEqual(before)
  })
})
