import { createHash } from 'node:crypto'
import { cp, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { generateX25519Identity, identityToRecipient } from 'age-encryption'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loadMarks } from '../../test/support/load-marks.ts'
import { sampleMarks } from '../../test/support/marks.ts'
import { createTestDatabase, type TestDatabase } from '../../test/support/test-database.ts'
import { makeKey } from '../../test/support/test-keys.ts'
import { makeUnsigned, writeUnsignedManifest } from '../../test/support/unsigned-backup.ts'
import type { Database } from '../db/database.ts'
import { type Migration, migrations } from '../db/migrate.ts'
import { admit } from '../keys/admit.ts'
import { keyAuditLog, listKeys, revokeKey } from '../keys/keys.ts'
import { rebuildSearchIndex } from '../search/index/rebuild-index.ts'
import { backUp } from './back-up.ts'
import type { BackupPlace } from './backup-place.ts'
import { isSlotDone } from './backup-runs.ts'
import { backupState } from './backup-state.ts'
import { type ChosenBackups, chooseBackups } from './choose-backups.ts'
import { makeBackup } from './make-backup.ts'
import { type Manifest, writeManifest } from './manifest.ts'
import { readPart } from './parts.ts'
import { recordedPlace } from './recorded-place.ts'
import { restore } from './restore.ts'
import { restoreReport } from './restore-report.ts'
import { deriveSigningKey, type SigningKey } from './signing-key.ts'
import { listBackups, manifestOf, nameBackup } from './stored-backups.ts'
import { BACKED_UP, REBUILT } from './tables.ts'
import type { Target } from './target.ts'
import { openTarget } from './targets/open-target.ts'
import { verifyBackup } from './verify.ts'

const MARKS = 200

let source: TestDatabase
let owner: Database
let identity: string
let signingKey: SigningKey
let folder: string
let target: Target
let place: BackupPlace
/** A database with sample data that no test changes, except for its runs of backups. */
let sample: Database
const others: TestDatabase[] = []

beforeAll(async () => {
  identity = await generateX25519Identity()
  signingKey = deriveSigningKey(identity)
  source = await createTestDatabase()
  owner = source.open('owner')
  await loadMarks(owner, sampleMarks().slice(0, MARKS))
  await sql(owner, `update corpus_state set kind = 'register', version = 7`)
  await rebuildSearchIndex(owner)
  await makeKey(owner, { consumer: 'acme' })
  const unchanged = await createTestDatabase()
  others.push(unchanged)
  sample = unchanged.open('owner')
})
beforeEach(useNewFolder)
afterEach(() => rm(folder, { recursive: true, force: true }))
afterAll(async () => {
  await Promise.all([source, ...others].map((each) => each.drop()))
})

async function useNewFolder(): Promise<void> {
  folder = await mkdtemp(join(tmpdir(), 'backup-'))
  target = openTarget(`file://${folder}`)
  place = { target, recipient: await identityToRecipient(identity), signingKey }
}

const sql = (database: Database, text: string) =>
  database.query<Record<string, unknown>>({ text, parameters: [] })

const make = (kind: 'keys' | 'corpus'): Promise<Manifest> => makeBackup(owner, kind, place)

async function empty(): Promise<Database> {
  const database = await createTestDatabase('template0')
  others.push(database)
  return database.open('owner')
}

/** Returns every row of the given tables as text. */
async function rowsOf(database: Database, tables: readonly string[]): Promise<Record<string, unknown[]>> {
  const all = tables.map(async (table) => {
    const rows = await sql(database, `select t::text as row from ${table} as t order by 1`)
    return [table, rows.map(({ row }) => row)] as const
  })
  return Object.fromEntries(await Promise.all(all))
}

const tablesOf = async (database: Database): Promise<unknown> =>
  (
    await sql(
      database,
      `select count(*)::integer as n from pg_class where relnamespace = 'public'::regnamespace`,
    )
  )[0]?.n

