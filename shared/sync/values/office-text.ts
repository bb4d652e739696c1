import type { Cell } from './cell.ts'
import { withoutNationalIds } from './national-ids.ts'
import { isPlaceholder } from './placeholders.ts'

/** Returns the office's words for a status or an event from a cell, without national ids; empty for a placeholder. */
export function officeText(cell: Cell): string {
  const text = withoutNationalIds(String(cell ?? ''))
  return isPlaceholder(text) ? '' : text
}
