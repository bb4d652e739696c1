import { posix } from 'node:path'
import type { Archive } from './archive.ts'
import { readSmallPart } from './xml-reader.ts'

/** A reference from one part of a workbook to another part. */
export interface Relationship {
  readonly id: string
  /** The last segment of the type, such as `worksheet`. The rest of the type differs between variants of the format. */
  readonly kind: string
  /** The path of the other part in the archive, without a leading slash. */
  readonly path: string
}

/**
 * Returns the path of the part that contains the references from `source`:
 * `xl/workbook.xml` -> `xl/_rels/workbook.xml.rels`.
 */
export const relationshipsPath = (source: string): string =>
  posix.join(posix.dirname(source), '_rels', `${posix.basename(source)}.rels`)

/**
 * Reads the references from the part at `source` to other parts. Returns undefined if the part at `relationshipsPath` is
 * missing.
 * An empty `source` means the archive itself.
 */
export async function readRelationships(
  archive: Archive,
  source: string,
): Promise<Relationship[] | undefined> {
  const folder = posix.dirname(source)
  const part = archive.part(relationshipsPath(source))
  if (part === undefined) {
    return undefined
  }
  const found: Relationship[] = []
  await readSmallPart(part, 'its relationships', {
    open(name, { Id: id, Type: type = '', Target: target, TargetMode: mode }) {
      if (name === 'Relationship' && id !== undefined && target !== undefined && mode !== 'External') {
        found.push({ id, kind: type.slice(type.lastIndexOf('/') + 1), path: resolveTarget(folder, target) })
      }
    },
  })
  return found
}

/** A target is a URL, relative to `folder` or to the root. Some programs write backslashes instead of slashes. */
function resolveTarget(folder: string, target: string): string {
  return posix.resolve('/', folder, decode(target).replaceAll('\\', '/')).slice(1)
}

function decode(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}