describe('a restored database', () => {
  let database: Database
  let revoked: Awaited<ReturnType<typeof makeKey>>
  beforeAll(async () => {
    revoked = await makeKey(owner, { consumer: 'leaky' })
    await revokeKey(owner, revoked.id, { actor: 'test', reason: 'leaked' })
    await useNewFolder()
    await make('keys')
    await make('corpus')
    database = await empty()
    await restore(database, { target, ...(await chooseBackups(target, signingKey, {})), identity })
    await rm(folder, { recursive: true })
  })

  test('has every row of every backed-up table, and rebuilt derived tables', async () => {
    const tables = [...BACKED_UP.keys, ...BACKED_UP.corpus].filter((table) => table !== 'corpus_state')
    expect(await rowsOf(database, tables)).toEqual(await rowsOf(owner, tables))
    const made = REBUILT.filter((table) => table !== 'search.version')
    expect(await rowsOf(database, made)).toEqual(await rowsOf(owner, made))
    expect(await sql(database, 'select kind, version from corpus_state')).toEqual([
      { kind: 'register', version: 1_000_007 },
    ])
  })

  test('keeps a key revoked that was revoked before the backup, with its audit log', async () => {
    const { id, key } = revoked
    expect((await admit(database, { key, scope: 'brands:read' })).verdict).toBe('unauthorized')
    expect(await keyAuditLog(database, id)).toEqual(await keyAuditLog(owner, id))
  })

  test('continues the identity columns after the restored rows', async () => {
    const before = await listKeys(database)
    const made = await makeKey(database, { consumer: 'acme' })
    expect(await listKeys(database)).toEqual([expect.objectContaining({ id: made.id }), ...before])
    expect((await admit(database, { key: made.key, scope: 'brands:read' })).verdict).toBe('granted')
  })
})

describe('a restore', () => {
  test('loads each backup into the schema from which it was made, and migrates it to the current schema', async () => {
    const newest = migrations.length
    const additive: Migration = {
      version: newest + 1,
      name: 'note',
      kind: 'additive',
      digest: 'a'.repeat(64),
      sql: 'alter table brand add column note text; update brand set note = denominacion',
    }
    const breaking: Migration = {
      version: newest + 2,
      name: 'renamed',
      kind: 'breaking',
      digest: 'b'.repeat(64),
      sql: 'alter table portal_state rename column closed_for to closed_because',
    }
    const keys = await make('keys')
    const later = { ...keys, schema: [...keys.schema, { version: newest + 1, digest: additive.digest }] }
    const database = await empty()
    const order = { target, manifests: [later, await make('corpus')], identity }
    await restore(database, { ...order, known: [...migrations, additive, breaking] })
    expect(await sql(database, 'select version, kind from schema_migration order by version')).toEqual([
      ...migrations.map(({ version, kind }) => ({ version, kind })),
      { version: newest + 1, kind: 'additive' },
      { version: newest + 2, kind: 'breaking' },
    ])
    expect(await sql(database, 'select count(*)::integer as n from brand where note = denominacion')).toEqual(
      [
        { n: MARKS }, // the migration found the marks
      ],
    )
    expect(await sql(database, 'select closed_because from portal_state')).toEqual([{ closed_because: null }])
    expect(await rowsOf(database, BACKED_UP.keys)).toEqual(await rowsOf(owner, BACKED_UP.keys))
    expect(await rowsOf(database, ['brand_listing'])).toEqual(await rowsOf(owner, ['brand_listing']))
  })

  test('of only the keys of a register marks the corpus as a register: no sample is loaded, and backups go on', async () => {
    await make('keys')
    await make('corpus')
    const database = await empty()
    await restore(database, {
      target,
      ...(await chooseBackups(target, signingKey, { without: ['corpus'] })),
      identity,
    })
    expect(await sql(database, 'select kind from corpus_state')).toEqual([{ kind: 'register' }])
    expect(await makeBackup(database, 'keys', place)).toMatchObject({ kind: 'keys' })
    await expect(makeBackup(database, 'corpus', place)).rejects.toThrow('no keys or no marks')
  })

  test('requires a time if a backup is in the future, because a wrong clock would hide later backups', async () => {
    await make('keys')
    const manifest = await make('keys')
    await make('corpus')
    const name = nameBackup('keys', '9999-12-31T03:04:05.006Z', signingKey)
    await cp(join(folder, manifest.name), join(folder, name), { recursive: true })
    const { signature: _, ...rest } = manifest
    await writeFile(join(folder, name, 'manifest.json'), writeManifest({ ...rest, name }, signingKey))
    await expect(chooseBackups(target, signingKey, {})).rejects.toThrow(
      /99991231T.* is in the future: .*--at/,
    )
    const chosenAt = async (at: Date) => (await chooseBackups(target, signingKey, { at })).manifests[0]?.name
    expect(await chosenAt(new Date())).toBe(manifest.name)
    expect(await chosenAt(new Date('9999-12-31T23:59:59.999Z'))).toBe(name)
  })
})

