import type { Rol } from '../../../../../schemas/catalogs.ts'
import type { Refuse } from '../../../run.ts'
import { MOST_PERSONS, type Persona, personsOf, readPersons } from '../../../values/persons.ts'
import type { EntryOf, Marca } from './marca-schema.ts'
import { entriesOf, firstTold } from './told.ts'

const LISTS = [
  ['Titulares', 'TITULAR'],
  ['Representantes', 'REPRESENTANTE'],
  ['Solicitantes', 'SOLICITANTE'],
] as const satisfies readonly (readonly [keyof Marca, Rol])[]

/** Reads the persons in their order, each once: names without national ids, with their country where it is known. */
export const readPersonas = (marca: Marca, refuse: Refuse): Persona[] => personsOf(personsIn(marca), refuse)

/** All of them; where there are too many, as many as it takes to know: one entry may name thousands. */
function personsIn(marca: Marca): Persona[] {
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
  return readPersons(rol, firstTold(entry.Nombre, entry.RazonSocial), entry.Pais ?? null)
}
