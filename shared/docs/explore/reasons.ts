import type { ErrorDetail } from '../../../client/src/index.ts'
import type { Words } from './words.ts'

/** How the service words what people run into; what it says besides is told as the language can. */
const AGAINST = {
  order: /^must not be after /,
  day: /^must be a day of the calendar/,
  length: /^must have .* characters/,
}

/** What the service has against a value, in the language of the page. @param labelOf what a field is called there */
export function reasonOf(
  { field, reason, allowed }: ErrorDetail,
  { reasons }: Words,
  labelOf: (field: string) => string,
): string {
  if (AGAINST.order.test(reason)) {
    return reasons.order(labelOf(field), labelOf(reason.replace(AGAINST.order, '')))
  }
  if (AGAINST.day.test(reason)) {
    return reasons.day
  }
  if (field === 'q' && AGAINST.length.test(reason)) {
    return reasons.length
  }
  return allowed === undefined ? reasons.other(reason) : reasons.catalog(labelOf(field))
}
