import { AFTER_EVERY_NUMBER } from '../shared/brands/brand-order.ts'
import { listing } from '../shared/brands/list-brands.ts'
import type { Database, Values } from '../shared/db/database.ts'
import { type Statement, sqlFile } from '../shared/db/sql-file.ts'
import { type ListingRequest, PAGE } from './listing-requests.ts'

const OF_ALL = sqlFile(import.meta.url, 'list-plain.sql', 'planned')
const OF_CLASS = sqlFile(import.meta.url, 'list-plain-of-class.sql', 'planned')

/** What one would index for them. */
const INDEXES: Readonly<Record<string, string>> = {
  bench_brand_date: 'brand (fecha_presentacion, nro_solicitud)',
  bench_brand_estado: 'brand (estado)',
  bench_brand_tipo: 'brand (tipo_signo)',
  bench_class: 'brand_class (clase)',
}

export async function createPeerIndexes(owner: Database): Promise<void> {
  for (const [name, of] of Object.entries(INDEXES)) {
    await owner.query({ text: `create index ${name} on ${of}`, parameters: [] })
  }
  await owner.query({ text: 'vacuum analyze brand, brand_class', parameters: [] })
}

export async function dropPeerIndexes(owner: Database): Promise<void> {
  for (const name of Object.keys(INDEXES)) {
    await owner.query({ text: `drop index ${name}`, parameters: [] })
  }
}

/** The page of a request by one statement alone, without HTTP and without a key. */
export interface DirectPage {
  numbers: string[]
  milliseconds: number
}

/** By the service's own statement. */
export function askOurs(owner: Database, { filters, after }: ListingRequest): Promise<DirectPage> {
  const { statement, values } = listing(filters, after, PAGE)
  return ask(owner, statement, values)
}

/** By the plain one. */
export function askPlain(owner: Database, { filters, after }: ListingRequest): Promise<DirectPage> {
  const { clase, estado, tipoSigno, fechaDesde, fechaHasta } = filters
  const [before_day, before_nro] = after ?? ['infinity', AFTER_EVERY_NUMBER]
  return ask(owner, clase === undefined ? OF_ALL : OF_CLASS, {
    clase,
    estado,
    tipo_signo: tipoSigno,
    from_day: fechaDesde ?? '-infinity',
    to_day: fechaHasta ?? 'infinity',
    before_day,
    before_nro,
    count: PAGE,
  })
}

async function ask(owner: Database, statement: Statement, values: Values): Promise<DirectPage> {
  const startedAt = performance.now()
  const rows = await owner.query<{ nroSolicitud: string }>(statement, values)
  const milliseconds = performance.now() - startedAt
  return { numbers: rows.map(({ nroSolicitud }) => nroSolicitud), milliseconds }
}
