import { arrayText, arrayValues } from '../db/array-text.ts'
import type { Queryable } from '../db/database.ts'
import {
  equalPersonWords,
  findMarksOfPersons,
  queryPersons,
  similarPersonWords,
} from '../search/find-persons.ts'
import type { BrandFilters } from './brand-order.ts'
import type { ChangedMarks } from './changes/changed-marks.ts'

/** If the named persons have fewer marks than this, brands are filtered by the numbers of these marks, otherwise by the names. */
const FEW_MARKS = 5_000

/** The texts of the filters by person. */
export interface PersonTexts {
  readonly titular?: string
  readonly representante?: string
}

/**
 * Returns a function that restricts filters to the marks of the named persons and to the changed marks. If the named persons
 * have few marks, the filters get the application numbers of these marks, otherwise a text search query for the names.
 */
export async function restrictMarks(
  database: Queryable,
  { titular, representante }: PersonTexts,
  changed: ChangedMarks | undefined,
): Promise<(filters: BrandFilters) => BrandFilters> {
  const holders =
    titular === undefined ? undefined : queryPersons(await similarPersonWords(database, titular))
  const representatives =
    representante === undefined ? undefined : queryPersons(equalPersonWords(representante))
  const ofHolders =
    titular === undefined ? undefined : await findMarksOfPersons(database, holders, 'holder', FEW_MARKS)
  const ofRepresentatives =
    representante === undefined
      ? undefined
      : await findMarksOfPersons(database, representatives, 'representative', FEW_MARKS)
  return (filters) => {
    const lists = [
      filters.numeros,
      ofHolders && arrayText(ofHolders),
      ofRepresentatives && arrayText(ofRepresentatives),
      changed?.numbers,
    ]
    const numeros = lists.reduce((one, other) => (one && other ? common(one, other) : (one ?? other)))
    return {
      ...filters,
      ...(numeros === undefined ? {} : { numeros }),
      ...(changed ? { version: changed.version, changed: changed.names } : {}),
      ...(holders && !ofHolders ? { holders } : {}),
      ...(representatives && !ofRepresentatives ? { representatives } : {}),
    }
  }
}

/** Returns the numbers that two arrays have in common. Both arrays and the result are texts of PostgreSQL arrays. */
function common(one: string, other: string): string {
  const known = new Set(arrayValues(other))
  return arrayText(arrayValues(one).filter((each) => known.has(each)))
}
