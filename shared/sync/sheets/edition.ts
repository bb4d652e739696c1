import { stat } from 'node:fs/promises'
import { basename } from 'node:path'
import { chileanDay } from '../../chilean-day.ts'

/** A whole day in a file's name: `solicitudes-2026-11-02.xlsx`, `solicitudes_20261102.csv`. */
const DAY_IN_NAME =
  /(?<!\d)(?<year>(?:19|20)\d\d)[-_.]?(?<month>0[1-9]|1[0-2])[-_.]?(?<day>0[1-9]|[12]\d|3[01])(?!\d)/

/**
 * The edition of a sheet, `YYYY-MM-DD`: the day in its name, or else the day in Chile on which the file was last
 * written. A day that is still to come is no edition.
 */
export async function editionOf(path: string, now = new Date()): Promise<string> {
  const named = dayInName(basename(path))
  if (named !== null && named <= chileanDay(now)) {
    return named
  }
  const { mtime } = await stat(path)
  return chileanDay(mtime < now ? mtime : now)
}

function dayInName(name: string): string | null {
  const { year, month, day } = DAY_IN_NAME.exec(name)?.groups ?? {}
  const written = `${year}-${month}-${day}`
  const date = new Date(`${written}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(written) ? written : null
}
