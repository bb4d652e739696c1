import { ESTADOS, type Estado, TIPOS_DE_SIGNO, type TipoDeSigno } from '../../../schemas/catalogs.ts'
import type { Reject } from '../run.ts'
import { foldWords } from '../text/fold-words.ts'
import { quote } from './quote.ts'

/** The texts of the office for each status (docs/decisions.md#records), and likely variants. */
const ESTADO_WORDS: Readonly<Record<Estado, readonly string[]>> = {
  SOLICITADA: ['Solicitud', 'Pendiente', 'Presentada', 'Ingresada', 'Solicitud de registro'],
  EN_TRAMITE: ['ET', '016', 'Trámite', 'En tramitación', 'Tramitación'],
  ACEPTADA_TRAMITE: [
    '009',
    'M2',
    'Aceptación a trámite',
    'Resolución de aceptación a trámite',
    'Resolución de aceptación a trámite de marca',
  ],
  PUBLICADA: [
    '425',
    'Publicación',
    'Publicada en Diario Oficial',
    'Publicada en el Diario Oficial',
    'Publicación en Diario Oficial',
    'Publicación en el Diario Oficial',
    'Publicación de marca en Diario Oficial',
  ],
  OBSERVADA: [
    '647',
    'M3',
    'Observada',
    'Observaciones',
    'Observaciones de forma o de fondo',
    'Observaciones de forma',
    'Observaciones de fondo',
    'Observación de forma',
    'Observación de fondo',
    'Con observaciones de forma',
    'Con observaciones de fondo',
    'Resolución de observaciones de forma',
    'Resolución de observaciones de fondo',
  ],
  EN_OPOSICION: [
    'Oposición',
    'Con oposición',
    'Presentación de demanda',
    'Presentación de demanda de oposición',
    'Demanda de oposición',
  ],
  ACEPTADA_REGISTRO: [
    'Aceptación a registro',
    'Resolución de aceptación a registro',
    'Resolución de aceptación a registro de marca',
  ],
  EN_APELACION: ['Apelación', 'Apelada', 'Recurso de apelación', 'TDPI', 'En TDPI', 'En el TDPI'],
  REGISTRADA: ['C', 'M5', 'Concedida', 'Vigente', 'Registrada vigente', 'Registrada y vigente'],
  VENCIDA: ['V', '1046', 'Expirada', 'No renovada', 'No existe renovación en plazo'],
  DENEGADA: ['N', 'Rechazada', 'Rechazada definitivamente', 'Denegada definitivamente', 'Rechazo definitivo'],
  NO_PRESENTADA: [
    'No presentada',
    'Por no presentada',
    'Se tiene por no presentada',
    'Téngase por no presentada',
  ],
  ABANDONADA: ['Abandono', 'Declarada abandonada', 'En abandono'],
  DESISTIDA: ['D', 'Desistimiento', 'Retirada'],
  CADUCADA: ['U', 'No vigente', 'Caducidad'],
  CANCELADA: ['Cancelación'],
  ANULADA: ['A', 'Nulidad', 'Nula', 'Declarada nula'],
  RENUNCIADA: ['Renuncia'],
  SIN_CLASIFICAR: ['Ver instancia', 'P'],
}

const TIPO_WORDS: Readonly<Record<TipoDeSigno, readonly string[]>> = {
  DENOMINATIVA: ['Nominativa', 'Verbal', 'Palabra', 'Palabras'],
  FIGURATIVA: ['Gráfica', 'Logotipo'],
  MIXTA: ['Denominativa y figurativa', 'Denominativa con elementos figurativos'],
  TRIDIMENSIONAL: ['3D', 'Forma tridimensional'],
  SONORA: ['Sonido', 'De sonido', 'Auditiva'],
  OLFATIVA: ['Olor', 'De olor', 'Aroma'],
  TACTIL: ['De textura', 'Textura'],
  POSICION: ['Posición'],
  PATRON: ['Patrón', 'De patrones'],
  MOVIMIENTO: ['Movimiento', 'En movimiento'],
  MULTIMEDIA: [],
  HOLOGRAFICA: ['Holograma', 'De holograma'],
  COLORES: ['Color', 'De color', 'De colores', 'Combinación de color', 'De combinación de colores'],
  FRASE_PROPAGANDA: ['Frases de propaganda', 'Propaganda', 'Frase publicitaria', 'Eslogan'],
  OTRA: ['Otras'],
}

