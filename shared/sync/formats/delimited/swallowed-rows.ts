import { SyncError } from '../../sync-error.ts'

/** An application number as it stands in a sheet, with points or without: at least five digits or points. */
const NUMBER = String.raw`\d[\d.]{4,}`

/**
 * Refuses a record of several lines one of which begins as a row does, with an application number and a separator,
 * while the record begins so too: a quote that was never closed has swallowed rows.
 *
 * @throws SyncError `cut_off`, in a sentence that names the line on which the record begins
 */
export function refuseSwallowed(record: readonly string[], separator: string, line: number): void {
  const own = new RegExp(String.raw`^\s*"?${NUMBER}"?\s*(?:$|${separator})`)
  // Behind a number in quotes the cell seems to end.
  const inner = new RegExp(String.raw`[\r\n](?:"?${NUMBER}"?${separator}|"${NUMBER}"?$)`)
  if (own.test(record[0] ?? '') && record.some((cell) => inner.test(cell))) {
    const why = `perhaps a quote on line ${line} never closes`
    throw new SyncError('cut_off', `A row begins within a cell of the record of line ${line}: ${why}.`)
  }
}
