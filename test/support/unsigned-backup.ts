import { createHash } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Converts a backup in a folder to the unsigned format of earlier versions, and returns its name. */
export async function makeUnsigned(folder: string, name: string): Promise<string> {
  const unsigned = name.replace(/-[0-9a-f]{20}$/, '')
  const file = join(folder, name, 'manifest.json')
  const { signature: _, parts, ...rest } = JSON.parse(await readFile(file, 'utf8'))
  const contentSha256 = '0'.repeat(64)
  await writeUnsignedManifest(file, {
    ...rest,
    format: 1,
    name: unsigned,
    parts: parts.map((part: object) => ({ ...part, contentSha256 })),
  })
  await rename(join(folder, name), join(folder, unsigned))
  return unsigned
}

/** Writes a manifest as earlier versions did: with a digest that needs no key. */
export const writeUnsignedManifest = (file: string, manifest: object): Promise<void> =>
  writeFile(file, JSON.stringify({ ...manifest, digest: digestOf(manifest) }))

const digestOf = (manifest: object): string =>
  createHash('sha256').update(JSON.stringify(manifest, membersByName)).digest('hex')

const membersByName = (_: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value
