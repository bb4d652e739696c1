import type { Estado, TipoDeAnotacion } from '../../../schemas/catalogs.ts'
import { foldWords } from '../text/fold-words.ts'
import { readEstado } from './office-words.ts'

/** What is known of an event: its kind, and the status that it means for the application, if any. */
export interface Meaning {
  tipo: TipoDeAnotacion
  estado: Estado | null
}

const means = (tipo: TipoDeAnotacion, estado: Estado | null): Meaning => ({ tipo, estado })

const UNKNOWN = means('OTRA', null)

/** The office's event codes (docs/decisions.md#records). */
const CODES: ReadonlyMap<string, Meaning> = new Map(
  Object.entries<Meaning>({
    '009': means('ACEPTACION_TRAMITE', 'ACEPTADA_TRAMITE'),
    '016': means('OTRA', 'EN_TRAMITE'),
    '425': means('PUBLICACION', 'PUBLICADA'),
    '647': means('OBSERVACION_FONDO', 'OBSERVADA'),
    '1046': means('CADUCIDAD', 'VENCIDA'),
  }),
)

/** The office's words for its codes, where an entry has the code alone. */
const WORDS: ReadonlyMap<string, string> = new Map([
  ['009', 'Resolución de aceptación a trámite de marca'],
  ['425', 'Publicación de marca en Diario Oficial'],
  ['647', 'Resolución de observaciones de fondo'],
  ['1046', 'No existe renovación en plazo'],
])

/** What the office calls an event, as far as that is known. */
export const wordsOfEvent = ({ code, words }: OfficeEvent): string | undefined => words || WORDS.get(code)

/**
 * What a section says of an entry without an event; M3 does not say whether form or substance is objected
 * to.
 */
const SECTIONS: ReadonlyMap<string, Meaning> = new Map(
  Object.entries<Meaning>({
    M2: means('ACEPTACION_TRAMITE', 'ACEPTADA_TRAMITE'),
    M3: means('OTRA', 'OBSERVADA'),
    M5: means('CONCESION', 'REGISTRADA'),
  }),
)

/** Whole texts that mean a status and are no name of it, folded. */
const ESTADO_OF_EVENT: ReadonlyMap<string, Estado> = new Map(
  Object.entries<Estado>({
    'resolucion de concesion de registro de marca': 'REGISTRADA',
  }),
)

/**
 * How an event's folded words begin, by its kind: the first that fits. A kind may be told from a part of
 * them.
 */
const TIPOS: readonly (readonly [RegExp, TipoDeAnotacion])[] = [
  [/^presentacion de solicitud de (?:registro|renovacion)\b/, 'PRESENTACION'],
  [/^(?:resolucion de )?aceptacion a tramite\b|^aceptada a tramite$/, 'ACEPTACION_TRAMITE'],
  [/^(?:resolucion de )?observacion(?:es)? de forma\b/, 'OBSERVACION_FORMA'],
  [/^(?:resolucion de )?observacion(?:es)? de fondo\b/, 'OBSERVACION_FONDO'],
  [/^publicacion (?:de (?:la )?(?:marca|solicitud) )?en (?:el )?diario oficial\b/, 'PUBLICACION'],
  [/^public(?:acion|ada)(?: en (?:el )?diario oficial)?$/, 'PUBLICACION'],
  [/^(?:presentacion de )?(?:demanda de )?oposicion\b|^presentacion de demanda$/, 'OPOSICION'],
  [/^(?:resolucion de )?aceptacion a registro\b/, 'ACEPTACION_REGISTRO'],
  [/^(?:resolucion de )?rechazo\b|^fallo que acoge (?:la )?oposicion y rechaza\b/, 'RECHAZO'],
  [/^(?:presentacion de )?(?:recurso de )?apelacion\b/, 'APELACION'],
  [/^acredita (?:el )?pago de derechos finales\b|^pago final\b/, 'PAGO_FINAL'],
  [/^(?:resolucion de )?concesion\b|^concedida$|^registrada$/, 'CONCESION'],
  [/^(?:resolucion de |anotacion de )renovacion\b/, 'RENOVACION'],
  [/^anotacion de transferencia\b/, 'TRANSFERENCIA'],
  [/^anotacion de cambio de nombre\b/, 'CAMBIO_NOMBRE'],
  [/^anotacion de licencia\b/, 'LICENCIA'],
  [/^anotacion de prenda\b/, 'PRENDA'],
  [/^anotacion de embargo\b/, 'EMBARGO'],
  [/^anotacion de medidas? precautorias?\b/, 'MEDIDA_PRECAUTORIA'],
  [/^anotacion de prohibicion\b/, 'PROHIBICION'],
  [/^anotacion de alzamiento\b/, 'ALZAMIENTO'],
  [/^(?:presentacion de )?demanda de nulidad\b|^fallo que (?:acoge|rechaza) demanda de nulidad\b/, 'NULIDAD'],
  [/^no existe renovacion en plazo$|^(?:resolucion de )?caducidad\b/, 'CADUCIDAD'],
  [/^(?:resolucion de )?cancelacion\b|^anotacion de renuncia\b/, 'CANCELACION'],
  [/^resolucion que acoge (?:la )?division\b/, 'DIVISION'],
  [/^fallo\b|^sentencia\b/, 'FALLO'],
]

/** Letters that stand for a status in a sheet are none of an event's words. */
const FEWEST_LETTERS = 5

function estadoOf(words: string): Estado | null {
  const estado = words.length < FEWEST_LETTERS ? 'SIN_CLASIFICAR' : readEstado(words)
  return estado === 'SIN_CLASIFICAR' ? (ESTADO_OF_EVENT.get(foldWords(words)) ?? null) : estado
}

/** An event of the bulletin: its code, its words, or both; not neither. */
export interface OfficeEvent {
  /** Three digits at least, `009`; empty where there is none. */
  code: string
  words: string
}

/**
 * What an entry means: what its event does, by the code or else the words; without an event, what its
 * section does.
 */
export function meaningOf({ code, words }: OfficeEvent, section: string | null): Meaning {
  if (code === '' && words === '') {
    return SECTIONS.get(section ?? '') ?? UNKNOWN
  }
  return CODES.get(code) ?? meaningOfWords(words)
}

function meaningOfWords(words: string): Meaning {
  const folded = foldWords(words)
  const [, tipo] = TIPOS.find(([beginning]) => beginning.test(folded)) ?? []
  return means(tipo ?? 'OTRA', estadoOf(words))
}

const EVENT = /^(?:evento\s*)?(?:N[°º]\s*)?(\d{1,4})(?:\s*[-–—.:]+\s*|\s+|$)(.*)$/i
const SHORTEST_CODE = 3

/**
 * Takes an event's text apart: `009 Resolución de …` has a code and words, `425` no words, `Abandono` no
 * code.
 */
export function readEvent(text: string): OfficeEvent {
  const [, code, words] = EVENT.exec(text) ?? []
  return code === undefined
    ? { code: '', words: text }
    : { code: String(Number(code)).padStart(SHORTEST_CODE, '0'), words: words ?? '' }
}