describe('a restore is refused without any change, for', () => {
  let prepared: string
  let manifest: Manifest
  let database: Database
  beforeAll(async () => {
    await useNewFolder()
    prepared = folder
    await make('keys')
    manifest = await make('corpus')
    database = await empty()
  })
  beforeEach(() => cp(prepared, folder, { recursive: true }))
  afterAll(() => rm(prepared, { recursive: true }))
  const path = (file: string): string => join(folder, manifest.name, file)
  const expectRefused = async (sentence: RegExp, key = identity): Promise<void> => {
    const before = await tablesOf(database)
    const attempt = chooseBackups(target, deriveSigningKey(key), {}).then(({ manifests }) =>
      restore(database, { target, manifests, identity: key }),
    )
    await expect(attempt).rejects.toThrow(sentence)
    await expect(attempt).rejects.toMatchObject({ exitCode: 1 }) // a sentence for the operator
    expect(await tablesOf(database)).toBe(before)
  }

  /** Changes the parts in the manifest of the corpus backup, and signs the manifest. */
  const signParts = async (change: (parts: Manifest['parts']) => Manifest['parts']): Promise<void> => {
    const { signature: _, ...rest } = manifest
    const text = writeManifest({ ...rest, parts: change(rest.parts) }, signingKey)
    await writeFile(path('manifest.json'), text)
  }

  test('a backup of the corpus that holds tables of keys, or one table twice', async () => {
    const keys = await make('keys')
    for (const { file } of keys.parts) {
      await cp(join(folder, keys.name, file), path(file))
    }
    await signParts((parts) => [...parts, ...keys.parts])
    await expectRefused(/^corpus-\S+ cannot be used: consumer is not one of its tables/)
    await signParts((parts) => [...parts, ...parts.slice(-1)])
    await expectRefused(/field_fill is not one of its tables, or is in the manifest twice/)
  })

  test('a backup that lacks a table or a column, or has the columns of another table', async () => {
    await signParts((parts) => parts.slice(1))
    await expectRefused(/its table corpus_state is missing/)
    const onlyLast = (parts: Manifest['parts'], columns: string[]) =>
      parts.map((part) => (part.table === 'sync_rejection' ? { ...part, columns } : part))
    const own = manifest.parts.at(-1)?.columns ?? []
    for (const columns of [own.slice(1), [...own, 'other'], own.toReversed()]) {
      await signParts((parts) => onlyLast(parts, columns))
      await expectRefused(/columns of sync_rejection in its manifest \(.+\) do not match its schema/)
    }
  })

  test('another secret key', async () => {
    await expectRefused(
      /no signed backup of the keys .* Backups signed with another key: 1\./,
      await generateX25519Identity(),
    )
  })

  test.each([0, -1])('a file that was cut at %i', async (at) => {
    const part = manifest.parts.find(({ table }) => table === 'brand')
    await truncate(path('brand.copy.zst.age'), at < 0 ? (part?.bytes ?? 0) + at : at)
    await expectRefused(/brand\.copy\.zst\.age/)
  })

  test.each([10, -1])('a file with one other bit at %i', async (place) => {
    const bytes = await readFile(path('brand.copy.zst.age'))
    const at = place < 0 ? bytes.length + place : place
    bytes[at] = (bytes[at] ?? 0) ^ 1
    await writeFile(path('brand.copy.zst.age'), bytes)
    await expectRefused(/brand\.copy\.zst\.age/)
  })

  test('a file of another backup', async () => {
    const other = await make('corpus')
    await cp(path('brand.copy.zst.age'), join(folder, other.name, 'brand.copy.zst.age'))
    await expectRefused(/altered, cut or swapped/)
  })

  test('two swapped files', async () => {
    await cp(path('brand.copy.zst.age'), path('sheet.copy.zst.age'))
    await expectRefused(/sheet\.copy\.zst\.age is not the file that was written/)
  })

  test('a missing file', async () => {
    await rm(path('brand_detail.copy.zst.age'))
    await expectRefused(/brand_detail\.copy\.zst\.age/)
  })

  test('a manifest that is altered, truncated or missing', async () => {
    const text = await readFile(path('manifest.json'), 'utf8')
    await writeFile(path('manifest.json'), text.replace(`"rows": ${MARKS}`, `"rows": ${MARKS - 1}`))
    await expectRefused(/manifest of corpus-.* was altered/)
    await writeFile(path('manifest.json'), text.slice(0, 500))
    await expectRefused(/manifest of corpus-.* cut off or altered/)
    await rm(path('manifest.json'))
    await expectRefused(/no finished signed backup of the corpus /)
  })

  test('the schema of newer software', async () => {
    const { signature: _, ...rest } = manifest
    const schema = [...rest.schema, { version: 999, digest: '0'.repeat(64) }]
    await writeFile(path('manifest.json'), writeManifest({ ...rest, schema }, signingKey))
    await expectRefused(/made by newer software \(.*schema 999/)
  })

  test('the schema of an earlier development version', async () => {
    const { signature: _, ...rest } = manifest
    const schema = [1, 2, 13].map((version) => ({ version, digest: '0'.repeat(64) }))
    await writeFile(path('manifest.json'), writeManifest({ ...rest, schema }, signingKey))
    await expectRefused(
      /^corpus-\S+ has the schema of an earlier development version, which cannot be restored: start with an empty DATA_DIR or an empty database, and load the data again\.$/,
    )
  })

  test('a newer PostgreSQL', async () => {
    const { signature: _, ...rest } = manifest
    await writeFile(path('manifest.json'), writeManifest({ ...rest, postgresql: 99 }, signingKey))
    await expectRefused(/made from PostgreSQL 99, and this server is older/)
  })

  test('a database that is not empty', async () => {
    const { manifests } = await chooseBackups(target, signingKey, {})
    await expect(restore(owner, { target, manifests, identity })).rejects.toThrow('not empty')
    expect((await sql(owner, 'select count(*)::integer as n from brand'))[0]?.n).toBe(MARKS)
  })

  test('a file that changes during the restore', async () => {
    const flaky: Target = {
      ...target,
      read: async (name) => {
        reads.push(name)
        const isSecond = reads.filter((each) => each === name).length === 2
        return target.read(isSecond && name.includes('/sheet.') ? name.replace('/sheet.', '/brand.') : name)
      },
    }
    const reads: string[] = []
    const before = await tablesOf(database)
    const { manifests } = await chooseBackups(flaky, signingKey, {})
    await expect(restore(database, { target: flaky, manifests, identity })).rejects.toThrow('swapped')
    expect(await tablesOf(database)).toBe(before)
  })
})

describe('a backup that is forged', () => {
  const TAG = '0'.repeat(20)
  const report = (chosen: ChosenBackups) => restoreReport(chosen, {}, 1, new Date())

  test('without a signature, or with a signature of another key, is ignored even if it is newer, and the report names it', async () => {
    const genuine = [await make('keys'), await make('corpus')]
    const unsigned = await makeUnsigned(folder, (await make('keys')).name)
    const other = { ...place, signingKey: deriveSigningKey(await generateX25519Identity()) }
    const { name } = await makeBackup(owner, 'corpus', other)
    const chosen = await chooseBackups(target, signingKey, { unsigned: true })
    expect(chosen.manifests).toEqual(genuine)
    expect(chosen.ignored).toEqual([name, unsigned])
    expect(report(chosen).notVouchedFor).toContain(
      `IGNORED: 2 newer backups, unsigned or signed with another key, such as ${name}.`,
    )
    expect(report(chosen).backups.map(({ takenAt }) => takenAt)).toEqual(
      genuine.map(({ takenAt }) => takenAt),
    )
  })

  test('as a copy of an older backup under a newer name is ignored', async () => {
    await make('corpus')
    const old = await make('keys')
    const replayed = old.name.replace(/\d{8}T/, '20990101T')
    await cp(join(folder, old.name), join(folder, replayed), { recursive: true })
    const { manifests, ignored } = await chooseBackups(target, signingKey, {})
    expect([manifests[0]?.name, ignored]).toEqual([old.name, [replayed]])
  })

  test('with the manifest of an older backup, or an unsigned manifest, under a signed name is refused', async () => {
    const [old, { name, signature: _, ...rest }] = [await make('keys'), await make('keys')]
    const manifest = join(folder, name, 'manifest.json')
    await cp(join(folder, old.name, 'manifest.json'), manifest)
    await expect(manifestOf(target, name, signingKey)).rejects.toThrow('its signature does not match')
    await writeUnsignedManifest(manifest, { ...rest, name, format: 1 })
    await expect(manifestOf(target, name, signingKey)).rejects.toThrow('its signature does not match')
  })

  test('neither removes a genuine backup nor is removed', async () => {
    const { name, takenAt } = await make('corpus')
    const instant = (ms: number) => new Date(Date.parse(takenAt) + ms).toISOString().replaceAll(/[-:.]/g, '')
    const forged = [1, 2, 3, 4, 5, 6].map((ms) => `corpus-${instant(ms)}-abcdef${ms % 2 ? '' : `-${TAG}`}`)
    await Promise.all(forged.map((each) => cp(join(folder, name), join(folder, each), { recursive: true })))
    const outcome = await backUp(owner, 'corpus', place)
    expect(outcome?.removed).toEqual([])
    const left = (await listBackups(target, signingKey)).map((backup) => backup.name)
    expect(left.toSorted()).toEqual([name, ...forged, outcome?.manifest.name ?? ''].toSorted())
  })
})

describe('a backup of an earlier version, which is not signed,', () => {
  test('is restored only on request, and the report states the risk', async () => {
    const names = [await make('keys'), await make('corpus')].map(({ name }) => name)
    const [keys] = await Promise.all(names.map((name) => makeUnsigned(folder, name)))
    await expect(chooseBackups(target, signingKey, {})).rejects.toThrow(
      /no signed backup of the keys .* Unsigned backups: 1\. --unsigned restores the newest/,
    )
    const chosen = await chooseBackups(target, signingKey, { unsigned: true })
    const database = await empty()
    await restore(database, { target, ...chosen, identity })
    expect(await rowsOf(database, BACKED_UP.keys)).toEqual(await rowsOf(owner, BACKED_UP.keys))
    const { backups, notVouchedFor } = restoreReport(chosen, {}, 1, new Date())
    expect(backups[0]).toMatchObject({ name: keys, isSigned: false })
    expect(notVouchedFor.slice(0, 2)).toEqual([
      'NOT SIGNED: the backup of the keys. Anyone who can write to its target may have made it, with keys of their own.',
      '  Revoke every key that you did not create.',
    ])
  })

  test('is refused if it has a signature that cannot be checked', async () => {
    const name = await makeUnsigned(folder, (await make('keys')).name)
    const file = join(folder, name, 'manifest.json')
    const { digest: _, ...rest } = JSON.parse(await readFile(file, 'utf8'))
    await writeUnsignedManifest(file, rest)
    await manifestOf(target, name, undefined)
    await writeFile(
      file,
      JSON.stringify({ ...JSON.parse(await readFile(file, 'utf8')), signature: 'a'.repeat(64) }),
    )
    await expect(manifestOf(target, name, undefined)).rejects.toThrow('its digest does not match')
  })

  test('prevents the first backup of a machine that was not restored, like a signed backup', async () => {
    await makeUnsigned(folder, (await make('keys')).name)
    await expect(makeBackup(sample, 'keys', place)).rejects.toThrow(
      /holds backups of a register, and this database contains sample data/,
    )
  })
})

describe('a backup', () => {
  test('is one snapshot, even if data changes during the backup', async () => {
    const changing: Target = {
      ...target,
      write: async (name, bytes) => {
        await target.write(name, bytes)
        if (name.includes('/consumer.')) {
          await makeKey(owner, { consumer: `late ${name}` })
        }
      },
    }
    const before = (await listKeys(owner)).length
    const { parts } = await makeBackup(owner, 'keys', { ...place, target: changing })
    expect(parts.map(({ table, rows }) => [table, rows])).toContainEqual(['api_key', before])
    expect((await listKeys(owner)).length).toBe(before + 1)
  })

  test('reveals nothing to a reader of the target without the key', async () => {
    const manifest = await make('keys')
    for (const file of await readdir(join(folder, manifest.name))) {
      expect(await readFile(join(folder, manifest.name, file), 'latin1')).not.toContain('acme')
    }
  })

  test('has no digest of its content, by which a reader of the target could test guesses', async () => {
    const manifest = await make('keys')
    const text = await readFile(join(folder, manifest.name, 'manifest.json'), 'utf8')
    for (const part of manifest.parts) {
      const content = await buffer(readPart({ target, backup: manifest.name, part }, identity))
      expect(text).not.toContain(createHash('sha256').update(content).digest('hex'))
    }
  })

  test('that fails has no manifest, and its error is recorded', async () => {
    const full: Target = {
      ...target,
      write: async (name, bytes) => {
        if (name.includes('/api_key.')) {
          throw new Error('the disk is full')
        }
        await target.write(name, bytes)
      },
    }
    await expect(backUp(owner, 'keys', { ...place, target: full })).rejects.toThrow('the disk is full')
    expect(await listBackups(target, signingKey)).toEqual([
      expect.objectContaining({ kind: 'keys', isFinished: false }),
    ])
    expect(
      await sql(owner, 'select name, error_message from backup_run order by backup_id desc limit 1'),
    ).toEqual([{ name: null, error_message: 'It failed: the disk is full' }])
  })

  test('that is aborted while its target hangs ends at once, and its error is recorded', async () => {
    const stop = new AbortController()
    const goOn = Promise.withResolvers<void>()
    const hanging: Target = {
      ...target,
      write: async () => {
        stop.abort(new Error('stopped'))
        await goOn.promise
        throw new Error('the target is gone')
      },
    }
    const attempt = backUp(owner, 'keys', { ...place, target: hanging }, { signal: stop.signal })
    await expect(attempt).rejects.toThrow('stopped')
    expect(await sql(owner, 'select error_message from backup_run order by backup_id desc limit 1')).toEqual([
      { error_message: 'It failed: stopped' },
    ])
    goOn.resolve()
  })

  test('of a sample is refused at a target with backups of a register', async () => {
    await make('corpus')
    await expect(makeBackup(sample, 'keys', place)).rejects.toThrow(
      /holds backups of a register, and this database contains sample data/,
    )
  })

  test('of a register without any key is refused at a target with backups of keys', async () => {
    await make('keys')
    const fresh = await createTestDatabase()
    others.push(fresh)
    const database = fresh.open('owner')
    await sql(database, `update corpus_state set kind = 'register'`)
    for (const kind of ['keys', 'corpus'] as const) {
      await expect(makeBackup(database, kind, place)).rejects.toThrow(
        /holds backups of a register, and this database has no keys or no marks: restore a backup first/,
      )
    }
    await makeKey(database, { consumer: 'first' })
    expect(await makeBackup(database, 'keys', place)).toMatchObject({ kind: 'keys' })
  })

  test('dated by a fast clock neither prevents the next backup nor counts as the newest backup', async () => {
    const now = new Date()
    await sql(
      sample,
      `insert into backup_run (kind, place, started_at, taken_at, finished_at, name, bytes)
       select kind, '${recordedPlace(target, signingKey)}', at, at, at, 'ahead', 1
         from unnest(array['keys', 'corpus']) as kind, (select now() + interval '30 days' as at) as ahead`,
    )
    await sql(
      sample,
      `insert into backup_run (kind, place, started_at) values ('keys', '${recordedPlace(target, signingKey)}', now() + interval '30 days')`,
    )
    expect(
      await isSlotDone(sample, { kind: 'keys', place: recordedPlace(target, signingKey) }, now, now),
    ).toBe(false)
    expect(await backupState(sample, recordedPlace(target, signingKey))).toBe('late')
    for (const kind of ['keys', 'corpus'] as const) {
      expect(await backUp(sample, kind, place, { slot: now })).toBeDefined()
      expect(await isSlotDone(sample, { kind, place: recordedPlace(target, signingKey) }, now, now)).toBe(
        true,
      )
    }
    expect(await backupState(sample, recordedPlace(target, signingKey))).toBe('ok')
  })

  test('at one target, or with one signing key, does not count for another', async () => {
    const now = new Date()
    await backUp(owner, 'keys', place, { slot: now })
    expect(
      await isSlotDone(owner, { kind: 'keys', place: recordedPlace(target, signingKey) }, now, now),
    ).toBe(true)
    expect(await isSlotDone(owner, { kind: 'keys', place: 'another' }, now, now)).toBe(false)
    expect(await backupState(owner, 'another')).toBe('late')
    const other = recordedPlace(target, deriveSigningKey(await generateX25519Identity()))
    expect(await isSlotDone(owner, { kind: 'keys', place: other }, now, now)).toBe(false)
  })

  test('of one slot is made once by any number of processes', async () => {
    const slot = new Date()
    const outcomes = await Promise.all([1, 2, 3, 4].map(() => backUp(owner, 'keys', place, { slot })))
    expect(outcomes.filter((outcome) => outcome !== undefined)).toHaveLength(1)
    expect(await listBackups(target, signingKey)).toHaveLength(1)
  })

  test('can be verified without the key, except for its content', async () => {
    const manifest = await make('keys')
    await verifyBackup(target, manifest, undefined)
    await verifyBackup(target, manifest, identity)
    await truncate(join(folder, manifest.name, 'api_key.copy.zst.age'), 20)
    await expect(verifyBackup(target, manifest, undefined)).rejects.toThrow('api_key.copy.zst.age')
  })

  test('stops when it is aborted, and leaves no connection behind', async () => {
    const stop = new AbortController()
    const attempt = makeBackup(owner, 'corpus', place, {
      signal: stop.signal,
      onPart: () => stop.abort(new Error('stopped')),
    })
    await expect(attempt).rejects.toThrow('stopped')
    expect(await sql(owner, 'select 1 as one')).toEqual([{ one: 1 }])
  })
})
