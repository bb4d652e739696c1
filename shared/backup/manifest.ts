import { createHash } from 'node:crypto'
import type { FromSchema } from 'json-schema-to-ts'
import { backupManifest } from '../../schemas/backup.ts'
import { validator } from '../platform/validation.ts'
import { BackupError } from './backup-error.ts'

/** All that is to be known of a backup before it is opened: no secret, nothing of what it holds. */
export type Manifest = FromSchema<typeof backupManifest>
export type Part = Manifest['parts'][number]

/** What comes last of a backup: one without it was not finished. */
export const MANIFEST_FILE = 'manifest.json'
/** A manifest of the largest schema has some thousands of bytes. */
const MOST_BYTES = 1_000_000

const problemsOf = validator(backupManifest)

/** The text of a manifest, with a digest of all else in it: it tells an altered or broken one, and no forgery. */
export function writeManifest(manifest: Omit<Manifest, 'digest'>): string {
  return `${JSON.stringify({ ...manifest, digest: digestOf(manifest) }, null, 2)}\n`
}

/** Reads a manifest, that of the backup of this name. @throws BackupError where it is none, or altered */
export function readManifest(text: string, backup: string): Manifest {
  const manifest = parsed(text, backup)
  const { digest, ...rest } = manifest
  const isNamed = manifest.name === backup && backup.startsWith(`${manifest.kind}-`)
  if (digest !== digestOf(rest) || !isNamed) {
    throw new BackupError(`The manifest of ${backup} was altered: it is not what was written.`)
  }
  return manifest
}

/** @throws BackupError where a manifest is too large to be one */
export async function manifestText(bytes: AsyncIterable<Uint8Array>, backup: string): Promise<string> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of bytes) {
    size += chunk.length
    if (size > MOST_BYTES) {
      throw new BackupError(`The manifest of ${backup} is no manifest: it is too large.`)
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

export const FORMAT = 1

const digestOf = (manifest: Omit<Manifest, 'digest'>): string =>
  createHash('sha256')
    .update(JSON.stringify(inOrder(manifest)))
    .digest('hex')

/** The same value with the members of its objects by name: what a digest is made of has one order. */
const inOrder = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(inOrder)
    : typeof value === 'object' && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([a], [b]) => (a < b ? -1 : 1))
            .map(([name, each]) => [name, inOrder(each)]),
        )
      : value
