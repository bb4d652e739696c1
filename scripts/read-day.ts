import { InvalidArgumentError } from 'commander'
import { isDay } from '../shared/platform/time/day.ts'

/** Nothing of what a person types here lies before the computers that it is typed on. */
const FIRST_DAY = '1970-01-01'

/** An option's value that must be a day, as YYYY-MM-DD. */
export function readDay(text: string): string {
  if (!isDay(text) || text < FIRST_DAY) {
    throw new InvalidArgumentError('It must be a day that exists, as YYYY-MM-DD.')
  }
  return text
}
