import type { BrandDetail, BrandPage } from '../../schemas/brand.ts'
import type { ChangePage } from '../../schemas/change.ts'
import type { Health } from '../../schemas/health.ts'
import type { Freshness, SyncRunPage } from '../../schemas/insight.ts'
import { writeCursor } from '../platform/cursor.ts'
import { VERSION } from '../platform/version.ts'

/** Example responses, with marks of the sample data. */

export const kayaks = {
  nroSolicitud: '1132851',
  nroRegistro: '1238280',
  denominacion: 'Kayaks del Fin del Fiordo',
  estado: 'REGISTRADA',
  tipoSigno: 'DENOMINATIVA',
  fechaPresentacion: '2016-10-13',
  fechaVencimiento: '2027-04-03',
  estadoOficina: 'Registrada',
  fechaPublicacion: '2016-11-21',
  fechaRegistro: '2017-04-03',
  clases: [
    {
      clase: 39,
      cobertura:
        'Transporte de pasajeros y de carga; embalaje y almacenamiento de mercancías; organización de viajes.',
    },
    {
      clase: 41,
      cobertura: 'Educación; formación; servicios de entretenimiento; actividades deportivas y culturales.',
    },
  ],
  personas: [
    { rol: 'REPRESENTANTE', nombre: 'Estudio Jurídico Valdovinoz & Brañesa', pais: null },
    { rol: 'SOLICITANTE', nombre: 'Producciones Antuhuilli SpA', pais: 'CL' },
    { rol: 'TITULAR', nombre: 'Producciones Antuhuilli SpA', pais: 'CL' },
  ],
  anotaciones: [
    {
      fecha: '2017-04-03',
      tipo: 'CONCESION',
      descripcion: 'Resolución de concesión de registro de marca',
      resolucion: '2017/82121',
      fuente: 'bulletin',
    },
    {
      fecha: '2017-03-28',
      tipo: 'PAGO_FINAL',
      descripcion: 'Acredita pago de derechos finales',
      resolucion: null,
      fuente: 'bulletin',
    },
    {
      fecha: '2017-02-09',
      tipo: 'ACEPTACION_REGISTRO',
      descripcion: 'Resolución de aceptación a registro',
      resolucion: '2017/35580',
      fuente: 'bulletin',
    },
    {
      fecha: '2016-11-21',
      tipo: 'PUBLICACION',
      descripcion: 'Publicación de marca en Diario Oficial',
      resolucion: null,
      fuente: 'bulletin',
    },
    {
      fecha: '2016-11-02',
      tipo: 'ACEPTACION_TRAMITE',
      descripcion: 'Resolución de aceptación a trámite de marca',
      resolucion: '2016/272699',
      fuente: 'bulletin',
    },
    {
      fecha: '2016-10-13',
      tipo: 'PRESENTACION',
      descripcion: 'Presentación de solicitud de registro de marca',
      resolucion: null,
      fuente: 'bulletin',
    },
  ],
  fuentes: [
    { fuente: 'sheets', fechaFuente: '2026-11-02', actualizadoEn: '2026-11-21T06:57:07.968Z' },
    { fuente: 'bulletin', fechaFuente: '2017-04-03', actualizadoEn: '2026-11-21T06:57:09.112Z' },
    { fuente: 'portal', fechaFuente: '2026-11-17', actualizadoEn: '2026-11-21T06:57:10.541Z' },
  ],
  fechaCorpus: '2026-11-20',
} as const satisfies BrandDetail

const { nroSolicitud, nroRegistro, denominacion, estado, tipoSigno, fechaPresentacion, fechaVencimiento } =
  kayaks
const { fechaCorpus } = kayaks
const summary = {
  nroSolicitud,
  nroRegistro,
  denominacion,
  estado,
  tipoSigno,
  fechaPresentacion,
  fechaVencimiento,
} as const

