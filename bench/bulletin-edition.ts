import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { BrandDetail } from '../schemas/brand.ts'
import { printPdf } from '../shared/sync/bulletin/testing/print-pdf.ts'
import type { PrintedEntry } from '../shared/sync/bulletin/testing/printed.ts'
import type { Asker } from './ask.ts'
import type { BenchDatabase } from './bench-database.ts'
import type { Dealt, Extent, Way } from './bulletin-figures.ts'
import type { Place } from './command.ts'
import { committedVersion } from './committed-version.ts'
import type { DrawnBrand } from './draw-brands.ts'
import { editionSections, lastEntry } from './edition.ts'
import { whole } from './figures-table.ts'
import { type Loaded, loadEdition } from './load-source.ts'
import type { BenchOffice } from './open-office.ts'
import { inOwnProcess } from './own-process.ts'
import { MeasuringError, type Run } from './part.ts'
import type { PdfAnswer, PdfTask } from './pdf-process.ts'
import { untilSeen } from './until-seen.ts'

const READER = new URL('pdf-process.ts', import.meta.url)
/** In points: 3,000 entries fill a little more than 400 pages. */
const PAGE = [595.28, 450] as const

/** What an edition is taken with. */
export interface Surroundings {
  run: Run
  database: BenchDatabase
  asker: Asker
  office: BenchOffice
}

/** What came of an edition. */
export interface Measured extends Extent {
  dealt: Dealt[]
}

interface Edition {
  day: string
  /** What it is called for somebody who waits. */
  title: string
  /** The marks of which it tells. */
  brands: readonly DrawnBrand[]
}

/**
 * Prints an edition, publishes it, and takes it until it is served; then once more, and as one that has not changed. The
 * office goes on listing it.
 */
export async function measureEdition(
  place: Surroundings,
  { day, title, brands }: Edition,
): Promise<Measured> {
  const { run, office } = place
  run.step(`${title}: printing ${whole(brands.length)} entries`)
  const sections = editionSections(day, brands)
  const name = `ED_MD_${day}.pdf`
  const path = join(run.folder, name)
  await writeFile(path, await printPdf(sections, { layout: 'blocks', size: PAGE }))
  run.step(`${title}: reading it alone`)
  const bare = await readAlone(run, 'bare text', path)
  const read = await readAlone(run, 'reading alone', path)
  office.publish(`/estado-diario/${name}`, path)
  run.step(`${title}: taking it`)
  const byUrl = { url: office.bulletinUrl }
  const taken = await take(place, 'from PDF to served', byUrl, () =>
    isServed(place.asker, day, lastEntry(sections)),
  )
  refuseUnread(taken.loaded, brands.length)
  run.step(`${title}: taking it again`)
  const again = await take(place, 'again', { ...byUrl, date: day })
  const unchanged = await take(place, 'unchanged', byUrl)
  const dealt = [bare, read, taken, again, unchanged].map((each) => each.dealt)
  return { pages: bare.count, entries: read.count, dealt }
}

async function readAlone(
  run: Run,
  reader: PdfTask['reader'],
  path: string,
): Promise<{ dealt: Dealt; count: number }> {
  const task: PdfTask = { path, reader }
  const { answer, peakMegabytes } = await inOwnProcess<never, PdfAnswer>(run, READER, task, () => {})
  return { dealt: { way: reader, seconds: answer.seconds, peakMegabytes, corpus: null }, count: answer.count }
}

/** Runs the command; where something is to be there then, the time is that until it is. */
async function take(
  { run, database }: Surroundings,
  way: Way,
  from: Place,
  isThere?: () => Promise<boolean>,
): Promise<{ dealt: Dealt; loaded: Loaded }> {
  const before = await committedVersion(database.owner)
  const work = (): Promise<Loaded> => loadEdition(run, database, from)
  const seen = isThere && (await untilSeen(work, isThere))
  const loaded = seen?.result ?? (await work())
  const versionMoved = (await committedVersion(database.owner)) !== before
  const { inserted, updated } = loaded.report
  const { seconds, peakMegabytes } = loaded
  const corpus = { updated: inserted + updated, versionMoved }
  return { dealt: { way, seconds: seen?.seconds ?? seconds, peakMegabytes, corpus }, loaded }
}

/** Whether the service answers with the annotation of an entry. */
async function isServed(asker: Asker, day: string, entry: PrintedEntry | undefined): Promise<boolean> {
  const { status, body } = await asker.ask(`/v1/brands/${entry?.numero}`)
  if (status !== 200) {
    throw new MeasuringError(`A mark was answered with ${status}: figures of errors prove nothing.`)
  }
  const { anotaciones } = JSON.parse(body) as BrandDetail
  return anotaciones.some(({ fecha, resolucion }) => fecha === day && resolucion === entry?.resolucion)
}

function refuseUnread({ report }: Loaded, entries: number): void {
  const { rowsRead, rejected, waiting } = report
  if (rowsRead !== entries || rejected > 0 || waiting > 0) {
    throw new MeasuringError(
      `Of ${entries} entries, ${rowsRead} were read and ${rejected} rejected, and ${waiting} wait: figures prove nothing.`,
    )
  }
}
