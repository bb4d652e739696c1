import { codes, ESTADOS, type Phase } from '../../../../schemas/catalogs.ts'
import type { Database } from '../../../db/database.ts'
import { type Statement, sqlFile } from '../../../db/sql-file.ts'
import { SyncError, type SyncErrorCode } from '../../sync-error.ts'
import type { PortalClient } from './request/client.ts'

/** An application to request. */
export interface ChosenNumber {
  nroSolicitud: string
  /** `new`: the portal listed it. `retry`: the last request for it failed. `pending`: its status may still change. */
  reason: 'new' | 'retry' | 'pending'
  /** True for a `pending` application that the portal has returned before. */
  isKnownToPortal: boolean
}

interface NumberChoice {
  client: Pick<PortalClient, 'list'>
  /** The number above which applications are new. */
  after: string
  most: number
  /** True if this run replaces the sample corpus. */
  replacesSample: boolean
  /** Returns whether the time for requests is over. */
  isOver: () => boolean
}

const statement = (file: string): Statement => sqlFile(import.meta.url, file, 'planned')

/** The groups of stored applications, in the order of the requests. `part` limits a group to this share of `most`. */
const STORED = [
  { reason: 'retry', statement: statement('retry-numbers.sql'), part: 0.1 },
  { reason: 'pending', statement: statement('pending-numbers.sql'), part: 1 },
] as const

const SETTLED: ReadonlySet<Phase> = new Set<Phase>(['vigente', 'terminada'])
/** Statuses that may still change, including the unclassified status. */
const PENDING = codes(ESTADOS).filter((estado) => !SETTLED.has(ESTADOS[estado].phase))

/** Errors that concern only the portal's list of new applications. */
const LIST_ERRORS: ReadonlySet<SyncErrorCode> = new Set(['source_answer', 'page_repeated', 'too_large'])

/**
 * Yields the applications to request, each once, until the time for requests is over. New applications come first, then
 * applications whose last request failed, then pending applications.
 *
 * @throws SyncError if the request for new applications failed. If the error is in `LIST_ERRORS`, the generator first
 * yields the stored applications, and then throws.
 */
export async function* chooseNumbers(database: Database, choice: NumberChoice): AsyncGenerator<ChosenNumber> {
  const chosen = new Set<string>()
  let failure: SyncError | undefined
  try {
    for await (const nroSolicitud of newNumbers(choice)) {
      if (choice.isOver()) {
        return
      }
      chosen.add(nroSolicitud)
      yield { nroSolicitud, reason: 'new', isKnownToPortal: false }
    }
  } catch (error) {
    if (!(error instanceof SyncError && LIST_ERRORS.has(error.code))) {
      throw error
    }
    failure = error
  }
  if (!choice.replacesSample) {
    for await (const number of storedNumbers(database, choice.most, chosen)) {
      if (choice.isOver()) {
        break
      }
      yield number
    }
  }
  if (failure) {
    throw failure
  }
}

async function* newNumbers({ client, after, most }: NumberChoice): AsyncGenerator<string> {
  let last = after
  for (let left = most; left > 0; ) {
    const page = (await client.list(last)).slice(0, left)
    if (page.length === 0) {
      return
    }
    yield* page
    left -= page.length
    last = page.at(-1) as string
  }
}

interface StoredNumber {
  number: string
  isKnownToPortal?: boolean
}

async function* storedNumbers(
  database: Database,
  most: number,
  chosen: Set<string>,
): AsyncGenerator<ChosenNumber> {
  for (const { reason, statement, part } of STORED) {
    const values = { most: Math.ceil(most * part), estados: PENDING }
    const found = await database.query<StoredNumber>(statement, values)
    const others = found.filter(({ number }) => !chosen.has(number))
    for (const { number, isKnownToPortal = false } of others.slice(0, Math.max(0, most - chosen.size))) {
      chosen.add(number)
      yield { nroSolicitud: number, reason, isKnownToPortal }
    }
  }
}
