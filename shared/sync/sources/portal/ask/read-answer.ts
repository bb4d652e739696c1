import { SyncError } from '../../../sync-error.ts'
import { readNumber } from '../../../values/read-value.ts'
import { refuseStop } from './answers.ts'
import type { Answer } from './page-method.ts'
import { type Fields, isFields } from './read-json.ts'
import { UnreadableAnswer } from './unreadable-answer.ts'

/** What a page of the list has. */
const PAGE = 20
/** A page that has more is none. */
const MOST_ROWS = 1_000
/** A number, however it is written. */
const LONGEST = 64

/**
 * The numbers of a page of the list, which ascend from one above `after`.
 *
 * @throws UnreadableAnswer, or SyncError `page_repeated`: asking for what comes behind them would go on for ever
 */
export function readList({ payload }: Answer, after: string): string[] {
  const rows = payload.Marcas
  if (!Array.isArray(rows)) {
    throw lacking(payload, 'the list of applications')
  }
  if (rows.length > MOST_ROWS) {
    const most = MOST_ROWS.toLocaleString('en')
    throw new UnreadableAnswer(`The portal answered with a list of more than ${most} applications.`)
  }
  const numbers = rows.slice(0, PAGE).map(numberOf)
  refuseRepeated([after, ...numbers])
  return numbers
}

function refuseRepeated(numbers: readonly string[]): void {
  const values = numbers.map(BigInt)
  if (values.some((value, index) => value <= (values[index - 1] ?? -1n))) {
    throw new SyncError(
      'page_repeated',
      'The portal gave a page that it had given before, or one that is not in the order of its numbers.',
    )
  }
}

/**
 * What there is of an application, for its reader to judge; undefined where there is no such number.
 *
 * @throws UnreadableAnswer, or SyncError `captcha_required`
 */
export function readDetail({ payload, isAbsent }: Answer): unknown {
  if (isAbsent) {
    return undefined
  }
  if (payload.Marca === undefined || payload.Marca === null) {
    throw lacking(payload, 'the application')
  }
  return payload.Marca
}

/** An answer that lacks what was asked for, and maybe names the challenge that comes first. */
function lacking(payload: Fields, what: string): UnreadableAnswer {
  const isChallenge = Object.entries(payload).some(([name, value]) => /captcha/i.test(name) && Boolean(value))
  refuseStop(isChallenge ? 'captcha' : undefined)
  return new UnreadableAnswer(`The portal answered without ${what} that it was asked for.`)
}

/** In the row's first cell, or else in its id. */
function numberOf(row: unknown): string {
  const { cell, id }: Fields = isFields(row) ? row : {}
  const number = asNumber(Array.isArray(cell) ? cell[0] : undefined) ?? asNumber(id)
  if (number === undefined) {
    throw new UnreadableAnswer('The portal answered with a list in which an application has no number.')
  }
  return number
}

const asNumber = (value: unknown): string | undefined =>
  (typeof value === 'string' && value.length <= LONGEST) || typeof value === 'number'
    ? (readNumber(value) ?? undefined)
    : undefined
