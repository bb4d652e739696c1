import type { Estado, TipoDeAnotacion } from '../../../schemas/catalogs.ts'
import { foldWords } from '../text/fold-words.ts'
import { readEstado } from './office-words.ts'

interface EventMeaning {
  tipo: TipoDeAnotacion
  estado: Estado | null
}

const means = (tipo: TipoDeAnotacion, estado: Estado | null): EventMeaning => ({ tipo, estado })

const UNKNOWN = means('OTRA', null)

/** The event codes of the office (docs/decisions.md#records). */
const CODES: ReadonlyMap<string, EventMeaning> = new Map(
  Object.entries<EventMeaning>({
    '009': means('ACEPTACION_TRAMITE', 'ACEPTADA_TRAMITE'),
    '016': means('OTRA', 'EN_TRAMITE'),
    '425': means('PUBLICACION', 'PUBLICADA'),
    '647': means('OBSERVACION_FONDO', 'OBSERVADA'),
    '1046': means('CADUCIDAD', 'VENCIDA'),
  }),
)

const WORDS: ReadonlyMap<string, string> = new Map([
  ['009', 'Resolución de aceptación a trámite de marca'],
  ['425', 'Publicación de marca en Diario Oficial'],
  ['647', 'Resolución de observaciones de fondo'],
  ['1046', 'No existe renovación en plazo'],
])

/** Returns the office's text for an event code; undefined if the text is unknown. */
export const officeWordsOf = (code: string): string | undefined => WORDS.get(code)

export const wordsOfEvent = ({ code, words }: OfficeEvent): string | undefined => words || officeWordsOf(code)

/**
 * The meanings of bulletin entries without an event, by section of the bulletin.
 * `M3` contains objections of two types (form and substance), so its type is `OTRA`.
 */
const SECTIONS: ReadonlyMap<string, EventMeaning> = new Map(
  Object.entries<EventMeaning>({
    M2: means('ACEPTACION_TRAMITE', 'ACEPTADA_TRAMITE'),
    M3: means('OTRA', 'OBSERVADA'),
    M5: means('CONCESION', 'REGISTRADA'),
  }),
)

/** Folded texts that imply a status without naming it. */
const ESTADO_OF_EVENT: ReadonlyMap<string, Estado> = new Map(
  Object.entries<Estado>({
    'resolucion de concesion de registro de marca': 'REGISTRADA',
  }),
)

/** Patterns for the folded words of an event, and the type of the event. The first pattern that matches counts. */
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

/** Shorter texts of an event never name a status. For example, `ET` is a status only in sheets. */
const MIN_LETTERS = 5

function estadoOf(words: string): Estado | null {
  const estado = words.length < MIN_LETTERS ? 'SIN_CLASIFICAR' : readEstado(words)
  return estado === 'SIN_CLASIFICAR' ? (ESTADO_OF_EVENT.get(foldWords(words)) ?? null) : estado
}

export interface OfficeEvent {
  /** At least three digits, such as `009`, or empty. */
  code: string
  words: string
}

/** Returns the meaning of the code, or else of the words. Without code and words, returns the meaning of the section. */
export function meaningOf({ code, words }: OfficeEvent, section: string | null): EventMeaning {
  if (code === '' && words === '') {
    return SECTIONS.get(section ?? '') ?? UNKNOWN
  }
  return CODES.get(code) ?? meaningOfWords(words)
}

export function isKnownEvent(text: string): boolean {
  const { code, words } = readEvent(text)
  return words !== '' && (CODES.has(code) || meaningOfWords(words).tipo !== 'OTRA')
}

function meaningOfWords(words: string): EventMeaning {
  const folded = foldWords(words)
  const [, tipo] = TIPOS.find(([beginning]) => beginning.test(folded)) ?? []
  return means(tipo ?? 'OTRA', estadoOf(words))
}

const EVENT = /^(?:evento\s*)?(?:N[°º]\s*)?(\d{1,4})(?:\s*[-–—.:]+\s*|\s+|$)(.*)$/i
const SHORTEST_CODE = 3

/** Splits an event into code and words: `009 Resolución de …` has both, `425` has only a code. */
export function readEvent(text: string): OfficeEvent {
  const [, code, words] = EVENT.exec(text) ?? []
  return code === undefined
    ? { code: '', words: text }
    : { code: String(Number(code)).padStart(SHORTEST_CODE, '0'), words: words ?? '' }
}
