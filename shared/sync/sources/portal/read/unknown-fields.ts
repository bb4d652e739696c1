import { cleanText } from '../../../text/clean-text.ts'
import { marcaBounds, marcaSchema, type PortalMarca } from './marca-schema.ts'

const MOST_NAMES = 50
const LONGEST_NAME = 60
/** The rest of a longer name is ignored. Exceeds `LONGEST_NAME`, because `cleanText` may remove characters. */
const MOST_CLEANED = 4 * LONGEST_NAME
/** Matches a text with enough digits for a national id. */
const MANY_DIGITS = /(?:\p{N}.*?){6}/su

/**
 * Returns the distinct names of fields that the schema does not have, such as `Instancias.Usuario`.
 * Returns at most 50 names, each with at most 60 characters.
 */
export function unknownFields(marca: PortalMarca): string[] {
  const names = new Set<string>()
  for (const field of fieldsOf(marca)) {
    if (field !== '') {
      names.add(field)
    }
    if (names.size === MOST_NAMES) {
      break
    }
  }
  return [...names]
}

/**
 * Returns a sentence with the actual and the expected fields if a required field is missing.
 * Otherwise, returns an empty text.
 */
export function fieldsNote(answer: unknown): string {
  if (
    typeof answer !== 'object' ||
    answer === null ||
    Array.isArray(answer) ||
    marcaBounds.required.every((name) => name in answer)
  ) {
    return ''
  }
  const names = Object.keys(answer).slice(0, MOST_NAMES).map(shownName).join(', ') || 'no fields'
  return ` The answer has ${names}; expected are ${Object.keys(marcaSchema.properties).join(', ')}.`
}

/** The lists of an answer, with the known fields of their items. */
const LISTS = Object.entries(marcaSchema.properties).flatMap(([name, schema]) =>
  'items' in schema ? [{ name: name as keyof PortalMarca, known: schema.items.properties }] : [],
)

function* fieldsOf(marca: PortalMarca): Generator<string> {
  yield* unknownIn(marca, marcaSchema.properties, '')
  for (const { name, known } of LISTS) {
    const entries: unknown = marca[name]
    for (const entry of Array.isArray(entries) ? entries : []) {
      yield* typeof entry === 'object' && entry !== null ? unknownIn(entry, known, `${name}.`) : []
    }
  }
}

function* unknownIn(value: object, known: object, prefix: string): Generator<string> {
  for (const name of Object.keys(value)) {
    if (!Object.hasOwn(known, name)) {
      yield shownName(prefix + name)
    }
  }
}

/** Returns a field name that is safe to display. If it may contain a national id, `#` replaces each digit. */
function shownName(name: string): string {
  const shown = [...cleanText(name.slice(0, MOST_CLEANED))].slice(0, LONGEST_NAME).join('').trim()
  return MANY_DIGITS.test(shown) ? shown.replace(/\p{N}/gu, '#') : shown
}
