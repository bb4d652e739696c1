import { createHash } from 'node:crypto'
import type { FromSchema } from 'json-schema-to-ts'
import { backupManifest } from '../../schemas/backup.ts'
import { newestVersion } from '../db/migrate.ts'
import { validator } from '../platform/validation.ts'
import { BackupError } from './backup-error.ts'
import { type SigningKey, sign } from './signing-key.ts'
import { BACKED_UP } from './tables.ts'

/** The description of a backup. A manifest is not encrypted and must contain no secret. */
export type Manifest = FromSchema<typeof backupManifest>
export type Part = Manifest['parts'][number]

/** Written last: a backup without this file is not finished. */
export const MANIFEST_FILE = 'manifest.json'
const MAX_BYTES = 1_000_000

export const FORMAT = 2

const problemsOf = validator(backupManifest)

/** Returns the JSON text of a manifest, with a signature over all other members. */
export function writeManifest(manifest: Omit<Manifest, 'signature'>, key: SigningKey): string {
  return `${JSON.stringify({ ...manifest, signature: sign(key, 'manifest', canonical(manifest)) }, null, 2)}\n`
}

/**
 * Parses a manifest and checks its signature. Without a key, checks its digest instead.
 *
 * @throws BackupError for an invalid, altered or wrongly signed manifest
 */
export function readManifest(text: string, backup: string, key: SigningKey | undefined): Manifest {
  const manifest = parsed(text, backup)
  const { signature, digest, ...rest } = manifest
  const isAuthentic =
    key === undefined
      ? signature === undefined && digest === createHash('sha256').update(canonical(rest)).digest('hex')
      : signature === sign(key, 'manifest', canonical(rest))
  const isNamed = manifest.name === backup && backup.startsWith(`${manifest.kind}-`)
  if (!isAuthentic || !isNamed) {
    const proof = key === undefined ? 'digest' : 'signature'
    throw new BackupError(`The manifest of ${backup} was altered: its ${proof} does not match.`)
  }
  refuseOtherTables(manifest)
  return manifest
}

/** Reads the text of a manifest. @throws BackupError if it is too large */
export async function manifestText(bytes: AsyncIterable<Uint8Array>, backup: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > MAX_BYTES) {
      throw new BackupError(`The manifest of ${backup} is invalid: it is larger than ${MAX_BYTES} bytes.`)
    }
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

function parsed(text: string, backup: string): Manifest {
  let value: { format?: unknown } | null
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new BackupError(`The manifest of ${backup} cannot be read: it was cut off or altered.`, { cause })
  }
  const format = value?.format
  if (typeof format === 'number' && format > FORMAT) {
    throw new BackupError(
      `${backup} was made by newer software (format ${format}): use that software to restore it.`,
    )
  }
  const [problem] = problemsOf(value)
  if (problem) {
    throw new BackupError(`The manifest of ${backup} was altered: ${problem.field} ${problem.reason}.`)
  }
  return value as Manifest
}

export const schemaVersion = ({ schema }: Pick<Manifest, 'schema'>): number =>
  schema.reduce((newest, { version }) => Math.max(newest, version), 0)

/**
 * Throws if a table is in the manifest twice, belongs to another kind of backup, or is missing.
 * For a backup with an older schema, only `refuseOtherColumns` checks for missing tables, during the restore.
 */
function refuseOtherTables(manifest: Manifest): void {
  const { name, kind, parts } = manifest
  const tables = parts.map(({ table }) => table)
  const known: readonly string[] = BACKED_UP[kind]
  const other = tables.find((table, at) => !known.includes(table) || tables.indexOf(table) !== at)
  if (other !== undefined) {
    throw new BackupError(
      `${name} cannot be used: ${other} is not one of its tables, or is in the manifest twice.`,
    )
  }
  const missing = known.find((table) => !tables.includes(table))
  if (missing !== undefined && schemaVersion(manifest) === newestVersion()) {
    throw new BackupError(`${name} cannot be used: its table ${missing} is missing.`)
  }
}

/** Returns JSON with sorted members. */
const canonical = (value: unknown): string => JSON.stringify(sorted(value))

const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([name, each]) => [name, sorted(each)]),
        )
      : value
