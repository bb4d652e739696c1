import type { SheetPerson } from '../../../bench/corpus/sheet-mark.ts'
import type { Estado, TipoDeSigno } from '../../../schemas/catalogs.ts'
import { readEstado, readTipoSigno } from '../../../shared/sync/office-words.ts'
import { foldWords } from '../../../shared/sync/text/fold-words.ts'
import { madeUpRut } from './made-up-rut.ts'
import type { ToldEvent, ToldMark } from './told-mark.ts'

interface Persona {
  Nombre: string
  Pais: string
  Rut: string
}

/** The answer's `Marca`, as far as the protocol is known, and what nobody has asked for. */
export interface Marca {
  NumeroSolicitud: string
  NumeroRegistro: string
  Denominacion: string
  /** A letter or code, where the office has one. */
  Estado: string
  EstadoDescripcion: string
  TipoMarca: string
  TipoMarcaDescripcion: string
  /** `dd/mm/yyyy`, or empty; so are the other days. */
  FechaPresentacion: string
  FechaPublicacion: string
  FechaRegistro: string
  FechaVencimiento: string
  Clases: { Numero: string; Descripcion: string }[]
  Titulares: Persona[]
  Representantes: Persona[]
  Instancias: {
    Numero: number
    Fecha: string
    EstadoCodigo: string
    EstadoDescripcion: string
    Observacion: string
  }[]
  Anotaciones: { Numero: number; Fecha: string; Descripcion: string; Observacion: string }[]
  Traduccion: string
  Etiqueta: string | null
  Prioridades: unknown[]
}

/** A mark as the portal writes it down. */
export function marcaOf(mark: ToldMark): Marca {
  const { tipoSigno, estadoOficina, personas, eventos } = mark
  const holders = personas.some(({ rol }) => rol === 'TITULAR') ? 'TITULAR' : 'SOLICITANTE'
  return {
    NumeroSolicitud: mark.nroSolicitud,
    NumeroRegistro: mark.nroRegistro ?? '',
    Denominacion: mark.denominacion,
    Estado: CODES_OF_ESTADO[readEstado(estadoOficina)] ?? '',
    EstadoDescripcion: estadoOficina,
    TipoMarca: LETTERS_OF_TIPO[readTipoSigno(tipoSigno)] ?? 'O',
    TipoMarcaDescripcion: tipoSigno,
    ...daysOf(mark),
    Clases: mark.clases.map(({ clase, cobertura }) => ({
      Numero: String(clase),
      Descripcion: cobertura ?? '',
    })),
    Titulares: personas.filter(({ rol }) => rol === holders).map(personaOf),
    Representantes: personas.filter(({ rol }) => rol === 'REPRESENTANTE').map(personaOf),
    Instancias: eventos.filter((event) => !isAnnotation(event)).map(instanciaOf),
    Anotaciones: eventos.filter(isAnnotation).map(anotacionOf),
    ...NOT_ASKED_FOR,
  }
}

const NOT_ASKED_FOR = { Traduccion: '', Etiqueta: null, Prioridades: [] }

const daysOf = (mark: ToldMark) => ({
  FechaPresentacion: slashed(mark.fechaPresentacion),
  FechaPublicacion: slashed(mark.fechaPublicacion),
  FechaRegistro: slashed(mark.fechaRegistro),
  FechaVencimiento: slashed(mark.fechaVencimiento),
})

const slashed = (day: string | null): string => (day ?? '').split('-').reverse().join('/')

/** Whoever lives abroad has no number of this country. */
const personaOf = ({ nombre, pais }: SheetPerson): Persona => ({
  Nombre: nombre,
  Pais: pais ?? '',
  Rut: pais === null || pais === 'CL' ? madeUpRut(nombre) : '',
})

/** What happens to a registration is told apart from the steps of its procedure. */
const isAnnotation = ({ descripcion }: ToldEvent): boolean => /^anotaci[oó]n /i.test(descripcion)

const instanciaOf = ({ fecha, descripcion, resolucion }: ToldEvent, place: number) => ({
  Numero: place + 1,
  Fecha: slashed(fecha),
  EstadoCodigo: CODES_OF_EVENTS.get(foldWords(descripcion)) ?? '',
  EstadoDescripcion: descripcion,
  Observacion: observed(resolucion),
})

const anotacionOf = ({ fecha, descripcion, resolucion }: ToldEvent, place: number) => ({
  Numero: place + 1,
  Fecha: slashed(fecha),
  Descripcion: descripcion,
  Observacion: observed(resolucion),
})

const observed = (resolucion: string | null): string =>
  resolucion === null ? '' : `Resolución ${resolucion}`

/** The letters and codes that the office has for a status; it has none for the others, as far as is known. */
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

/** The office's codes of events, by its folded words for them. */
const CODES_OF_EVENTS: ReadonlyMap<string, string> = new Map([
  ['resolucion de aceptacion a tramite de marca', '009'],
  ['en tramite', '016'],
  ['publicacion de marca en diario oficial', '425'],
  ['resolucion de observaciones de fondo', '647'],
  ['no existe renovacion en plazo', '1046'],
])
