import type { BrandDetail } from '../../schemas/brand.ts'
import type { Estado, TipoDeSigno } from '../../schemas/catalogs.ts'
import type { Database, Transaction } from '../../shared/db/database.ts'
import { stageMarks } from '../../shared/search/index/stage-names.ts'
import { updateIndex } from '../../shared/search/index/update-index.ts'

/** The facts of a brand that a listing needs. */
export interface ListedBrand {
  nroSolicitud: string
  nroRegistro: string | null
  denominacion: string
  estado: Estado
  tipoSigno: TipoDeSigno
  fechaPresentacion: string
  fechaVencimiento: string | null
  fechaRegistro?: string | null
  /** By role, then name. */
  personas?: readonly BrandDetail['personas'][number][]
  /** Class numbers without duplicates. */
  clases: number[]
}

const INSERT = {
  parameters: ['brands'],
  text: `
    with given as (
      select * from jsonb_to_recordset($1::jsonb) as given (
        "nroSolicitud" bigint, "nroRegistro" text, "denominacion" text, "estado" estado, "tipoSigno" tipo_signo,
        "fechaPresentacion" date, "fechaVencimiento" date, "clases" smallint[],
        "fechaRegistro" date, "personas" json)
    ), brands as (
      insert into brand (nro_solicitud, nro_registro, denominacion, estado, estado_oficina, tipo_signo,
                         fecha_presentacion, fecha_vencimiento, clases, fecha_registro)
      select "nroSolicitud", "nroRegistro", "denominacion", "estado", '', "tipoSigno", "fechaPresentacion",
             "fechaVencimiento", "clases", "fechaRegistro"
        from given
    ), details as (
      insert into brand_detail (nro_solicitud, detail)
      select "nroSolicitud", json_build_object(
               'nroSolicitud', "nroSolicitud"::text, 'nroRegistro', "nroRegistro", 'denominacion', "denominacion",
               'estado', "estado", 'tipoSigno', "tipoSigno", 'fechaPresentacion', "fechaPresentacion",
               'fechaVencimiento', "fechaVencimiento", 'estadoOficina', '', 'fechaPublicacion', null,
               'fechaRegistro', "fechaRegistro", 'clases', array(select json_build_object('clase', clase, 'cobertura', null)
                                                        from unnest("clases") as clase),
               'personas', coalesce("personas", '[]'), 'anotaciones', '[]'::json)
        from given
    )
    insert into brand_listing (clase, estado, tipo_signo, fecha_presentacion, nro_solicitud)
    select clase, "estado", "tipoSigno", "fechaPresentacion", "nroSolicitud"
      from given cross join unnest(array_prepend(0::smallint, listed_classes("clases"))) as clase`,
}

const REMOVE = ['brand_listing', 'brand_detail', 'brand'].map((table) => ({
  text: `delete from ${table} where nro_solicitud = any ($1::bigint[])`,
  parameters: ['numbers'],
}))

const NEXT_VERSION = {
  text: 'update corpus_state set version = version + 1 returning version',
  parameters: [],
}
const CLEAR = ['name', 'word'].map((kind) => ({
  text: `delete from staged_${kind} where run_id = 0`,
  parameters: [],
}))

/** Adds brands to the corpus and its index, in one transaction. */
export async function insertBrands(database: Database, brands: readonly ListedBrand[]): Promise<void> {
  await database.transaction((transaction) => insert(transaction, brands))
}

/** Replaces brands in the corpus and its index, in one transaction. */
export async function changeBrands(database: Database, brands: readonly ListedBrand[]): Promise<void> {
  await database.transaction(async (transaction) => {
    await remove(
      transaction,
      brands.map(({ nroSolicitud }) => nroSolicitud),
    )
    await insert(transaction, brands)
  })
}

/** Removes brands from the corpus and its index, in one transaction. */
export async function removeBrands(database: Database, numbers: readonly string[]): Promise<void> {
  await database.transaction(async (transaction) => {
    // The index removes a mark without a name.
    await indexBrands(
      transaction,
      numbers.map((nroSolicitud) => ({ nroSolicitud, denominacion: '' })),
    )
    await remove(transaction, numbers)
  })
}

async function insert(transaction: Transaction, brands: readonly ListedBrand[]): Promise<void> {
  await transaction.query(INSERT, { brands: JSON.stringify(brands) })
  await indexBrands(transaction, brands)
}

async function remove(transaction: Transaction, numbers: readonly string[]): Promise<void> {
  for (const each of REMOVE) {
    await transaction.query(each, { numbers })
  }
}

/** Updates the search index for some brands, as a run would. */
export async function indexBrands(
  transaction: Transaction,
  brands: readonly Pick<ListedBrand, 'nroSolicitud' | 'denominacion'>[],
): Promise<void> {
  const marks = brands.map(({ nroSolicitud, denominacion }) => ({ number: nroSolicitud, denominacion }))
  await stageMarks(transaction, 0, marks)
  const [{ version } = { version: 0 }] = await transaction.query<{ version: number }>(NEXT_VERSION)
  await updateIndex(transaction, 0, version, new AbortController().signal)
  for (const each of CLEAR) {
    await transaction.query(each)
  }
}

/** Returns an ordinary brand with these facts. */
export const listedBrand = (
  facts: Partial<ListedBrand> & Pick<ListedBrand, 'nroSolicitud'>,
): ListedBrand => ({
  nroRegistro: null,
  denominacion: `Marca ${facts.nroSolicitud}`,
  estado: 'REGISTRADA',
  tipoSigno: 'DENOMINATIVA',
  fechaPresentacion: '2019-06-24',
  fechaVencimiento: null,
  clases: [],
  ...facts,
})
