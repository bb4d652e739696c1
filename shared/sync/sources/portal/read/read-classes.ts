import type { Reject } from '../../../run.ts'
import { LONGEST_CELL } from '../../../values/cell.ts'
import { type Clases, noClass, noClassesReason, readClasses, withCoverage } from '../../../values/classes.ts'
import { textOf } from '../../../values/read-value.ts'
import { entriesOf, firstValue } from './field-value.ts'
import type { EntryOf, PortalMarca } from './marca-schema.ts'

/**
 * Reads the classes of an application, sorted by number and without duplicates. An entry of the list is a number, a text, or an
 * object with goods and services. The goods and services of a repeated class are joined.
 */
export function readClases(list: PortalMarca['Clases'], reject: Reject): Clases {
  const texts = new Map<number, Set<string>>()
  for (const { clase, cobertura } of entriesOf(list).flatMap((entry) => readEntry(entry, reject))) {
    const known = texts.get(clase) ?? new Set()
    texts.set(clase, cobertura === null ? known : known.add(cobertura))
  }
  return [...texts]
    .sort(([a], [b]) => a - b)
    .map(([clase, coverage]) => ({ clase, cobertura: joined([...coverage], reject) }))
}

function joined(texts: readonly string[], reject: Reject): string | null {
  const text = texts.join('; ')
  if (text.length > LONGEST_CELL) {
    reject('the goods and services have more than 32,767 characters')
  }
  return text || null
}

function readEntry(entry: EntryOf<'Clases'>, reject: Reject): Clases {
  if (entry === null || (typeof entry === 'string' && readClasses(entry)?.length === 0)) {
    return []
  }
  const isBare = typeof entry !== 'object'
  const number = isBare ? entry : firstValue(entry.Numero, entry.Clase)
  const text = isBare ? '' : textOf(firstValue(entry.Descripcion, entry.Cobertura))
  return withCoverage(numbersOf(number, reject), text)
}

function numbersOf(value: string | number | null, reject: Reject): number[] {
  const numbers = readClasses(value) ?? []
  const wrong = noClass(numbers)
  if (numbers.length === 0) {
    reject(value === null ? 'a class has no number' : noClassesReason(value))
  } else if (wrong !== undefined) {
    reject(`class ${wrong} is not between 1 and 45`)
  }
  return numbers
}
