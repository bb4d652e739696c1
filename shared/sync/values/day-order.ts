/** The order of day and month in `24/06/2019` and `06/24/2019`. */
export type DayOrder = 'day first' | 'month first'

/** A date at the beginning of a text, with the year last. With dashes, the year has four digits: `19-06-24` is ambiguous. */
export const YEAR_LAST = /^(\d{1,2})([/.-])(\d{1,2})\2(?=\d{4}(?!\d)|(?<!-)\d{2}(?!\d))/

/** Converts a date at the beginning of a text from month first to day first. */
export const swapDayAndMonth = (text: string): string => text.replace(YEAR_LAST, '$3$2$1$2')
