import { posix } from 'node:path'
import { quote } from '../../values/quote.ts'
import type { Archive } from './archive.ts'
import { notASheet } from './workbook-error.ts'
import { readSmallPart } from './xml-reader.ts'

/** That one part of a workbook refers to another. */
export interface Relationship {
  readonly id: string
  /**
   * The last word of its type: `worksheet`, `styles` … the same in the transitional and the strict format.
   */
  readonly kind: string
  /** The other part's path in the archive, without a slash at its start. */
  readonly path: string
}

/**
 * Reads what the part at `source` refers to; the empty path stands for the archive itself.
 *
 * @throws not_a_sheet when the archive does not say
 */
export async function readRelationships(archive: Archive, source: string): Promise<Relationship[]> {
  const folder = posix.dirname(source)
  const path = posix.join(folder, '_rels', `${posix.basename(source)}.rels`)
  const part = archive.part(path)
  if (part === undefined) {
    throw notASheet(`it is a zip archive without ${quote(path)}, which every workbook has`)
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

/** Targets are addresses: relative to the folder of what refers, or absolute from the archive's root. */
function resolveTarget(folder: string, target: string): string {
  return posix.resolve('/', folder, decode(target)).slice(1)
}

/** An address with a stray percent sign is taken as it is written. */
function decode(address: string): string {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}