/** Endings that depend on gender and number: `registrado`, `registradas`. */
const AGREEING = /(?<=(?:[ai]d|iv|ic|xt|or|ul))[oa]s?$/
/** The noun before a status: `marca` in `marca registrada`. */
const NOUN = /^(?:la )?(?:marca|signo|solicitud|registro)(?: de(?: la)? marca)? (?=...)/
const EVENT_CODE = /^\d{1,4} (?=\D)/

const wordsKey = (text: string): string =>
  foldWords(text)
    .split(' ')
    .map((word) => (/^\d+$/.test(word) ? String(Number(word)) : word.replace(AGREEING, 'a')))
    .join(' ')

type Words<Code extends string> = ReadonlyMap<string, Code>

const index = <Code extends string>(
  catalog: Readonly<Record<Code, { es: string }>>,
  table: Readonly<Record<Code, readonly string[]>>,
): Words<Code> =>
  new Map(
    (Object.keys(catalog) as Code[]).flatMap((code) =>
      [code, catalog[code].es, ...table[code]].map((words) => [wordsKey(words), code] as const),
    ),
  )

const ESTADO_INDEX = index<Estado>(ESTADOS, ESTADO_WORDS)
const TIPO_INDEX = index<TipoDeSigno>(TIPOS_DE_SIGNO, TIPO_WORDS)

const MAX_LENGTH = 200

function find<Code extends string>(words: Words<Code>, text: string): Code | undefined {
  if (text.length > MAX_LENGTH) {
    return undefined
  }
  const key = wordsKey(text)
  const withoutCode = key.replace(EVENT_CODE, '')
  return words.get(key) ?? words.get(withoutCode) ?? words.get(withoutCode.replace(NOUN, ''))
}

/** Returns the status for the words of the office; SIN_CLASIFICAR for unknown words. */
export const readEstado = (words: string): Estado => find(ESTADO_INDEX, words) ?? 'SIN_CLASIFICAR'

/** Returns the kind of sign for the words of the office; OTRA for unknown words. */
export const readTipoSigno = (words: string): TipoDeSigno => find(TIPO_INDEX, words) ?? 'OTRA'

/** A letter that may look like a Latin letter. */
const SIMILAR = String.raw`[\p{Script=Cyrillic}\p{Script=Greek}]\p{M}*`
const LATIN = String.raw`\p{Script=Latin}\p{M}*`
const MIXED_SCRIPTS = new RegExp(`${LATIN}${SIMILAR}|${SIMILAR}${LATIN}`, 'u')

/** Rejects a word that mixes Latin letters with Greek or Cyrillic letters. */
export function rejectMixedScripts(words: string, name: string, reject: Reject): void {
  if (MIXED_SCRIPTS.test(words)) {
    reject(`a word of the ${name} mixes two scripts: ${quote(words)}`)
  }
}

/** Three consecutive letters. A text without them may be an abbreviation. */
const WORD = /\p{L}{3}/u

const MOST_WORDS = 9

/** Returns whether a name ends in the words of a status. */
export function endsInStatus(name: string): boolean {
  const words = name.split(' ').slice(-MOST_WORDS)
  return words.some((_, place) => {
    const end = words.slice(place).join(' ')
    return WORD.test(end) && readEstado(end) !== 'SIN_CLASIFICAR'
  })
}

/** Returns `estado` if a text means a status, `tipoSigno` if it means a kind of sign; undefined for neither or both. */
export function meaningOfWords(words: string): 'estado' | 'tipoSigno' | undefined {
  const isStatus = WORD.test(words) && readEstado(words) !== 'SIN_CLASIFICAR'
  const isKind = WORD.test(words) && readTipoSigno(words) !== 'OTRA'
  return isStatus === isKind ? undefined : isStatus ? 'estado' : 'tipoSigno'
}
