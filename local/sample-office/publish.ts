import { readFileSync } from 'node:fs'
import type { Source } from '../../schemas/catalogs.ts'
import { chileanDay } from '../../shared/chilean-day.ts'
import { dueAt } from '../../shared/publication-calendar.ts'
import { archiveTable } from './editions/archive.ts'
import { sampleEditions } from './editions/editions.ts'
import { portalMarks } from './portal/portal-marks.ts'
import { turnsUntil } from './portal/told-by-editions.ts'
import { sampleSheet } from './sample-sheet.ts'
import type { Office } from './server/office.ts'
import type { OfficeFile } from './server/office-file.ts'

/** The day of the archive: one on which no edition appears, before those that the office's page lists. */
const ARCHIVE_OF = '2026-11-01'
/** As far back as the office's page goes. */
const LISTED_DAYS = 30
const DAY_MS = 86_400_000

/** Where the made-up office has a source. */
export const sourceUrl = (
  { sheetsUrl, bulletinUrl, portalUrl }: Pick<Office, 'sheetsUrl' | 'bulletinUrl' | 'portalUrl'>,
  source: Source,
): string => ({ sheets: sheetsUrl, bulletin: bulletinUrl, portal: portalUrl })[source]

/** Lets the made-up office tell, of a source, all that it has by `now`. */
export function publishTo(office: Pick<Office, 'publish' | 'portal'>, source: Source, now: Date): void {
  if (source === 'portal') {
    office.portal.enter(portalMarks(now))
  } else {
    office.publish(published(now))
  }
}

/** All files that the made-up office has published by `now`: its sheet, an archive, and the editions of the last 30 days. */
export function published(now: Date): OfficeFile[] {
  return [sheetFile(), archiveFile(), ...editionFiles(now)]
}

function sheetFile(): OfficeFile {
  const { name, edition, text } = sampleSheet()
  const path = `/hojas/${name.replace(/\.csv$/, `-${edition}.csv`)}`
  return { path, type: 'text/csv; charset=utf-8', body: () => Buffer.from([...text()].join('')) }
}

const archiveFile = (): OfficeFile => ({
  path: `/estado-diario/historico-${ARCHIVE_OF}.tsv`,
  type: 'text/tab-separated-values; charset=utf-8',
  body: () => Buffer.from(archiveTable()),
})

function editionFiles(now: Date): OfficeFile[] {
  const finished = sampleEditions()
  const first = chileanDay(new Date(now.getTime() - LISTED_DAYS * DAY_MS))
  return turnsUntil(chileanDay(now))
    .filter(([day]) => day >= first && dueAt(day) <= now)
    .map(([day, turn]) => {
      const { path } = finished[turn] as (typeof finished)[number]
      return {
        path: `/estado-diario/ED_MD_${day}.pdf`,
        type: 'application/pdf',
        body: () => readFileSync(path),
      }
    })
}
