import { createHash } from 'node:crypto'
import type { FromSchema } from 'json-schema-to-ts'
import { backupManifest } from '../../schemas/backup.ts'
import { validator } from '../platform/validation.ts'
import { BackupError } from './backup-error.ts'

/** The description of a backup, readable without the key: no secret, and no content of the tables. */
export type Manifest = FromSchema<typeof backupManifest>
export type Part = Manifest['parts'][number]

/** The last file of a backup; without it, the backup is not finished. */
export const MANIFEST_FILE = 'manifest.json'
/** A manifest has a few thousand bytes. */
const MAX_BYTES = 1_000_000

const problemsOf = validator(backupManifest)

/** Returns the text of a manifest with a digest of its other members, which reveals damage, but no forgery. */
export function writeManifest(manifest: Omit<Manifest, 'digest'>): string {
  return `${JSON.stringify({ ...manifest, digest: digestOf(manifest) }, null, 2)}\n`
}

/** Parses the manifest of a backup. @throws BackupError where it is invalid or altered */
export function readManifest(text: string, backup: string): Manifest {
  const manifest = parsed(text, backup)
  const { digest, ...rest } = manifest
  const isNamed = manifest.name === backup && backup.startsWith(`${manifest.kind}-`)
  if (digest !== digestOf(rest) || !isNamed) {
    throw new BackupError(`The manifest of ${backup} was altered: its digest does not match.`)
  }
  return manifest
}

/** Reads the text of a manifest. @throws BackupError where it is too large */
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
    throw new BackupError(`${backup} was made by newer software (format ${format}): restore it with that.`)
  }
  const [problem] = problemsOf(value)
  if (problem) {
    throw new BackupError(`The manifest of ${backup} was altered: ${problem.field} ${problem.reason}.`)
  }
  return value as Manifest
}

/** The version of the manifest's format. */
export const FORMAT = 1

const digestOf = (manifest: Omit<Manifest, 'digest'>): string =>
  createHash('sha256')
    .update(JSON.stringify(sorted(manifest)))
    .digest('hex')

/** Returns a value with the members of its objects sorted by name, so that its digest does not depend on their order. */
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
