import { randomBytes } from 'node:crypto'
import type { Database, Snapshot } from '../db/database.ts'
import { newestVersion } from '../db/migrate.ts'
import { sqlFile } from '../db/sql-file.ts'
import { VERSION } from '../platform/version.ts'
import { BackupError } from './backup-error.ts'
import { FORMAT, MANIFEST_FILE, type Manifest, type Part, readManifest, writeManifest } from './manifest.ts'
import { writePart } from './parts.ts'
import { listBackups, manifestOf, newestOf } from './stored-backups.ts'
import { BACKED_UP, type BackupKind } from './tables.ts'
import type { Target } from './target.ts'

const DESCRIBE = sqlFile(import.meta.url, 'describe.sql', 'planned')
const CONTENT = {
  text: 'select exists (select from api_key) as "api_key", exists (select from brand) as "brand"',
  parameters: [],
}
const COLUMNS = sqlFile(import.meta.url, 'columns.sql', 'planned')

export interface BackupOptions {
  signal?: AbortSignal
  /** Told of each table that is kept. */
  onPart?: (part: Part) => void
}

/**
 * Exports the tables of a kind to a target: in one snapshot, each as a file of its own that only the owner of the
 * recipient's key can read, and the manifest when all of them are there. Until then, it is no backup.
 *
 * @throws BackupError, or what the database reports; then what was written is without a manifest
 */
export async function makeBackup(
  database: Database,
  kind: BackupKind,
  { target, recipient }: { target: Target; recipient: string },
  { signal, onPart = () => {} }: BackupOptions = {},
): Promise<Manifest> {
  const manifest = await database.snapshot(async (snapshot) => {
    const described = await describe(snapshot)
    const name = nameOf(kind, described.takenAt)
    await refuseToPush(snapshot, target, kind, described.corpus)
    const parts: Part[] = []
    for (const table of BACKED_UP[kind]) {
      parts.push(await exportTable(snapshot, table, { target, name, recipient, signal }))
      onPart(parts.at(-1) as Part)
    }
    return { format: FORMAT, name, kind, ...described, software: VERSION, recipient, parts } as const
  })
  const text = writeManifest(manifest)
  const written = readManifest(text, manifest.name) // what could not be read back is no backup
  await target.write(`${manifest.name}/${MANIFEST_FILE}`, chunksOf(text))
  return written
}

type Described = Pick<Manifest, 'takenAt' | 'corpus' | 'postgresql' | 'schema'>

/** Its first statement takes the snapshot. @throws BackupError where newer software has more tables than this knows */
async function describe(snapshot: Snapshot): Promise<Described> {
  const [described] = await snapshot.query<Described>(DESCRIBE)
  if (described === undefined) {
    throw new BackupError('The database has no corpus: it is not one of this service.')
  }
  const newest = described.schema.at(-1)?.version ?? 0
  const known = newestVersion()
  if (newest > known) {
    throw new BackupError(
      `The schema is newer (${newest}) than this software (${known}): the newer version makes the backups.`,
    )
  }
  return described
}

/**
 * A new machine that was started before it was restored must not put its sample, or what the sources have told it so far,
 * before the register's backups. That it has no key tells it, or no mark: neither ever goes away.
 */
async function refuseToPush(
  snapshot: Snapshot,
  target: Target,
  kind: BackupKind,
  corpus: Manifest['corpus'],
): Promise<void> {
  const [content] = await snapshot.query<Record<'api_key' | 'brand', boolean>>(CONTENT)
  const lacking = [
    ...(content?.api_key ? [] : ['api_key']),
    ...(content?.brand || kind === 'keys' ? [] : ['brand']), // their next runs may not have brought them yet
  ]
  if (corpus === 'register' && lacking.length === 0) {
    return
  }
  const backups = await listBackups(target)
  const newest = (['corpus', 'keys'] as const).flatMap((each) => newestOf(backups, each) ?? [])
  const manifests = await Promise.all(newest.map(({ name }) => manifestOf(target, name)))
  const ofRegister = manifests.filter((manifest) => manifest.corpus === 'register')
  const isLacking = ({ table, rows }: Part): boolean => rows > 0 && lacking.includes(table)
  const what =
    corpus === 'sample' && ofRegister.length > 0
      ? 'a sample'
      : ofRegister.some(({ parts }) => parts.some(isLacking)) && 'without keys or without marks'
  if (what) {
    throw new BackupError(
      `${capital(target.place)} holds backups of a register, and this database is ${what}: restore first, or set ` +
        'another BACKUP_TARGET.',
    )
  }
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

/** `keys-20261122T051007123Z-1f9a0c`: by kind and time, and of two at once each has its own. */
const nameOf = (kind: BackupKind, takenAt: string): string =>
  `${kind}-${takenAt.replaceAll(/[-:.]/g, '')}-${randomBytes(3).toString('hex')}`

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
    throw new BackupError(`${table} was not exported whole: ${written?.content.lines} rows of ${rows}.`)
  }
  const { content, stored } = written
  return {
    ...{ file, table, columns, rows },
    ...{ bytes: stored.bytes, sha256: stored.sha256 },
    ...{ contentBytes: content.bytes, contentSha256: content.sha256 },
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
