import type { Change, ChangePage, ChangeQuery } from '../../../schemas/change.ts'
import { statementFilters } from '../../../schemas/query-parameters.ts'
import type { Queryable } from '../../db/database.ts'
import { filterValues } from '../../db/filter-values.ts'
import { sqlFile } from '../../db/sql-file.ts'
import { validationError } from '../../platform/errors.ts'
import { equalPersonWords, isPersonNamed, similarPersonWords } from '../../search/find-persons.ts'
import { readFilters } from '../brand-filters.ts'
import {
  type ChangePosition,
  gone,
  positionOfCursor,
  positionOfInstant,
  writeChangeCursor,
} from './change-cursor.ts'

const LIST = sqlFile(import.meta.url, 'list-changes.sql', 'prepared')

/** The maximum number of changes that are read for one page. */
const MOST_SCANNED = 2_000

interface Person {
  readonly rol: string
  readonly nombre: string
}

interface Item extends Change {
  readonly stamp: number
  /** Null for the load of a new corpus. */
  readonly personas: readonly Person[] | null
}

/** `firstScanned` is null if no change was read. `seq` is null if no change passes the filters. */
type Row = {
  readonly firstScanned: number | null
  readonly lastScanned: number
  readonly lastStamp: number
  readonly newest: number
} & (Item | { readonly seq: null })

/**
 * Reads one page of the changes feed, oldest first (docs/decisions.md#changes). The filters apply to the mark as it is
 * after the change.
 *
 * @throws validation_error if both `desde` and `cursor` are absent, or for invalid filters or cursors
 * @throws gone if changes after `cursor` or `desde` were deleted
 */
export async function listChanges(database: Queryable, input: ChangeQuery): Promise<ChangePage> {
  const { desde, cursor, limit, ...given } = input
  const { filters } = readFilters(given)
  const after = await positionOf(database, desde, cursor)
  const isOfPersons = await personFilter(database, given)
  const rows = await database.query<Row>(LIST, {
    ...filterValues(statementFilters, filters),
    after: after.seq,
    scanned: Object.keys(given).length === 0 ? limit : MOST_SCANNED,
    count: isOfPersons ? MOST_SCANNED : limit,
  })
  const [ends] = rows
  if (!ends || ends.firstScanned === null) {
    return { items: [], nextCursor: writeChangeCursor(after), more: false }
  }
  if (ends.firstScanned !== after.seq + 1) {
    throw gone('the changes after this cursor were deleted in the meantime')
  }
  const passing = rows.filter((row) => row.seq !== null).filter(isOfPersons ?? (() => true))
  const items = passing.slice(0, limit)
  const lastItem = items.at(-1)
  const last: ChangePosition =
    items.length === limit && lastItem ? lastItem : { seq: ends.lastScanned, stamp: ends.lastStamp }
  return {
    items: items.map(toChange),
    nextCursor: writeChangeCursor(last),
    more: last.seq < ends.newest,
  }
}

function positionOf(
  database: Queryable,
  desde: string | undefined,
  cursor: string | undefined,
): Promise<ChangePosition> {
  if (cursor !== undefined) return positionOfCursor(database, cursor, 'cursor')
  if (desde !== undefined) return positionOfInstant(database, desde, 'desde')
  throw validationError([{ field: 'desde', reason: 'is required if cursor is absent' }])
}

/** Returns the filter by persons; undefined if `titular` and `representante` are both absent. */
async function personFilter(
  database: Queryable,
  { titular, representante }: Pick<ChangeQuery, 'titular' | 'representante'>,
): Promise<((change: Item) => boolean) | undefined> {
  if (titular === undefined && representante === undefined) return undefined
  const holders = titular === undefined ? undefined : await similarPersonWords(database, titular)
  const representatives = representante === undefined ? undefined : equalPersonWords(representante)
  return ({ personas }) =>
    personas === null ||
    [
      holders === undefined ||
        personas.some((each) => !represents(each) && isPersonNamed(holders, each.nombre)),
      representatives === undefined ||
        personas.some((each) => represents(each) && isPersonNamed(representatives, each.nombre)),
    ].every(Boolean)
}

const represents = ({ rol }: Person): boolean => rol === 'REPRESENTANTE'

const toChange = ({ seq, nroSolicitud, tipo, campos, estadoAnterior, estado, run, en }: Item): Change => ({
  seq,
  nroSolicitud,
  tipo,
  campos,
  estadoAnterior,
  estado,
  run,
  en,
})
