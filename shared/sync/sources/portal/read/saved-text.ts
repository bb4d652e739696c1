import { SyncError } from '../../../sync-error.ts'
import { parseJson } from '../parse-json.ts'

/**
 * Returns the answers in JSON or JSON lines. Of an answer with a `Marca`, it returns the value of `Marca`.
 *
 * @throws SyncError `file_unreadable` for other text, `no_rows` without answers
 */
export function answersInText(text: string): unknown[] {
  if (text.trim() === '') {
    throw new SyncError('no_rows', 'The file is empty.')
  }
  const answers = valuesIn(text).flat().map(marcaIn)
  if (answers.length === 0) {
    throw new SyncError('no_rows', 'There are no answers in the file.')
  }
  return answers
}

/**
 * Parses the values of a text. The error has no cause, because the parser's message quotes the text, which contains national
 * ids, and causes are logged.
 */
function valuesIn(text: string): unknown[] {
  try {
    return [parseJson(text)]
  } catch (error) {
    throwIfRepeated(error)
    const lines = linesOf(text)
    const [first] = lines
    if (lines.length > 1 && first !== undefined && isJson(first.text)) {
      return lines.map(parsedLine)
    }
    throw new SyncError('file_unreadable', `The file is not JSON${lineIn(text, error)}.`)
  }
}

function throwIfRepeated(error: unknown): void {
  if (error instanceof SyncError) {
    throw error
  }
}

interface Line {
  number: number
  text: string
}

/** Returns the lines that are not blank. Only a line feed ends a line: JSON text may contain other separators. */
const linesOf = (text: string): Line[] =>
  text
    .split('\n')
    .map((line, index) => ({ number: index + 1, text: line.trim() }))
    .filter((line) => line.text !== '')

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function parsedLine({ number, text }: Line): unknown {
  try {
    return parseJson(text)
  } catch (error) {
    throwIfRepeated(error)
    throw new SyncError('file_unreadable', `Line ${number} of the file is not JSON.`)
  }
}

/** Returns the line of a syntax error if the parser reports its position. */
function lineIn(text: string, error: unknown): string {
  const [, position] = /at position (\d+)/.exec(String(error)) ?? []
  return position === undefined ? '' : `: see line ${text.slice(0, Number(position)).split('\n').length}`
}

/** Unwraps an answer. A value with a `NumeroSolicitud` is the application itself. */
function marcaIn(value: unknown, index: number): unknown {
  const payload = hasMember(value, 'd') ? fromD(value.d, index + 1) : value
  return hasMember(payload, 'Marca') ? payload.Marca : payload
}

const hasMember = <Name extends string>(value: unknown, name: Name): value is Record<Name, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  Object.hasOwn(value, name) &&
  !Object.hasOwn(value, 'NumeroSolicitud')

function fromD(d: unknown, position: number): unknown {
  if (typeof d !== 'string') {
    return d
  }
  try {
    return parseJson(d)
  } catch (error) {
    throwIfRepeated(error)
    throw new SyncError('file_unreadable', `Answer ${position} of the file has invalid JSON in its d.`)
  }
}
