import type { Rol } from '../../../../../schemas/catalogs.ts'
import type { Reject } from '../../../run.ts'
import { MOST_PERSONS, type Persona, personsOf, readPersons, separated } from '../../../values/persons.ts'
import { quote } from '../../../values/quote.ts'
import { entriesOf, firstValue } from './field-value.ts'
import type { EntryOf, PortalMarca } from './marca-schema.ts'

const LISTS = [
  ['Titulares', 'TITULAR'],
  ['Representantes', 'REPRESENTANTE'],
  ['Solicitantes', 'SOLICITANTE'],
] as const satisfies readonly (readonly [keyof PortalMarca, Rol])[]

/** Reads the persons of an application, sorted, without duplicates and without national ids. */
export const readPersonas = (marca: PortalMarca, reject: Reject): Persona[] =>
  personsOf(separated(personsIn(marca, reject), reject), reject)

/** Matches the name of a field that contains a part of a person's name. */
const PART_OF_NAME = /^(?:apellidos?|segundonombre|nombres)/i
/** Matches the name of a field that states whether a person's role is current. */
const VALIDITY = /^(?:vigente|vigencia|activ[oa]|habilitad[oa])$/i
/** Matches the name of a field that states when a person's role ended. */
const END = /^(?:fecha(?:termino|fin|hasta|baja)|hasta)$/i
/** Matches the value of a `VALIDITY` field if the role is not current. */
const INVALID = /^(?:false|0|no?|inactiv[oa]|terminad[oa]|historic[oa])$/i

/** Returns the problem of an entry (its name is incomplete, or the role may have ended); undefined if there is none. */
function problemOfEntry(entry: object): string | undefined {
  for (const [name, value] of Object.entries(entry)) {
    const text = value === null || typeof value === 'object' ? '' : String(value).trim()
    if (PART_OF_NAME.test(name) && text !== '') return `has a part of its name in ${name}`
    if ((VALIDITY.test(name) && INVALID.test(text)) || (END.test(name) && text !== '')) {
      return `may name a person whose role has ended: ${name} is ${quote(text)}`
    }
  }
  return undefined
}

/** Reads the persons of all lists. Stops above `MOST_PERSONS`, because `personsOf` then rejects the application. */
function personsIn(marca: PortalMarca, reject: Reject): Persona[] {
  const persons: Persona[] = []
  for (const [field, rol] of LISTS) {
    for (const entry of entriesOf(marca[field])) {
      const problem = entry !== null && typeof entry === 'object' ? problemOfEntry(entry) : undefined
      if (problem !== undefined) reject(`an entry of ${field} ${problem}`)
      persons.push(...readEntry(rol, entry))
      if (persons.length > MOST_PERSONS) {
        return persons
      }
    }
  }
  return persons
}

function readEntry(rol: Rol, entry: EntryOf<'Titulares'>): Persona[] {
  if (entry === null || typeof entry !== 'object') {
    return readPersons(rol, entry, null)
  }
  return readPersons(rol, firstValue(entry.Nombre, entry.RazonSocial), entry.Pais ?? null)
}
