import type { Cell } from './cell.ts'
import { withoutNationalIds } from './national-ids.ts'
import { isPlaceholder } from './placeholders.ts'

/** Reads a cell with the office's words for a status or an event. Removes national ids. Returns an empty text for a placeholder. */
export function officeText(cell: Cell): string {
  const text = withoutNationalIds(String(cell ?? ''))
  return isPlaceholder(text) ? '' : text
}
