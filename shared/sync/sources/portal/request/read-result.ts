import { SyncError } from '../../../sync-error.ts'
import { readNumber } from '../../../values/read-value.ts'
import { throwIfBlocked } from './error-kind.ts'
import type { MethodResult } from './page-method.ts'
import { type Fields, isFields } from './read-json.ts'
import { UnreadableResponse } from './unreadable-response.ts'

/** The number of rows that are read of a list. Further rows are ignored. */
const PAGE_SIZE = 20
/** A list with more rows is invalid. */
const MOST_ROWS = 1_000
/** In characters. A longer text is not read as a number. */
const LONGEST_NUMBER = 64

/**
 * Returns the application numbers of a list, ascending and greater than `after`.
 *
 * @throws UnreadableResponse
 * @throws SyncError `page_repeated` if the numbers do not ascend, which could cause an endless loop
 */
export function readList({ payload }: MethodResult, after: string): string[] {
  const rows = payload.Marcas
  if (!Array.isArray(rows)) {
    throw missingData(payload, 'the list of applications')
  }
  if (rows.length > MOST_ROWS) {
    const most = MOST_ROWS.toLocaleString('en')
    throw new UnreadableResponse(`The portal answered with a list of more than ${most} applications.`)
  }
  const numbers = rows.slice(0, PAGE_SIZE).map(numberOf)
  throwUnlessAscending([after, ...numbers])
  return numbers
}

function throwUnlessAscending(numbers: readonly string[]): void {
  const values = numbers.map(BigInt)
  if (values.some((value, index) => value <= (values[index - 1] ?? -1n))) {
    throw new SyncError(
      'page_repeated',
      'The portal repeated a page of its list, or listed numbers out of order.',
    )
  }
}

/**
 * Returns the unvalidated data of an application; undefined if the portal does not have the application.
 *
 * @throws UnreadableResponse, or SyncError `captcha_required`
 */
export function readDetail({ payload, isAbsent }: MethodResult): unknown {
  if (isAbsent) {
    return undefined
  }
  if (payload.Marca === undefined || payload.Marca === null) {
    throw missingData(payload, 'the application')
  }
  return payload.Marca
}

/** @throws SyncError `captcha_required` if a field such as `captcha` has a value */
function missingData(payload: Fields, data: string): UnreadableResponse {
  const isCaptcha = Object.entries(payload).some(([name, value]) => /captcha/i.test(name) && Boolean(value))
  throwIfBlocked(isCaptcha ? 'captcha' : undefined)
  return new UnreadableResponse(`The portal answered without ${data} that was requested.`)
}

function numberOf(row: unknown): string {
  const { cell, id }: Fields = isFields(row) ? row : {}
  const number = asNumber(Array.isArray(cell) ? cell[0] : undefined) ?? asNumber(id)
  if (number === undefined) {
    throw new UnreadableResponse('The portal answered with a list in which an application has no number.')
  }
  return number
}

const asNumber = (value: unknown): string | undefined =>
  (typeof value === 'string' && value.length <= LONGEST_NUMBER) || typeof value === 'number'
    ? (readNumber(value) ?? undefined)
    : undefined
