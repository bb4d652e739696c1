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

/** If the persons in a filter have fewer marks than this, marks are selected by number, otherwise by person names. */
const FEW_MARKS = 5_000

/** The filters by person, as the request contains them. */
export interface PersonTexts {
  readonly titular?: string
  readonly representante?: string
}

/**
 * Returns a function that restricts filters to the marks of the named persons and to the changed marks.
 *
 * The function adds the application numbers of the marks to the filters. If the named persons have many marks, it adds a text
 * search query for the names instead.
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

/** Returns the common numbers of two PostgreSQL array literals, as an array literal. */
function common(one: string, other: string): string {
  const known = new Set(arrayValues(other))
  return arrayText(arrayValues(one).filter((each) => known.has(each)))
}
