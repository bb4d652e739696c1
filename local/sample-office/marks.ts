/** The made-up register: 200 believable Chilean marks, the same at every call. */

import { daysBetween, tenYearsAfter } from '../../bench/corpus/days.ts'
import { type Dice, dice } from '../../bench/corpus/random.ts'
import { COBERTURAS } from '../../bench/corpus/vocabulary.ts'
import type { Source, TipoDeAnotacion } from '../../schemas/catalogs.ts'
import type { MarkRecord } from '../../shared/sync/mark-record.ts'
import { type Dossier, drawDossiers } from './dossier.ts'
import { EVENTS } from './histories.ts'
import { RENEWAL } from './renewal.ts'

/** What a sheet of the office tells of a mark, and what its other sources do. */
export interface SampleMark extends MarkRecord {
  /** In the order received, oldest first. */
  anotaciones: { fecha: string; tipo: TipoDeAnotacion; descripcion: string; resolucion: string | null }[]
  fuentes: { fuente: Source; fechaFuente: string }[]
}

const SEED = 20_261_120
/** The day of the sheet that the office had published last. */
export const SHEETS_OF = '2026-11-02'
const PORTAL_ASKED = ['2026-11-16', '2026-11-17', '2026-11-18', '2026-11-19', '2026-11-20']

/** A number that grows with the day, as an office hands them out: so many a day, counted from a known one. */
export const numberOn = (day: string, { from, first, perDay }: typeof APPLICATIONS, { between }: Dice) =>
  first + daysBetween(from, day) * perDay + between(0, perDay - 1)

/** How application numbers grow. */
export const APPLICATIONS = { from: '2016-01-04', first: 1_100_001, perDay: 116 }
const REGISTRATIONS = { from: '2016-11-21', first: 1_230_001, perDay: 62 }

/** The office counts its resolutions anew every year. */
export const resolutionOn = (day: string, chances: Dice) => {
  const year = day.slice(0, 4)
  return `${year}/${numberOn(day, { from: `${year}-01-01`, first: 1, perDay: 890 }, chances)}`
}

function coverageOf({ tipoSigno, ventas }: Dossier, clase: number, { chance }: Dice) {
  if (chance(0.05)) return null
  const sentence = COBERTURAS[clase]?.replace('{ventas}', ventas) ?? null
  return tipoSigno === 'FRASE_PROPAGANDA' ? `Para ser usada en la publicidad de: ${sentence}` : sentence
}

function peopleOf(
  { solicitante, titular, representante }: Dossier,
  registered: boolean,
): SampleMark['personas'] {
  return [
    ...(representante ? [{ rol: 'REPRESENTANTE' as const, ...representante }] : []),
    { rol: 'SOLICITANTE', ...solicitante },
    ...(registered ? [{ rol: 'TITULAR' as const, ...titular }] : []),
  ]
}

function annotationsOf({ timeline }: Dossier, chances: Dice): SampleMark['anotaciones'] {
  return timeline.map(({ name, fecha }) => {
    const { tipo, descripcion, resolved } = EVENTS[name]
    return { fecha, tipo, descripcion, resolucion: resolved ? resolutionOn(fecha, chances) : null }
  })
}

function sourcesOf({ timeline }: Dossier, { chance, pick }: Dice): SampleMark['fuentes'] {
  const newest = timeline.at(-1)?.fecha
  return [
    { fuente: 'sheets', fechaFuente: SHEETS_OF },
    ...(newest ? [{ fuente: 'bulletin' as const, fechaFuente: newest }] : []),
    ...(chance(0.3) ? [{ fuente: 'portal' as const, fechaFuente: pick(PORTAL_ASKED) }] : []),
  ]
}

const GRANTS = ['granted', 'grantedThatDay', 'renewalGranted']

function register(dossier: Dossier, nroSolicitud: number, chances: Dice): SampleMark {
  const { denominacion, estado, estadoOficina, tipoSigno, fechaPresentacion, timeline } = dossier
  const fechaPublicacion = timeline.find(({ name }) => name === 'published')?.fecha ?? null
  const fechaRegistro = timeline.find(({ name }) => GRANTS.includes(name))?.fecha ?? null
  const ownNumber = fechaRegistro && String(numberOn(fechaRegistro, REGISTRATIONS, chances))
  return {
    nroSolicitud: String(nroSolicitud),
    nroRegistro: dossier.nroRegistro ?? ownNumber,
    ...{ denominacion, estado, estadoOficina, tipoSigno, fechaPresentacion, fechaPublicacion, fechaRegistro },
    fechaVencimiento: fechaRegistro && tenYearsAfter(fechaRegistro),
    clases: dossier.clases.map((clase) => ({ clase, cobertura: coverageOf(dossier, clase, chances) })),
    personas: peopleOf(dossier, fechaRegistro !== null),
    anotaciones: annotationsOf(dossier, chances),
    fuentes: sourcesOf(dossier, chances),
  }
}

/** All marks, by application number. */
export function sampleMarks(): SampleMark[] {
  const chances = dice(SEED)
  const dossiers = [...drawDossiers(chances), ...RENEWAL]
  dossiers.sort((a, b) => daysBetween(b.fechaPresentacion, a.fechaPresentacion))
  let last = 0
  return dossiers.map((dossier) => {
    last = Math.max(last + 1, numberOn(dossier.fechaPresentacion, APPLICATIONS, chances))
    return register(dossier, last, chances)
  })
}
