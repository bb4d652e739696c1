import { SyncError } from '../../../sync-error.ts'
import { parseJson } from '../parse-json.ts'

/**
 * Parses JSON or JSON lines. Returns the value of `Marca` in each answer.
 *
 * @throws SyncError `file_unreadable` for invalid JSON or a repeated member, `no_rows` for a text without answers
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
 * Parses JSON or JSON lines. The thrown error has no cause: causes are logged, and the parser's message may quote
 * national ids.
 */
function valuesIn(text: string): unknown[] {
  try {
    return [parseJson(text)]
  } catch (error) {
    throwIfMemberRepeated(error)
    const lines = linesOf(text)
    const [first] = lines
    if (lines.length > 1 && first !== undefined && isJson(first.text)) {
      return lines.map(parsedLine)
    }
    throw new SyncError('file_unreadable', `The file is not JSON${lineIn(text, error)}.`)
  }
}

function throwIfMemberRepeated(error: unknown): void {
  if (error instanceof SyncError) {
    throw error
  }
}

interface Line {
  number: number
  text: string
}

/** Only a line feed ends a line, because JSON strings may contain other line ends. */
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
    throwIfMemberRepeated(error)
    throw new SyncError('file_unreadable', `Line ${number} of the file is not JSON.`)
  }
}

function lineIn(text: string, error: unknown): string {
  const [, position] = /at position (\d+)/.exec(String(error)) ?? []
  return position === undefined ? '' : `: see line ${text.slice(0, Number(position)).split('\n').length}`
}

function marcaIn(value: unknown, index: number): unknown {
  const payload = hasMember(value, 'd') ? fromD(value.d, index + 1) : value
  return hasMember(payload, 'Marca') ? payload.Marca : payload
}

/** Returns false for an object with a `NumeroSolicitud`, because this object is already the value of `Marca`. */
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
    throwIfMemberRepeated(error)
    throw new SyncError('file_unreadable', `Answer ${position} of the file has invalid JSON in its member d.`)
  }
}
