import type { Estado, TipoDeSigno } from '../../schemas/catalogs.ts'
import type { Queryable } from '../db/database.ts'

/** A brand as far as a listing knows it. */
export interface ListedBrand {
  nroSolicitud: string
  nroRegistro: string | null
  denominacion: string
  estado: Estado
  tipoSigno: TipoDeSigno
  fechaPresentacion: string
  fechaVencimiento: string | null
  /** Numbers of its classes, each once. */
  clases: number[]
}

const INSERT = {
  parameters: ['brands'],
  text: `
    with given as (
      select * from jsonb_to_recordset($1::jsonb) as given (
        "nroSolicitud" bigint, "nroRegistro" text, "denominacion" text, "estado" estado, "tipoSigno" tipo_signo,
        "fechaPresentacion" date, "fechaVencimiento" date, "clases" smallint[])
    ), brands as (
      insert into brand (nro_solicitud, nro_registro, denominacion, estado, estado_oficina, tipo_signo,
                         fecha_presentacion, fecha_vencimiento)
      select "nroSolicitud", "nroRegistro", "denominacion", "estado", '', "tipoSigno", "fechaPresentacion",
             "fechaVencimiento"
        from given
    ), classes as (
      insert into brand_class (nro_solicitud, clase)
      select "nroSolicitud", clase from given cross join unnest("clases") as clase
    )
    insert into brand_listing (clase, estado, tipo_signo, fecha_presentacion, nro_solicitud)
    select clase, "estado", "tipoSigno", "fechaPresentacion", "nroSolicitud"
      from given cross join unnest(array_prepend(0::smallint, "clases")) as clase`,
}

/** Adds brands to whatever the corpus holds already, in one statement. */
export async function insertBrands(database: Queryable, brands: readonly ListedBrand[]): Promise<void> {
  await database.query(INSERT, { brands: JSON.stringify(brands) })
}

/** An ordinary brand, but for what `facts` say. */
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
