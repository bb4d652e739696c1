import type { Archive, ArchivePart } from './archive.ts'
import { readRange } from './cell-reference.ts'
import { readRelationships } from './relationships.ts'
import { readSmallPart } from './xml-reader.ts'

/** The columns (from 0) of the cells with a comment, by row number (from 1). */
export type CommentedCells = ReadonlyMap<number, ReadonlySet<number>>

/** Returns the cells of a worksheet that have a comment. A workbook also stores each threaded comment as a simple comment. */
export async function readCommentedCells(archive: Archive, sheet: ArchivePart): Promise<CommentedCells> {
  const found = new Map<number, Set<number>>()
  const related = (await readRelationships(archive, sheet.name)) ?? []
  for (const { path } of related.filter(({ kind }) => kind === 'comments')) {
    const part = archive.part(path)
    if (part !== undefined) {
      await readSmallPart(part, 'its comments', {
        open(name, { ref }) {
          if (name === 'comment' && ref !== undefined) {
            const { top, left } = readRange(ref)
            found.set(top, (found.get(top) ?? new Set()).add(left))
          }
        },
      })
    }
  }
  return found
}
