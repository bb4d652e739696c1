import { codes, ESTADOS } from '../../../schemas/catalogs.ts'
import type { Database } from '../../db/database.ts'
import { type Statement, sqlFile } from '../../db/sql-file.ts'
import type { Portal } from './ask/portal.ts'

/** An application to ask for. */
export interface ChosenNumber {
  nroSolicitud: string
  /** A page of the portal has listed it: the next run goes on behind it. */
  isNew: boolean
}

export interface Choice {
  portal: Pick<Portal, 'list'>
  /** The number behind which new ones are looked for. */
  after: string
  /** So many at most. */
  most: number
  /** What is known is of the made-up office. */
  anew: boolean
}

const statement = (file: string): Statement => sqlFile(import.meta.url, file, 'planned')
const OWED_NUMBERS = statement('owed-numbers.sql')
const STALEST_NUMBERS = statement('stalest-numbers.sql')

/** Statuses of marks that may get another one any day. */
const PENDING = codes(ESTADOS).filter((estado) => ESTADOS[estado].phase === 'pending')

/**
 * The applications that a run asks for, in their order: new ones first, then those whose answer could not be used before,
 * then the marks under way that were asked for longest ago. None twice.
 */
export async function* chooseNumbers(database: Database, choice: Choice): AsyncGenerator<ChosenNumber> {
  const chosen = new Set<string>()
  for await (const nroSolicitud of newNumbers(choice)) {
    chosen.add(nroSolicitud)
    yield { nroSolicitud, isNew: true }
  }
  for (const each of [OWED_NUMBERS, STALEST_NUMBERS]) {
    const values = { most: choice.most, anew: choice.anew, estados: PENDING }
    const left = await database.query<{ number: string }>(each, values)
    for (const { number } of left.filter((found) => !chosen.has(found.number))) {
      if (chosen.size >= choice.most) {
        return
      }
      chosen.add(number)
      yield { nroSolicitud: number, isNew: false }
    }
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
