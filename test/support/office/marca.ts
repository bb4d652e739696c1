import type { SheetMark, SheetPerson } from '../../../bench/corpus/sheet-mark.ts'
import type { SampleMarca } from '../../../local/sample/office.ts'
import type { Estado, TipoDeSigno } from '../../../schemas/catalogs.ts'
import { foldWords } from '../../../shared/sync/text/fold-words.ts'
import { readEstado, readTipoSigno } from '../../../shared/sync/values/office-words.ts'

/** An event of a mark, in the words of the office. */
export interface MarkEvent {
  /** `YYYY-MM-DD` */
  readonly fecha: string
  readonly descripcion: string
  /** `2026/221639`; null for documents that a party files. */
  readonly resolucion: string | null
}

/** A mark as the fake office knows it: the facts of a sheet, and its events, oldest first. */
export interface OfficeMark extends SheetMark {
  readonly eventos: readonly MarkEvent[]
}

/** Returns a mark with its events; by default those that follow from the dates of the sheet. */
export const officeMarkOf = (
  mark: SheetMark,
  eventos: readonly MarkEvent[] = eventsOfDates(mark),
): OfficeMark => ({ ...mark, eventos })

function eventsOfDates({ fechaPresentacion, fechaPublicacion, fechaRegistro }: SheetMark): MarkEvent[] {
  const dates = [
    [fechaPresentacion, 'Presentación de solicitud de registro de marca'],
    [fechaPublicacion, 'Publicación de marca en Diario Oficial'],
    [fechaRegistro, 'Resolución de concesión de registro de marca'],
  ] as const
  return dates.flatMap(([fecha, descripcion]) =>
    fecha === null ? [] : [{ fecha, descripcion, resolucion: null }],
  )
}

/** Returns a mark as the portal sends it: the known fields of its protocol, and some that the reader ignores. */
export function marcaOf(mark: OfficeMark): SampleMarca {
  const { tipoSigno, estadoOficina, personas, eventos } = mark
  const holders = personas.some(({ rol }) => rol === 'TITULAR') ? 'TITULAR' : 'SOLICITANTE'
  return {
    NumeroSolicitud: mark.nroSolicitud,
    NumeroRegistro: mark.nroRegistro ?? '',
    Denominacion: mark.denominacion,
    EstadoDescripcion: estadoOficina,
    Estado: CODES_OF_ESTADO[readEstado(estadoOficina)] ?? '',
    TipoMarca: LETTERS_OF_TIPO[readTipoSigno(tipoSigno)] ?? 'O',
    TipoMarcaDescripcion: tipoSigno,
    FechaPresentacion: slashed(mark.fechaPresentacion),
    FechaPublicacion: slashed(mark.fechaPublicacion),
    FechaRegistro: slashed(mark.fechaRegistro),
    FechaVencimiento: slashed(mark.fechaVencimiento),
    Clases: mark.clases.map(({ clase, cobertura }) => ({
      Numero: String(clase),
      Descripcion: cobertura ?? '',
    })),
    Titulares: personas.filter(({ rol }) => rol === holders).map(personaOf),
    Representantes: personas.filter(({ rol }) => rol === 'REPRESENTANTE').map(personaOf),
    Instancias: eventos.filter((event) => !isAnnotation(event)).map(instanciaOf),
    Anotaciones: eventos.filter(isAnnotation).map(anotacionOf),
    Traduccion: '',
    Etiqueta: null,
    Prioridades: [],
  }
}

const slashed = (day: string | null): string => (day ?? '').split('-').reverse().join('/')

/** A national id with a valid check digit, which the service must not keep. */
const RUT = '43.210.987-9'

const personaOf = ({ nombre, pais }: SheetPerson) => ({
  Nombre: nombre,
  Pais: pais ?? '',
  Rut: pais === null || pais === 'CL' ? RUT : '',
})

/** Returns whether an event is an act on a registration, which the portal lists apart from the steps of the procedure. */
const isAnnotation = ({ descripcion }: MarkEvent): boolean => /^anotaci[oó]n /i.test(descripcion)

const instanciaOf = ({ fecha, descripcion, resolucion }: MarkEvent, place: number) => ({
  Numero: place + 1,
  Fecha: slashed(fecha),
  EstadoCodigo: CODES_OF_EVENTS.get(foldWords(descripcion)) ?? '',
  EstadoDescripcion: descripcion,
  Observacion: resolutionText(resolucion),
})

const anotacionOf = ({ fecha, descripcion, resolucion }: MarkEvent, place: number) => ({
  Numero: place + 1,
  Fecha: slashed(fecha),
  Descripcion: descripcion,
  Observacion: resolutionText(resolucion),
})

const resolutionText = (resolucion: string | null): string =>
  resolucion === null ? '' : `Resolución ${resolucion}`

/** The letters and codes of the office for a status, as far as they are known. */
const CODES_OF_ESTADO: Partial<Record<Estado, string>> = {
  EN_TRAMITE: '016',
  ACEPTADA_TRAMITE: '009',
  PUBLICADA: '425',
  REGISTRADA: 'C',
  VENCIDA: 'V',
  DENEGADA: 'N',
  DESISTIDA: 'D',
  CADUCADA: 'U',
  ANULADA: 'A',
  SIN_CLASIFICAR: 'P',
}

const LETTERS_OF_TIPO: Partial<Record<TipoDeSigno, string>> = {
  DENOMINATIVA: 'D',
  FIGURATIVA: 'E',
  MIXTA: 'M',
  TRIDIMENSIONAL: 'T',
  SONORA: 'S',
  FRASE_PROPAGANDA: 'P',
}

/** The codes of events, by the folded words of the office. */
const CODES_OF_EVENTS: ReadonlyMap<string, string> = new Map([
  ['resolucion de aceptacion a tramite de marca', '009'],
  ['en tramite', '016'],
  ['publicacion de marca en diario oficial', '425'],
  ['resolucion de observaciones de fondo', '647'],
  ['no existe renovacion en plazo', '1046'],
])
