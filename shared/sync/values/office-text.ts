import type { Cell } from './cell.ts'
import { withoutNationalIds } from './national-ids.ts'
import { isPlaceholder } from './placeholders.ts'

/** Returns the words of the office for a status or an event: clean, without national ids; empty for a placeholder. */
export function officeText(cell: Cell): string {
  const text = withoutNationalIds(String(cell ?? ''))
  return isPlaceholder(text) ? '' : text
}
