import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { TIME_ZONE } from '../../shared/platform/time/chilean-day.ts'
import { editionDays, keepFile, smallEdition, smallSheet } from './small-office.ts'

/** The number of editions in the folder of the bulletin. */
const EDITIONS = 3
const TWO_HOURS_MS = 7_200_000

const clock = new Intl.DateTimeFormat('en-GB', { timeZone: TIME_ZONE, hour: 'numeric', minute: 'numeric' })

/** Returns a daily cron expression whose last time was two hours ago in Chile. No test lasts until the next one. */
export function cronOfTwoHoursAgo(): string {
  const [hour, minute] = clock
    .format(new Date(Date.now() - TWO_HOURS_MS))
    .split(':')
    .map(Number)
  return `${minute} ${hour} * * *`
}

/** Returns schedules of both sources whose last time was missed. */
export const missedSchedules = (): { SHEETS_SCHEDULE: string; BULLETIN_SCHEDULE: string } => ({
  SHEETS_SCHEDULE: cronOfTwoHoursAgo(),
  BULLETIN_SCHEDULE: cronOfTwoHoursAgo(),
})

/** Creates folders with a sheet and editions of the newest days, and returns them as settings. */
export async function folderSources(folder: string): Promise<{ SHEETS_URL: string; BULLETIN_URL: string }> {
  const days = editionDays(EDITIONS)
  const [sheets, bulletin] = [join(folder, 'hojas'), join(folder, 'estado-diario')]
  await keepFile(sheets, smallSheet(days.at(-1) ?? ''))
  for (const day of days) {
    await keepFile(bulletin, smallEdition(day))
  }
  return { SHEETS_URL: pathToFileURL(sheets).href, BULLETIN_URL: pathToFileURL(bulletin).href }
}
