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

/** Persons of fewer marks are filtered by the application numbers of these marks. */
const FEW_MARKS = 5_000

/** Texts that name persons. */
export interface PersonTexts {
  readonly titular?: string
  readonly representante?: string
}

/**
 * Adds to filters the persons that two texts name, as application numbers where these are few, otherwise as queries for
 * their names; and the marks that have changed.
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

/** Returns the numbers that are in both texts of arrays. */
function common(one: string, other: string): string {
  const known = new Set(arrayValues(other))
  return arrayText(arrayValues(one).filter((each) => known.has(each)))
}
