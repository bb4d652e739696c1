import { readFileSync } from 'node:fs'
import type { Source, TipoDeAnotacion } from '../../schemas/catalogs.ts'
import type { MarkRecord } from '../../shared/sync/values/mark-record.ts'

/** A made-up mark with everything that the sources report about it. */
export interface SampleMark extends MarkRecord {
  /** In the order received, oldest first. */
  anotaciones: { fecha: string; tipo: TipoDeAnotacion; descripcion: string; resolucion: string | null }[]
  fuentes: { fuente: Source; fechaFuente: string }[]
}

const TEXT = readFileSync(new URL('marks.json', import.meta.url), 'utf8')

/** Returns the 200 made-up marks of `marks.json` by application number, new objects at every call. */
export const sampleMarks = (): SampleMark[] => JSON.parse(TEXT)
