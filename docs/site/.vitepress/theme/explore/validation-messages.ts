import type { ErrorDetail } from '../../../../../client/src/index.ts'
import type { Texts } from './texts.ts'

/** The reasons of the service that the page translates; others are shown as the language allows. */
const REASONS = {
  order: /^must not be after /,
  day: /^must be a day of the calendar/,
  length: /^must have .* characters/,
}

/** Returns the validation error of a field in the language of the page. @param labelOf returns the label of a field */
export function validationMessage(
  { field, reason, allowed }: ErrorDetail,
  { reasons }: Texts,
  labelOf: (field: string) => string,
): string {
  if (REASONS.order.test(reason)) {
    return reasons.order(labelOf(field), labelOf(reason.replace(REASONS.order, '')))
  }
  if (REASONS.day.test(reason)) {
    return reasons.day
  }
  if (field === 'q' && REASONS.length.test(reason)) {
    return reasons.length
  }
  return allowed === undefined ? reasons.other(reason) : reasons.catalog(labelOf(field))
}
