import { codes, ESTADOS } from '../../../../schemas/catalogs.ts'
import type { Database } from '../../../db/database.ts'
import { type Statement, sqlFile } from '../../../db/sql-file.ts'
import { SyncError, type SyncErrorCode } from '../../sync-error.ts'
import type { Portal } from './ask/portal.ts'

/** An application to ask for, and why: a page has listed it, its last answer could not be used, or it is under way. */
export interface ChosenNumber {
  nroSolicitud: string
  why: 'new' | 'owed' | 'under way'
  /** The portal has told of it before, so that it knows of it. */
  isToldOf: boolean
}

export interface Choice {
  portal: Pick<Portal, 'list'>
  /** The number behind which new ones are looked for. */
  after: string
  /** So many at most. */
  most: number
  /** What is known is of the made-up office: none of it is asked for. */
  anew: boolean
}

const statement = (file: string): Statement => sqlFile(import.meta.url, file, 'planned')

/** What is known and asked for again, in this order, each at most so large a part of a run. */
const KNOWN = [
  { why: 'owed', statement: statement('owed-numbers.sql'), part: 0.1 },
  { why: 'under way', statement: statement('stalest-numbers.sql'), part: 1 },
] as const

/** Statuses of marks that may get another one any day; those that nobody understands among them. */
const UNDER_WAY = codes(ESTADOS).filter((estado) => !['in force', 'ended'].includes(ESTADOS[estado].phase))

/** What is wrong with a page alone: all else can still be asked for. */
const OF_THE_PAGE: ReadonlySet<SyncErrorCode> = new Set(['source_answer', 'page_repeated', 'too_large'])

/**
 * The applications that a run asks for, in their order: new ones first, then those whose answer could not be used before,
 * then the marks under way that were asked for longest ago. None twice.
 *
 * @throws SyncError of a page that cannot be used, once all else was handed on
 */
export async function* chooseNumbers(database: Database, choice: Choice): AsyncGenerator<ChosenNumber> {
  const chosen = new Set<string>()
  let failure: SyncError | undefined
  try {
    for await (const nroSolicitud of newNumbers(choice)) {
      chosen.add(nroSolicitud)
      yield { nroSolicitud, why: 'new', isToldOf: false }
    }
  } catch (error) {
    if (!(error instanceof SyncError && OF_THE_PAGE.has(error.code))) {
      throw error
    }
    failure = error
  }
  if (!choice.anew) {
    yield* knownNumbers(database, choice.most, chosen)
  }
  if (failure) {
    throw failure
  }
}

/** Page after page, as long as there are any. */
async function* newNumbers({ portal, after, most }: Choice): AsyncGenerator<string> {
  let last = after
  for (let left = most; left > 0; ) {
    const page = (await portal.list(last)).slice(0, left)
    if (page.length === 0) {
      return
    }
    yield* page
    left -= page.length
    last = page.at(-1) as string
  }
}

interface Known {
  number: string
  isToldOf?: boolean
}

async function* knownNumbers(
  database: Database,
  most: number,
  chosen: Set<string>,
): AsyncGenerator<ChosenNumber> {
  for (const { why, statement, part } of KNOWN) {
    const values = { most: Math.ceil(most * part), estados: UNDER_WAY }
    const found = await database.query<Known>(statement, values)
    const others = found.filter(({ number }) => !chosen.has(number))
    for (const { number, isToldOf = false } of others.slice(0, Math.max(0, most - chosen.size))) {
      chosen.add(number)
      yield { nroSolicitud: number, why, isToldOf }
    }
  }
}