/** The page of a request with `clase=39&fechaHasta=2016-10-13&limit=1`. */
export const listingPage: BrandPage = {
  items: [summary],
  nextCursor: writeCursor({ operation: 'search-brands', clase: 39, fechaHasta: fechaPresentacion }, [
    fechaPresentacion,
    nroSolicitud,
  ]),
  fechaCorpus,
}

export const searchPage: BrandPage = {
  items: [{ ...summary, score: 0.016_393_442_623 }],
  nextCursor: null,
  fechaCorpus,
}

export const threeSources: Freshness = {
  generatedAt: '2026-11-22T14:05:00.000Z',
  timeZone: 'America/Santiago',
  sources: [
    {
      source: 'sheets',
      cadence: 'daily',
      lastRunAt: '2026-11-22T09:30:00.000Z',
      lastRunStatus: 'succeeded',
      lastSuccessAt: '2026-11-22T09:31:12.000Z',
      sourceDate: '2026-11-21',
      lagSeconds: 16_428,
      thresholdSeconds: 172_800,
      state: 'current',
      stale: false,
      nextRunAt: '2026-11-23T09:30:00.000Z',
    },
    {
      source: 'bulletin',
      cadence: 'monday-to-friday',
      lastRunAt: '2026-11-20T12:30:00.000Z',
      lastRunStatus: 'succeeded',
      lastSuccessAt: '2026-11-20T12:30:41.000Z',
      sourceDate: '2026-11-20',
      lagSeconds: 0,
      thresholdSeconds: 86_400,
      state: 'current',
      stale: false,
      nextRunAt: '2026-11-23T12:30:00.000Z',
    },
    {
      source: 'portal',
      cadence: 'continuous',
      lastRunAt: null,
      lastRunStatus: null,
      lastSuccessAt: null,
      sourceDate: null,
      lagSeconds: null,
      thresholdSeconds: 21_600,
      state: 'not_configured',
      stale: false,
      nextRunAt: null,
    },
  ],
}

export const runPage: SyncRunPage = {
  items: [
    {
      id: '42',
      source: 'sheets',
      trigger: 'schedule',
      status: 'succeeded',
      startedAt: '2026-11-22T09:30:00.000Z',
      finishedAt: '2026-11-22T09:31:12.000Z',
      sourceDate: '2026-11-21',
      rowsRead: 5_012,
      inserted: 11,
      updated: 37,
      unchanged: 4_851,
      rejected: 2,
      outdated: 0,
      waiting: 0,
      repeated: 111,
      kept: 0,
      withdrawn: 0,
      error: null,
    },
  ],
  nextCursor: null,
}

export const changesPage: ChangePage = {
  items: [
    {
      seq: 81_204,
      nroSolicitud: '1132851',
      tipo: 'cambio',
      campos: ['nroRegistro', 'estado', 'estadoOficina', 'fechaRegistro', 'fechaVencimiento'],
      estadoAnterior: 'ACEPTADA_REGISTRO',
      estado: 'REGISTRADA',
      run: '42',
      en: '2026-11-22T09:31:11.402Z',
    },
    {
      seq: 81_205,
      nroSolicitud: '1560021',
      tipo: 'anotacion',
      campos: ['anotaciones'],
      estadoAnterior: 'PUBLICADA',
      estado: 'PUBLICADA',
      run: '43',
      en: '2026-11-23T12:32:05.117Z',
    },
  ],
  nextCursor: 'MiB6TWlUNnZUZkYgODEyMDUgMTc5NTQzNzEyNTExNzAwMCBxMzV4NlkzTQ',
  more: false,
  fechaCorpus: '2026-11-20',
}

export const healthy: Health = {
  status: 'ok',
  version: VERSION,
  sample: false,
  checks: { database: 'ok', migrations: 'ok', postgresql: 'ok', disk: 'ok', syncs: 'ok', backups: 'ok' },
}

export const degraded: Health = {
  status: 'degraded',
  version: VERSION,
  checks: {
    database: 'unreachable',
    migrations: 'unknown',
    postgresql: 'unknown',
    disk: 'ok',
    syncs: 'unknown',
    backups: 'unknown',
  },
}
