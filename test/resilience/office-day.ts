import { generateMarks } from '../../bench/corpus/generate-marks.ts'
import type { SheetMark } from '../../bench/corpus/sheet-mark.ts'
import { csvSheet } from '../../bench/corpus/write-csv.ts'
import { codes, ESTADOS, type Estado, type Phase } from '../../schemas/catalogs.ts'
import { chileanDay } from '../../shared/platform/time/chilean-day.ts'
import { readEstado } from '../../shared/sync/values/office-words.ts'
import { printPdf } from '../support/bulletin/print-pdf.ts'
import type { PrintedEntry } from '../support/bulletin/printed.ts'
import type { OfficeMark } from '../support/office/marca.ts'
import type { OfficeFile } from '../support/office/office.ts'
import { editionSections } from './edition.ts'
import { applicationsOf, publishedOn, RECORDS } from './portal-marks.ts'

/** The number of marks and entries in a day of the office. */
export interface Extent {
  /** Marks that have ended or are in force: only sheets and editions contain them. */
  readonly settled: number
  /** Marks under way when the day begins: the portal reports the publication of each. */
  readonly underWay: number
  /** Applications that are filed during the day: only the portal contains them. */
  readonly filed: number
  /** Entries of an edition. */
  readonly entries: number
}

/** A day of an invented office: its publications, and the expected corpus at the end. */
export interface OfficeDay {
  readonly settled: readonly SheetMark[]
  readonly underWay: readonly OfficeMark[]
  readonly filed: readonly OfficeMark[]
  /** The sheet of a day, in which the registration number of each settled mark has the number of the sheet. */
  sheet(day: string, number: 1 | 2): OfficeFile
  /** An edition of a day about settled marks; `turn` counts them from 0. */
  edition(day: string, turn: number): Promise<{ file: OfficeFile; entries: PrintedEntry[] }>
}

const SETTLED: ReadonlySet<Phase> = new Set<Phase>(['vigente', 'terminada'])
const IS_SETTLED: ReadonlySet<Estado> = new Set(
  codes(ESTADOS).filter((estado) => SETTLED.has(ESTADOS[estado].phase)),
)
/** The status of the settled marks about which an edition can publish an entry without changing their status. */
const NOTED: Estado = 'VENCIDA'
/** Draws this many times the needed marks, because some are under way, or have no name or no registration. */
const DRAWN = 3

/** Draws the day; the same extent and date give the same day. */
export function drawOfficeDay({ settled: count, underWay, filed, entries }: Extent): OfficeDay {
  const today = chileanDay(new Date())
  const settled = [...generateMarks(Math.ceil(count * DRAWN))].filter(isNamedAndRegistered).slice(0, count)
  const last = settled.at(-1)?.nroSolicitud ?? '0'
  const applications = applicationsOf(Math.ceil((underWay + filed) / RECORDS), last, today).flat()
  const before = applications.slice(0, underWay)
  const noted = settled.filter(({ estadoOficina }) => readEstado(estadoOficina) === NOTED)
  return {
    settled,
    underWay: before.map((mark) => publishedOn(mark, today)),
    filed: applications.slice(underWay, underWay + filed),
    sheet: (day, number) => sheetFile(day, [...settled.map((mark) => inSheet(mark, number)), ...before]),
    edition: async (day, turn) => {
      const marks = noted.slice(turn * entries, (turn + 1) * entries).map(asDrawn)
      const sections = editionSections(day, marks)
      const pdf = Buffer.from(await printPdf(sections, { layout: 'blocks' }))
      const file = { path: `/estado-diario/ED_MD_${day}.pdf`, type: 'application/pdf', body: () => pdf }
      return { file, entries: sections.flatMap((section) => [...section.entries]) }
    },
  }
}

const isNamedAndRegistered = ({ denominacion, estadoOficina, nroRegistro }: SheetMark): boolean =>
  denominacion !== '' && nroRegistro !== null && IS_SETTLED.has(readEstado(estadoOficina))

const asDrawn = ({ nroSolicitud, denominacion }: SheetMark) => ({
  nroSolicitud,
  denominacion,
  estado: NOTED,
})

/** The registration numbers of a sheet begin with this word and the number of the sheet. */
const WORD = 'HOJA'

/**
 * Returns a mark with the registration number that it has in a sheet of that number. It expires later in a later sheet,
 * because only a renewal changes the registration numbers of many marks.
 */
export const inSheet = <Mark extends SheetMark>(mark: Mark, number: number): Mark => ({
  ...mark,
  nroRegistro: `${WORD}${number} ${mark.nroSolicitud}`,
  fechaVencimiento: `${2_040 + number}-01-02`,
})

const OF_SHEET = new RegExp(`^${WORD}(\\d) `)

/** Returns the numbers of the sheets of marks, without marks of other sources. */
export function sheetsOf(items: readonly Pick<SheetMark, 'nroRegistro'>[]): number[] {
  const found = items.map(({ nroRegistro }) => OF_SHEET.exec(nroRegistro ?? '')?.[1])
  return [...new Set(found.filter((number) => number !== undefined).map(Number))]
}

function sheetFile(day: string, marks: readonly SheetMark[]): OfficeFile {
  const text = Buffer.from([...csvSheet(marks)].join(''))
  return { path: `/hojas/solicitudes-${day}.csv`, type: 'text/csv; charset=utf-8', body: () => text }
}
