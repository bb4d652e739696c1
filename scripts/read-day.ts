import { InvalidArgumentError } from 'commander'
import { isDay } from '../shared/platform/time/day.ts'

/** The first valid day. Earlier days are treated as typing errors. */
const FIRST_DAY = '1970-01-01'

/** Parses the value of an option as a day, YYYY-MM-DD. @throws InvalidArgumentError for any other text */
export function readDayOption(text: string): string {
  if (!isDay(text) || text < FIRST_DAY) {
    throw new InvalidArgumentError('It must be a day from 1970-01-01 on, as YYYY-MM-DD.')
  }
  return text
}
