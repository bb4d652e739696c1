import { SyncError } from '../../../sync-error.ts'

/**
 * The answers in a text, each the value of its `Marca` where it has one: the text is JSON, or has JSON on each line.
 *
 * @throws SyncError `file_unreadable` where it is neither, `no_rows` where there is nothing in it
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
 * What was thrown is no cause of ours: it quotes the text, which names persons with their national ids, and causes are
 * logged.
 */
function valuesIn(text: string): unknown[] {
  try {
    return [JSON.parse(text)]
  } catch (error) {
    const lines = linesOf(text)
    const [first] = lines
    if (lines.length > 1 && first !== undefined && isJson(first.text)) {
      return lines.map(parsedLine)
    }
    throw new SyncError('file_unreadable', `The file is no JSON${whereIn(text, error)}.`)
  }
}

interface Line {
  number: number
  text: string
}

/** Lines with something on them. Only a line feed ends one: other separators may stand in a JSON text. */
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
    return JSON.parse(text)
  } catch {
    throw new SyncError('file_unreadable', `Line ${number} of the file is no JSON.`)
  }
}

/** The line of a mistake, where the parser says how far it came. */
function whereIn(text: string, error: unknown): string {
  const [, position] = /at position (\d+)/.exec(String(error)) ?? []
  return position === undefined ? '' : `: see line ${text.slice(0, Number(position)).split('\n').length}`
}

/** Takes an answer out of what it came in. One that tells its number is an application as it is. */
function marcaIn(value: unknown, index: number): unknown {
  const told = hasMember(value, 'd') ? fromD(value.d, index + 1) : value
  return hasMember(told, 'Marca') ? told.Marca : told
}

const hasMember = <Name extends string>(value: unknown, name: Name): value is Record<Name, unknown> =>
  typeof value === 'object' &&
  value !== null &&
  Object.hasOwn(value, name) &&
  !Object.hasOwn(value, 'NumeroSolicitud')

function fromD(d: unknown, place: number): unknown {
  if (typeof d !== 'string') {
    return d
  }
  try {
    return JSON.parse(d)
  } catch {
    throw new SyncError('file_unreadable', `Answer ${place} of the file has no JSON in its d.`)
  }
}
