import type { SheetRow } from '../../formats/sheet.ts'
import { SyncError } from '../../sync-error.ts'
import { memoize } from '../../text/memoize.ts'
import type { Cell } from '../../values/cell.ts'
import { YEAR_LAST } from '../../values/day-order.ts'
import { quote } from '../../values/quote.ts'
import { readDay, textOf } from '../../values/read-value.ts'
import type { FoundColumns } from './columns.ts'
import { ALL_FIELDS, DAY_FIELDS, headerOf } from './header-words.ts'

/** Forms with fewer days are ignored, because a few days may all be up to the 12th by chance. */
const MIN_OF_FORM = 10
const MONTHS = 12
const LAST_DAY = 31
/** Up to this share, days with the month first count as typing errors. */
const MIN_SHARE_OF_MONTH_FIRST = 0.001

/**
 * Counts the days of a column that have the same form. The forms are `date` (a date cell), `year first` (a text such as
 * `2019-06-24`), and the separators of other texts, such as `/`.
 */
interface Form {
  count: number
  /** The number of days after the 12th of a month. */
  late: number
}

const MAX_CACHED = 36_525
const YEAR_FIRST = /^\d{4}[/.-]/

interface FormedDay {
  form: string
  isLate: boolean
}

const formedDay = (form: string | undefined, cell: Cell): FormedDay | undefined => {
  const day = form === undefined ? undefined : readDay(cell, 1900)
  return form !== undefined && typeof day === 'string'
    ? { form, isLate: Number(day.slice(-2)) > MONTHS }
    : undefined
}

/** Returns `month first` if the second number cannot be a month: `06/24/2019`. */
const dayInText = memoize((text: string): FormedDay | 'month first' | undefined => {
  const clean = textOf(text)
  const [, first, separator, second] = YEAR_LAST.exec(clean) ?? []
  return Number(first) <= MONTHS && Number(second) > MONTHS && Number(second) <= LAST_DAY
    ? 'month first'
    : formedDay(separator ?? (YEAR_FIRST.test(clean) ? 'year first' : undefined), text)
}, MAX_CACHED)

/**
 * Returns a detector of columns with swapped days and months. `assertMixed` throws SyncError `headers_missing` in two cases:
 *
 * - Some forms have only days up to the 12th, and all other forms only later days. A program has then read `05/06/2019` with
 *   the month first, and has left `24/06/2019` unchanged.
 * - Too many days have the month first, such as `06/24/2019`.
 */
export function swappedDays({ at, monthFirst: stated }: FoundColumns): {
  add(row: SheetRow): void
  assertMixed(): void
} {
  const columns = ALL_FIELDS.filter(
    (field) => DAY_FIELDS.has(field) && at[field] >= 0 && !stated.has(field),
  ).map((field) => ({
    field,
    column: at[field],
    forms: new Map<string, Form>(),
    days: 0,
    monthFirst: 0,
  }))
  return {
    add: ({ cells, formatted }) => {
      for (const counts of columns) {
        const { column, forms } = counts
        const cell = cells[column] ?? null
        const isDate = typeof cell === 'number' || formatted?.get(column) === 'date'
        const day = isDate ? formedDay('date', cell) : dayInText(String(cell ?? ''))
        counts.days += day === undefined ? 0 : 1
        if (day === 'month first') {
          counts.monthFirst++
        } else if (day !== undefined) {
          const form = forms.get(day.form) ?? { count: 0, late: 0 }
          forms.set(day.form, form)
          form.count++
          form.late += day.isLate ? 1 : 0
        }
      }
    },
    assertMixed: () => {
      for (const { field, forms, days, monthFirst } of columns) {
        if (monthFirst >= MIN_OF_FORM && monthFirst > days * MIN_SHARE_OF_MONTH_FIRST) {
          const message = `The column ${quote(headerOf(field))} has ${monthFirst} days with the month first`
          const advice =
            'write the day first. If all days of the column have the month first, write (mm/dd/aaaa) in the header'
          throw new SyncError('headers_missing', `${message}: ${advice}.`)
        }
        const frequent = [...forms.values()].filter(({ count }) => count >= MIN_OF_FORM)
        const isSorted = frequent.every(({ count, late }) => late === 0 || late === count)
        const hasBoth = frequent.some(({ late }) => late === 0) && frequent.some(({ late }) => late > 0)
        if (isSorted && hasBoth) {
          const message =
            `The column ${quote(headerOf(field))} has the days up to the 12th in one form, and the later days in another form: ` +
            'a program has read some days with the month first. Export the sheet again, with days as texts.'
          throw new SyncError('headers_missing', message)
        }
      }
    },
  }
}
