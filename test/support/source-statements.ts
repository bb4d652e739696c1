import { expect } from 'vitest'
import type { BrandDetail } from '../../schemas/brand.ts'
import type { Estado, Rol, TipoDeSigno } from '../../schemas/catalogs.ts'
import type { Database } from '../../shared/db/database.ts'
import { entry, record, rowsOf, stagedEdition, stagedPortal, stagedRun } from './staged-run.ts'

/** Returns a day of the month of these tests. */
export const day = (number: number): string => `2026-11-${String(number).padStart(2, '0')}`

/** The facts that a source may state about a mark; '', null and [] are blank. */
export interface Facts {
  denominacion: string
  nroRegistro: string | null
  /** Null: a blank status. */
  estado: Estado | null
  /** OTRA: a blank kind of sign. */
  tipoSigno: TipoDeSigno
  fechaPublicacion: string | null
  clases: { clase: number; cobertura: string | null }[]
  personas: { rol: Rol; nombre: string; pais: string | null }[]
}

export const BLANK: Facts = {
  denominacion: '',
  nroRegistro: null,
  estado: null,
  tipoSigno: 'OTRA',
  fechaPublicacion: null,
  clases: [],
  personas: [],
}

const markOf = (nro: string, { estado, ...facts }: Facts) =>
  record(nro, { ...facts, estado: estado ?? 'SIN_CLASIFICAR', estadoOficina: estado ?? '' })

type Statements = ReadonlyMap<string, Facts>

/** One run of a source. The bulletin states only the status, which may be blank. */
export interface Run {
  by: 'sheets' | 'other sheets' | 'portal' | 'bulletin'
  on: number
  says: Statements
}

/** Carries out a run, and expects that it succeeds. */
export async function carryOut(ingest: Database, { by, on, says }: Run): Promise<void> {
  const marks = [...says].map(([nro, facts]) => markOf(nro, facts))
  const report = await (by === 'bulletin'
    ? stagedEdition(
        ingest,
        day(on),
        [...says].map(([nro, { estado }]) => entry(nro, { estado, descripcion: `${estado}` })),
      )
    : by === 'portal'
      ? stagedPortal(
          ingest,
          day(on),
          marks.map((mark) => ({ record: mark })),
        )
      : stagedRun(ingest, rowsOf(marks, { fechaFuente: day(on) }), { sheet: { name: by, edition: day(on) } }))
  expect([report.status, report.error]).toEqual(['succeeded', null])
}

export interface Served extends Pick<BrandDetail, keyof Facts | 'estadoOficina' | 'anotaciones'> {
  /** The sources with their days, in the order of the contract. */
  fuentes: [string, string][]
}

/** Returns the marks as they are served, by application number. */
export async function served(owner: Database): Promise<Map<string, Served>> {
  const marks = await owner.query<{ nro: string; detail: Served; fuentes: Served['fuentes'] }>({
    text: `select nro_solicitud::text as nro, detail,
            (select json_agg(json_build_array(fuente, confirmed) order by fuente)
               from confirmed_record as c where c.nro_solicitud = d.nro_solicitud) as fuentes
       from brand_detail as d order by d.nro_solicitud`,
    parameters: [],
  })
  return new Map(marks.map(({ nro, detail, fuentes }) => [nro, { ...detail, fuentes }]))
}
