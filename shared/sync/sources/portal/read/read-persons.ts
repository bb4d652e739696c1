import type { Rol } from '../../../../../schemas/catalogs.ts'
import type { Reject } from '../../../run.ts'
import { MOST_PERSONS, type Persona, personsOf, readPersons } from '../../../values/persons.ts'
import { entriesOf, firstValue } from './field-value.ts'
import type { EntryOf, PortalMarca } from './marca-schema.ts'

const LISTS = [
  ['Titulares', 'TITULAR'],
  ['Representantes', 'REPRESENTANTE'],
  ['Solicitantes', 'SOLICITANTE'],
] as const satisfies readonly (readonly [keyof PortalMarca, Rol])[]

/** Reads the persons in order, each once: names without national ids, and their countries if known. */
export const readPersonas = (marca: PortalMarca, reject: Reject): Persona[] =>
  personsOf(personsIn(marca), reject)

/** Stops after the maximum count: one entry may name thousands. */
function personsIn(marca: PortalMarca): Persona[] {
  const persons: Persona[] = []
  for (const [field, rol] of LISTS) {
    for (const entry of entriesOf(marca[field])) {
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
