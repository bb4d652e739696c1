import type { Database } from '../../shared/db/database.ts'
import { sqlFile } from '../../shared/db/sql-file.ts'
import type { DrawnBrand } from '../draw-brands.ts'
import { chancesOf, MADE_KINDS, makeQuery, nameOf, namesOf, wordsIn } from './draw-queries.ts'
import type { SearchQuery } from './kinds.ts'

const COUNT_DAYS = sqlFile(import.meta.url, 'count-days.sql', 'planned')
/** Of so many marks the filters let one pass. */
const SHARE = 10_000
/** So far off that they may be, either way, as a day cannot be divided. */
const TOLERANCE = 3

/** A day, and how many marks it has. */
export interface DayCount {
  readonly day: string
  readonly marks: number
}

export interface Days {
  readonly first: string
  readonly last: string
  readonly marks: number
}

/** The fewest days around one that have `wanted` marks together, as many on either side; all where they have fewer. */
export function daysAround(counts: readonly DayCount[], day: string, wanted: number): Days {
  let first = counts.findIndex((each) => each.day === day)
  let last = first
  let marks = counts[first]?.marks ?? 0
  while (marks < wanted && (first > 0 || last < counts.length - 1)) {
    if (first > 0) marks += counts[--first]?.marks ?? 0
    if (marks < wanted && last < counts.length - 1) marks += counts[++last]?.marks ?? 0
  }
  return { first: counts[first]?.day ?? day, last: counts[last]?.day ?? day, marks }
}

/** Queries of every kind that a name gives, in turn, each with filters that its mark passes and few others do. */
export async function drawFiltered(
  owner: Database,
  brands: readonly DrawnBrand[],
  marks: number,
  count: number,
): Promise<SearchQuery[]> {
  const chances = chancesOf('filtered')
  const words = wordsIn(namesOf(brands))
  const countDays = dayCounter(owner)
  const wanted = Math.max(1, marks / SHARE)
  const queries: SearchQuery[] = []
  for (const brand of chances.shuffle(brands)) {
    if (queries.length === count) break
    const name = nameOf(brand.denominacion)
    const kind = MADE_KINDS[queries.length % MADE_KINDS.length] as (typeof MADE_KINDS)[number]
    const made = name === undefined ? undefined : makeQuery(kind, name, chances, words)
    if (made === undefined || brand.clase === null) continue
    const { clase, estado, fechaPresentacion } = brand
    const days = daysAround(await countDays(clase, estado), fechaPresentacion, wanted)
    if (days.marks < wanted / TOLERANCE || days.marks > wanted * TOLERANCE) continue
    const filters = { clase, estado, fechaDesde: days.first, fechaHasta: days.last }
    queries.push({ ...made, kind: 'filtered', filters })
  }
  return queries
}

/** Counts each class and status once. */
function dayCounter(owner: Database): (clase: number, estado: string) => Promise<DayCount[]> {
  const counted = new Map<string, DayCount[]>()
  return async (clase, estado) => {
    const key = `${clase} ${estado}`
    const counts = counted.get(key) ?? (await owner.query<DayCount>(COUNT_DAYS, { clase, estado }))
    counted.set(key, counts)
    return counts
  }
}
