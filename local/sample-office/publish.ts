import { readFileSync } from 'node:fs'
import { chileanDay } from '../../shared/chilean-day.ts'
import { dueAt, publicationDays } from '../../shared/publication-calendar.ts'
import { archiveTable } from './editions/archive.ts'
import { sampleEditions } from './editions/editions.ts'
import { sampleSheet } from './sample-sheet.ts'
import type { OfficeFile } from './server/office-file.ts'

/** The day of the archive: one on which no edition appears, before those that the office's page lists. */
const ARCHIVE_OF = '2026-11-01'
/** As far back as the office's page goes. */
const LISTED_DAYS = 30
/** The day of the first edition; from then on each takes its turn. */
const FIRST_DAY = '2026-01-02'
const DAY_MS = 86_400_000

/** All that the made-up office has published by `now`: its sheet, an archive, and the editions of the last 30 days. */
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
  return publicationDays(first, chileanDay(now))
    .filter((day) => dueAt(day) <= now)
    .map((day) => {
      const turn = publicationDays(FIRST_DAY, day).length % finished.length
      const { path } = finished[turn] as (typeof finished)[number]
      return {
        path: `/estado-diario/ED_MD_${day}.pdf`,
        type: 'application/pdf',
        body: () => readFileSync(path),
      }
    })
}
