import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { chileanDay } from '../../shared/platform/time/chilean-day.ts'
import { dueAt, publicationDays } from '../../shared/platform/time/publication-calendar.ts'
import { marcaOf, type OfficeMark, officeMarkOf } from './office/marca.ts'
import type { OfficeFile } from './office/office.ts'

const LOOKED_BACK_MS = 40 * 86_400_000
/** Few enough that a run that renames all of them is not held. */
export const SMALL_MARKS = 19

/** Returns the newest days whose edition is due, oldest first. */
export const editionDays = (count: number): string[] =>
  publicationDays(chileanDay(new Date(Date.now() - LOOKED_BACK_MS)), chileanDay(new Date()))
    .filter((day) => dueAt(day) <= new Date())
    .slice(-count)

const numbers = Array.from({ length: SMALL_MARKS }, (_, place) => place + 1)

/** Returns a sheet of a few marks, whose names begin with `word`. */
export const smallSheet = (day: string, word = 'MARCA'): OfficeFile => ({
  path: `/hojas/solicitudes-${day}.csv`,
  type: 'text/csv; charset=utf-8',
  body: () => textOf('N° Solicitud;Denominación;Estado;Fecha de Presentación', sheetRows(word)),
})

const sheetRows = (word: string): string[] =>
  numbers.map((nro) => `${nro};${word} ${nro};En trámite;02/01/2026`)

/** Returns an edition with an entry for each of the same marks. */
export const smallEdition = (day: string): OfficeFile => ({
  path: `/estado-diario/ED_MD_${day}.tsv`,
  type: 'text/tab-separated-values; charset=utf-8',
  body: () => textOf('nroSolicitud\tseccion\tcodigo_evento\tresolucion', editionRows(day)),
})

const editionRows = (day: string): string[] =>
  numbers.map((nro) => `${nro}\tM2\t009\t2026/${nro}${day.slice(-2)}`)

/** Returns marks for the portal, numbered from `first`. */
export const smallMarks = (first: number, count: number): OfficeMark[] =>
  Array.from({ length: count }, (_, place) =>
    officeMarkOf({
      nroSolicitud: String(first + place),
      nroRegistro: null,
      denominacion: `MARCA ${first + place}`,
      estadoOficina: 'En trámite',
      tipoSigno: 'Denominativa',
      fechaPresentacion: '2026-01-02',
      fechaPublicacion: null,
      fechaRegistro: null,
      fechaVencimiento: null,
      clases: [{ clase: 9, cobertura: 'Computadores' }],
      personas: [{ rol: 'TITULAR', nombre: 'Fiordo SpA', pais: 'CL' }],
    }),
  )

/** Returns saved answers of the portal about the same marks. */
export const savedAnswers = (day: string): OfficeFile => ({
  path: `/respuestas-${day}.json`,
  type: 'application/json',
  body: () => Buffer.from(JSON.stringify(smallMarks(1, SMALL_MARKS).map(marcaOf))),
})

const textOf = (headers: string, rows: readonly string[]): Buffer =>
  Buffer.from([headers, ...rows, ''].join('\n'))

/** Writes a file of the office into a local folder, and returns its path. */
export async function keepFile(folder: string, { path, body }: OfficeFile): Promise<string> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, basename(path))
  await writeFile(file, body() as Buffer)
  return file
}
