import type { Rol } from '../../../schemas/catalogs.ts'
import type { Reject } from '../run.ts'
import { cleanText, isLonger, MOST_CODE_POINTS } from '../text/clean-text.ts'
import { foldWords } from '../text/fold-words.ts'
import type { Cell } from './cell.ts'
import { readCountry } from './countries.ts'
import { THREE_LETTERS } from './country-codes.ts'
import type { MarkRecord } from './mark-record.ts'
import { withoutNationalIds } from './national-ids.ts'
import { meaningOfWords } from './office-words.ts'
import { isPlaceholder } from './placeholders.ts'
import { quote } from './quote.ts'

export type Persona = MarkRecord['personas'][number]

export const MOST_PERSONS = 1000
const BETWEEN = /[;|]|[\r\n]+/
/** A country after a name: `ACME (CL)`. */
const COUNTRY = /\s*[([]\s*([^()[\]]{2,60}?)\s*[)\]]$/

/** The end of a split name, such as `Compañía` of `Lagos y Compañía`. */
const REST_OF_NAME =
  /^(?:y )?(?:compania|cia|hijos|hermanos|hnos|asociados|ltda|limitada|s a|spa|e i r l)(?: (?:ltda|limitada|s a|spa))?$/

const LIST = /^[{[].*[}\]]$|^[{[]["']|["'][}\]]$|","|','/
/** Words for unnamed persons: `y 3 más`, `y otros`. */
const AND_OTHERS = /(?:^|\s)(?:\d+ (?:mas|otr[oa]s?)|otr[oa]s? \d+|y otr[oa]s?|et al)$|^otr[oa]s$/

/** A reference to another place: `ver anexo`. */
const REFERENCE = /^ver (?:detalles?|anexos?|mas|ficha|listado|adjunto)$/
/** The end of an incomplete name: `…`, `,,` or a footnote number such as `(1)`. */
const CUT_OFF = /(?:…|\.\.\.|,,|\(\d{1,2}\))$/

/** A message in place of a name: `acceso denegado`. */
const MESSAGE =
  /^(?:debe (?:iniciar|ingresar|autenticar|identificar)|inici(?:e|ar) sesi[oó]n|(?:su |la )?sesi[oó]n (?:ha )?(?:expir|caduc|termin)|acceso (?:denegado|restringido)|no (?:autorizad|tiene (?:acceso|permiso))|sin (?:permiso|acceso|autorizaci[oó]n)|(?:dato|informaci[oó]n) (?:reservad|protegid|confidencial|restringid))/i
const MASK = /^(\p{L})\1{2,}$/iu
const JOINED = /^[^\s+]+(?:\+[^\s+]+){2,}$/
const DAY_OR_CLASSES = /^\d{1,4}([/.-])\d{1,2}\1\d{1,4}$|^\d{1,2}(?:\s*[,-]\s*\d{1,2})*$/
const FOOTNOTE = /[\u00b9\u00b2\u00b3\u2070-\u2079]$/
/** A position in another list: `#33`. */
const PLACE = /^#\d+$/

/**
 * The length of `Estados Unidos de Norteamérica`. Names above this length skip the last, slow checks of `problemOfName`, unless
 * they match `OTHERS_AT_END`.
 */
const LONGEST_FORM = 30
const OTHERS_AT_END = /(?:\d|m[aá]s|otr[oa]s?|al)\W*$/i

/**
 * Returns the persons, sorted and without duplicates; no persons if there are more than 1,000. Calls `reject` with a reason for
 * too many persons, and for each name that is incomplete or not a name.
 */
export function personsOf(persons: readonly Persona[], reject: Reject): Persona[] {
  if (persons.length > MOST_PERSONS) {
    reject('has more than 1,000 persons')
    return []
  }
  for (const { nombre } of persons) {
    const problem = problemOfName(nombre)
    if (problem !== undefined) {
      reject(problem)
    }
  }
  return sortPersons(persons)
}

/** Returns `persons` unchanged. Calls `reject` if a name contains ` / `: `ACME / SOL` may be two persons. */
export function separated(persons: Persona[], reject: Reject): Persona[] {
  const joined = persons.find(({ nombre }) => nombre.includes(' / '))
  if (joined !== undefined) {
    reject(`${quote(joined.nombre)} may be several persons`)
  }
  return persons
}

function problemOfName(name: string): string | undefined {
  if (isLonger(name, MOST_CODE_POINTS)) {
    return "a person's name has more than 1,000 characters"
  }
  if (LIST.test(name)) {
    return `a person's name has the form of a list, ${quote(name)}`
  }
  if (PLACE.test(name)) {
    return `a person's name is only ${quote(name)}, a position in another list`
  }
  if (MESSAGE.test(name) || MASK.test(name) || JOINED.test(name)) {
    return `a program has written ${quote(name)} in place of a person's name`
  }
  if (CUT_OFF.test(name) || FOOTNOTE.test(name)) {
    return `a person's name is not whole, ${quote(name)}`
  }
  if (name.length > LONGEST_FORM && !OTHERS_AT_END.test(name)) {
    return undefined
  }
  const words = foldWords(name)
  if (REST_OF_NAME.test(words)) {
    return `a person's name is only ${quote(name)}, the end of another name`
  }
  if (AND_OTHERS.test(words)) {
    return `a person's name mentions unnamed persons, ${quote(name)}`
  }
  if (DAY_OR_CLASSES.test(name) || isOfOtherColumn(name)) {
    return `a person's name is a value of another column, ${quote(name)}`
  }
  return REFERENCE.test(words) ? `a person's name is not whole, ${quote(name)}` : undefined
}

/** Matches a possible country or kind of sign. Excludes `S.A.`, which `readCountry` would read as the code `SA`. */
const CODE_OR_WORDS = /^[A-Z]{2}$|^\p{L}{4}/u

const isOfOtherColumn = (name: string): boolean =>
  CODE_OR_WORDS.test(name) && (readCountry(name) !== null || meaningOfWords(name) === 'tipoSigno')

/**
 * Reads the persons of a cell, and removes national ids from the names. A country in brackets after a name takes precedence
 * over `countryCell`. The countries in `countryCell` count only if there are as many countries as persons.
 */
export function readPersons(rol: Rol, cell: Cell, countryCell: Cell): Persona[] {
  if (cell === null) {
    return []
  }
  const names = partsOf(cell).filter((name) => cleanText(name) !== '')
  const countries = countryCell === null ? [] : partsOf(countryCell)
  return names.flatMap((name, index) => {
    const country = countries.length === names.length ? (countries[index] ?? '') : ''
    return readPerson(rol, name, country) ?? []
  })
}

function partsOf(cell: string | number): string[] {
  const text = String(cell)
  return BETWEEN.test(text) ? text.split(BETWEEN) : [text]
}

function readPerson(rol: Rol, text: string, country: string): Persona | null {
  const name = withoutNationalIds(text)
  const behind = COUNTRY.exec(name)
  const pais = behind?.[1] === undefined ? null : readCountry(behind[1])
  const nombre = behind && pais !== null ? name.slice(0, behind.index) : name
  return isPlaceholder(nombre) || nombre === 'NA' ? null : { rol, nombre, pais: pais ?? ofColumn(country) }
}

/** Reads the country column. Three-letter codes count only in this column. */
const ofColumn = (country: string): string | null =>
  readCountry(country) ?? THREE_LETTERS.get(country.trim().toUpperCase()) ?? null

/**
 * Sorts persons by role, name and country, and removes duplicates. A person without a country is a duplicate of any person with
 * the same role and name.
 */
export const sortPersons = (persons: readonly Persona[]): Persona[] =>
  persons
    .toSorted((a, b) => byRoleAndName(a, b) || compare(a.pais ?? UNKNOWN, b.pais ?? UNKNOWN))
    .filter((person, index, sorted) => {
      const before = sorted[index - 1]
      const isSame = before !== undefined && byRoleAndName(person, before) === 0
      return !isSame || (person.pais !== null && person.pais !== before.pais)
    })

const byRoleAndName = (a: Persona, b: Persona): number => compare(a.rol, b.rol) || compare(a.nombre, b.nombre)

/** The sort key of an unknown country, after all country codes. */
const UNKNOWN = '~'

/** Compares by code points. The operator `<` would sort surrogates before U+E000. */
function compare(a: string, b: string): number {
  if (a === b) {
    return 0
  }
  const length = Math.min(a.length, b.length)
  let index = 0
  while (index < length && a.charCodeAt(index) === b.charCodeAt(index)) {
    index++
  }
  return index === length ? a.length - b.length : rank(a.charCodeAt(index)) - rank(b.charCodeAt(index))
}

const rank = (unit: number): number => (unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit)
