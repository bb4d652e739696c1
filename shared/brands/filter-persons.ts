import type { Queryable } from '../db/database.ts'
import { findPersons, findSimilarPersons, marksOfPersons } from '../search/find-persons.ts'
import type { BrandFilters } from './brand-order.ts'

/** Persons of fewer marks are filtered by the application numbers of these marks. */
const FEW_MARKS = 5_000

/** Texts that name persons. */
export interface PersonTexts {
  readonly titular?: string
  readonly representante?: string
}

/** Adds the persons to filters that two texts name: as application numbers where these are few, otherwise as persons. */
export async function filterPersons(
  database: Queryable,
  { titular, representante }: PersonTexts,
): Promise<(filters: BrandFilters) => BrandFilters> {
  const holders = titular === undefined ? undefined : await findSimilarPersons(database, titular)
  const representatives = representante === undefined ? undefined : await findPersons(database, representante)
  const few = [
    holders && (await marksOfPersons(database, holders, 'holder', FEW_MARKS)),
    representatives && (await marksOfPersons(database, representatives, 'representative', FEW_MARKS)),
  ]
  const [ofHolders, ofRepresentatives] = few
  return (filters) => {
    const lists = [filters.numeros && [filters.numeros].flat(), ofHolders, ofRepresentatives]
    const numbers = lists.reduce((one, other) => (one && other ? common(one, other) : (one ?? other)))
    return {
      ...filters,
      ...(numbers ? { numeros: numbers } : {}),
      ...(holders && !ofHolders ? { holders } : {}),
      ...(representatives && !ofRepresentatives ? { representatives } : {}),
    }
  }
}

function common(one: readonly string[], other: readonly string[]): string[] {
  const known = new Set(other)
  return one.filter((each) => known.has(each))
}
