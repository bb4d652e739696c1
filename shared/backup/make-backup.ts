import type { Database, Snapshot } from '../db/database.ts'
import { newestVersion } from '../db/migrate.ts'
import { sqlFile } from '../db/sql-file.ts'
import { VERSION } from '../platform/version.ts'
import { BackupError } from './backup-error.ts'
import type { BackupPlace } from './backup-place.ts'
import { FORMAT, MANIFEST_FILE, type Manifest, type Part, readManifest, writeManifest } from './manifest.ts'
import { writePart } from './parts.ts'
import type { SigningKey } from './signing-key.ts'
import { listBackups, manifestOf, nameBackup, newestOf } from './stored-backups.ts'
import { BACKED_UP, type BackupKind } from './tables.ts'
import type { Target } from './target.ts'

const DESCRIBE = sqlFile(import.meta.url, 'describe.sql', 'planned')
const HAS_ROWS = sqlFile(import.meta.url, 'has-rows.sql', 'planned')
const COLUMNS = sqlFile(import.meta.url, 'columns.sql', 'planned')

export interface BackupOptions {
  signal?: AbortSignal
  onPart?: (part: Part) => void
}

/**
 * Exports the tables of a kind in one snapshot. The signed manifest is written last and finishes the backup.
 *
 * @throws BackupError, or an error of the database
 */
export async function makeBackup(
  database: Database,
  kind: BackupKind,
  { target, recipient, signingKey }: BackupPlace,
  { signal, onPart = () => {} }: BackupOptions = {},
): Promise<Manifest> {
  const manifest = await database.snapshot(async (snapshot) => {
    const described = await describe(snapshot)
    const name = nameBackup(kind, described.takenAt, signingKey)
    await refuseToReplaceRegister(snapshot, { target, signingKey }, kind, described.corpus)
    const parts: Part[] = []
    for (const table of BACKED_UP[kind]) {
      parts.push(await exportTable(snapshot, table, { target, name, recipient, signal }))
      onPart(parts.at(-1) as Part)
    }
    return { format: FORMAT, name, kind, ...described, software: VERSION, recipient, parts } as const
  })
  const text = writeManifest(manifest, signingKey)
  const written = readManifest(text, manifest.name, signingKey) // an unreadable manifest must not finish a backup
  await target.write(`${manifest.name}/${MANIFEST_FILE}`, chunksOf(text))
  return written
}

type Described = Pick<Manifest, 'takenAt' | 'corpus' | 'postgresql' | 'schema'>

/** Reads facts for the manifest. As the first query of the transaction, it takes the snapshot, just after `takenAt`. */
async function describe(snapshot: Snapshot): Promise<Described> {
  const [described] = await snapshot.query<Described>(DESCRIBE)
  if (described === undefined) {
    throw new BackupError('The database has no corpus: it does not belong to this service.')
  }
  const newest = described.schema.at(-1)?.version ?? 0
  const known = newestVersion()
  if (newest > known) {
    throw new BackupError(
      `The schema (${newest}) is newer than this software (${known}): make backups with the newer version.`,
    )
  }
  return described
}

/**
 * Throws if the target has backups of a register, and this database:
 * - has sample data, or
 * - has no keys or no marks, although these backups have them.
 *
 * The operator of a new machine must restore the register first. Otherwise, a later restore would choose the backup of
 * the new machine, because it would be the newest backup.
 *
 * Also reads the manifests of unsigned backups, which earlier versions made.
 */
async function refuseToReplaceRegister(
  snapshot: Snapshot,
  { target, signingKey }: { target: Target; signingKey: SigningKey },
  kind: BackupKind,
  corpus: Manifest['corpus'],
): Promise<void> {
  const [content] = await snapshot.query<Record<'api_key' | 'brand', boolean>>(HAS_ROWS)
  const lacking = [
    ...(content?.api_key ? [] : ['api_key']),
    ...(content?.brand || kind === 'keys' ? [] : ['brand']), // keys may be backed up before brands are loaded
  ]
  if (corpus === 'register' && lacking.length === 0) {
    return
  }
  const backups = await listBackups(target, signingKey)
  const newest = (signature: 'valid' | 'none', key: SigningKey | undefined): Promise<Manifest>[] =>
    (['corpus', 'keys'] as const)
      .flatMap((each) => newestOf(backups, each, signature) ?? [])
      .map(({ name }) => manifestOf(target, name, key))
  const manifests = await Promise.all([...newest('valid', signingKey), ...newest('none', undefined)])
  const ofRegister = manifests.filter((manifest) => manifest.corpus === 'register')
  const isLacking = ({ table, rows }: Part): boolean => rows > 0 && lacking.includes(table)
  const what =
    corpus === 'sample' && ofRegister.length > 0
      ? 'contains sample data'
      : ofRegister.some(({ parts }) => parts.some(isLacking)) && 'has no keys or no marks'
  if (what) {
    throw new BackupError(
      `${capital(target.place)} holds backups of a register, and this database ${what}: restore a backup first, or set ` +
        'another BACKUP_TARGET.',
    )
  }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

interface ExportOptions {
  target: Target
  name: string
  recipient: string
  signal: AbortSignal | undefined
}

async function exportTable(
  snapshot: Snapshot,
  table: string,
  { target, name, recipient, signal }: ExportOptions,
): Promise<Part> {
  const columns = (await snapshot.query<{ column: string }>(COLUMNS, { table })).map(({ column }) => column)
  const file = `${table}.copy.zst.age`
  const text = `copy ${table} (${columns.join(', ')}) to stdout`
  let written: Awaited<ReturnType<typeof writePart>> | undefined
  const rows = await snapshot.copyOut({ text, parameters: [] }, async (bytes) => {
    written = await writePart(target, `${name}/${file}`, untilAborted(bytes, signal), recipient)
  })
  if (written === undefined || written.content.lines !== rows) {
    throw new BackupError(`The export of ${table} is incomplete: ${written?.content.lines} of ${rows} rows.`)
  }
  const { content, stored } = written
  return {
    ...{ file, table, columns, rows },
    ...{ bytes: stored.bytes, sha256: stored.sha256, contentBytes: content.bytes },
  }
}

async function* untilAborted(
  bytes: AsyncIterable<Uint8Array>,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    signal?.throwIfAborted()
    yield chunk
  }
}

async function* chunksOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}
