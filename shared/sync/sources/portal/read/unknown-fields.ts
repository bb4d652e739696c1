import { cleanText } from '../../../text/clean-text.ts'
import { type Marca, marcaSchema } from './marca-schema.ts'

const MOST_NAMES = 50
const LONGEST_NAME = 60
/** Enough to fill a name, also where much of it is invisible. */
const LOOKED_AT = 4 * LONGEST_NAME
/** As many digits as a national id has at least. */
const MANY_DIGITS = /(?:\p{N}.*?){6}/su

/**
 * Names of the fields that an answer has and nobody knows, those of lists behind the list's name
 * (`Instancias.Usuario`): each once, at most 50 of them, each of at most 60 characters. Nothing of what they hold.
 */
export function unknownFields(marca: Marca): string[] {
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

/** The lists of an answer, each with the fields of its entries. */
const LISTS = Object.entries(marcaSchema.properties).flatMap(([name, schema]) =>
  'items' in schema ? [{ name: name as keyof Marca, known: schema.items.properties }] : [],
)

function* fieldsOf(marca: Marca): Generator<string> {
  yield* strangers(marca, marcaSchema.properties, '')
  for (const { name, known } of LISTS) {
    const entries: unknown = marca[name]
    for (const entry of Array.isArray(entries) ? entries : []) {
      yield* typeof entry === 'object' && entry !== null ? strangers(entry, known, `${name}.`) : []
    }
  }
}

function* strangers(told: object, known: object, before: string): Generator<string> {
  for (const name of Object.keys(told)) {
    if (!Object.hasOwn(known, name)) {
      yield shownName(before + name)
    }
  }
}

/** A field can have a name of any length, and anything in it. */
function shownName(name: string): string {
  const shown = [...cleanText(name.slice(0, LOOKED_AT))].slice(0, LONGEST_NAME).join('').trim()
  return MANY_DIGITS.test(shown) ? shown.replace(/\p{N}/gu, '#') : shown
}
