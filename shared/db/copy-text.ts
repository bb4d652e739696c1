/** A value in PostgreSQL's text format for `copy` (PostgreSQL manual, COPY, File Formats). */
export type CopyValue = string | number | boolean | null

const SPECIAL = /[\\\t\n\r]/
const EACH_SPECIAL = new RegExp(SPECIAL, 'g')
const ESCAPES: Readonly<Record<string, string>> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** Returns one line of a `copy`: values separated by tabs, `\N` for null, a line break at the end. */
export const copyLine = (values: readonly CopyValue[]): string => `${values.map(inCopy).join('\t')}\n`

function inCopy(value: CopyValue): string {
  if (value === null) {
    return '\\N'
  }
  const text = String(value)
  return SPECIAL.test(text) ? text.replace(EACH_SPECIAL, (special) => ESCAPES[special] ?? special) : text
}
