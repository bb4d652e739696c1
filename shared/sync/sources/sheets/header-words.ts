import type { Rol } from '../../../../schemas/catalogs.ts'
import { foldWords } from '../../text/fold-words.ts'
import { dayOrderIn, isFormOf, splitNote } from './header-note.ts'

export type Field = keyof typeof HEADERS

/** The known headers of each field. Headers with the same `headerKey` count as equal. */
const HEADERS = {
  nroSolicitud: [
    'N° Solicitud',
    'N° de la Solicitud',
    'Solicitud',
    'Solicitud N°',
    'N° Sol.',
    'N° de Solicitud de Marca',
    'Application Number',
  ],
  nroRegistro: ['N° Registro', 'N° de Registro', 'Registro', 'Registro N°', 'N° Reg.', 'Registration Number'],
  denominacion: [
    'Denominación',
    'Denominación de la Marca',
    'Marca',
    'Nombre de la Marca',
    'Nombre Marca',
    'Signo',
    'Nombre del Signo',
    'Marca Solicitada',
    'Trademark',
  ],
  estado: [
    'Estado',
    'Estado de la Solicitud',
    'Estado de la Marca',
    'Estado Actual',
    'Estado Descripción',
    'Descripción del Estado',
    'Situación',
    'Status',
  ],
  tipoSigno: [
    'Tipo de Signo',
    'Tipo de Marca',
    'Tipo de la Marca',
    'Tipo',
    'Tipo Marca Descripción',
    'Clase de Signo',
    'Naturaleza del Signo',
    'Type',
    'Type of Mark',
  ],
  fechaPresentacion: [
    'Fecha de Presentación',
    'Fecha de la Solicitud',
    'Fecha de Ingreso',
    'Fecha de Presentación de la Solicitud',
    'Fecha de Ingreso de la Solicitud',
    'F. Presentación',
    'Presentación',
    'F. Solicitud',
    'Filing Date',
  ],
  fechaPublicacion: [
    'Fecha de Publicación',
    'Fecha de Publicación en el Diario Oficial',
    'F. Publicación',
    'Publicación',
  ],
  fechaRegistro: ['Fecha de Registro', 'Fecha del Registro', 'Fecha de Concesión', 'F. Registro'],
  fechaVencimiento: [
    'Fecha de Vencimiento',
    'Fecha de Vencimiento del Registro',
    'Fecha de Expiración',
    'Vencimiento',
    'Vigencia hasta',
    'F. Vencimiento',
  ],
  clases: [
    'Clase',
    'Clases',
    'Clase(s)',
    'Clase Niza',
    'Clases Niza',
    'Clases de Niza',
    'N° Clase',
    'Clase Internacional',
    'Clases Internacionales',
    'Class',
    'Classes',
  ],
  cobertura: [
    'Cobertura',
    'Coberturas',
    'Productos y Servicios',
    'Productos o Servicios',
    'Productos / Servicios',
    'Descripción',
    'Descripción de Productos y Servicios',
    'Descripción de la Cobertura',
    'Descripción de la Clase',
    'Cobertura de la Clase',
  ],
  solicitante: ['Solicitante', 'Solicitantes', 'Solicitante(s)', 'Nombre del Solicitante', 'Applicant'],
  titular: ['Titular', 'Titulares', 'Titular(es)', 'Nombre del Titular', 'Propietario', 'Owner', 'Holder'],
  representante: [
    'Representante',
    'Representantes',
    'Representante(s)',
    'Nombre del Representante',
    'Representante Legal',
    'Apoderado',
    'Representative',
  ],
  paisSolicitante: ['País del Solicitante', 'Solicitante País', 'País de los Solicitantes'],
  paisTitular: ['País del Titular', 'Titular País', 'País de los Titulares'],
  paisRepresentante: ['País del Representante', 'Representante País', 'País de los Representantes'],
} as const

/** The key of the header `País`, which does not state the role of the persons. */
export const PLAIN_COUNTRY = 'pais'

/** For each role, the field of the names and the field of the countries. */
export const PERSON_FIELDS = [
  ['SOLICITANTE', 'solicitante', 'paisSolicitante'],
  ['TITULAR', 'titular', 'paisTitular'],
  ['REPRESENTANTE', 'representante', 'paisRepresentante'],
] as const satisfies readonly (readonly [Rol, Field, Field])[]

const FILLERS = new Set(['de', 'del', 'la', 'el', 'los', 'las', 'en', 'y', 'o', 's', 'es'])
const NUMBER_WORDS = new Set(['n', 'no', 'nr', 'nro', 'num', 'numero', 'number'])
const NUMBER_IN_FRONT = /^(?:numero|nro|num|nr|no|n)(?:de(?:la)?)?(?=solicitud|registro|clase)/

/**
 * Returns the key by which headers are compared: `#solicitud` for `Nro. de la Solicitud`. The `#` replaces a word for "number".
 */
export function headerKey(text: string): string {
  const words = foldWords(text)
    .split(' ')
    .filter((word) => !FILLERS.has(word))
  const others = words.filter((word) => !NUMBER_WORDS.has(word))
  const joined = others.join('').replace(NUMBER_IN_FRONT, '#')
  return others.length < words.length ? `#${joined}` : joined
}

const FIELDS: ReadonlyMap<string, Field> = new Map(
  (Object.keys(HEADERS) as Field[]).flatMap((field) =>
    HEADERS[field].map((header) => [headerKey(header), field] as const),
  ),
)

export const ALL_FIELDS = Object.keys(HEADERS) as readonly Field[]

export const DAY_FIELDS: ReadonlySet<Field> = new Set<Field>([
  'fechaPresentacion',
  'fechaPublicacion',
  'fechaRegistro',
  'fechaVencimiento',
])
export const NUMBER_FIELDS: ReadonlySet<Field> = new Set<Field>(['nroSolicitud', 'nroRegistro', 'clases'])

const ITEM_NUMBER = /^\s*\d{1,3}(?:[.)]|\.?-) ?(?=\p{L})/u

/**
 * Returns the field of a header; undefined for an unknown header.
 * Ignores an item number and a note about the form of the values: `1. Fecha de Registro (dd/mm/aaaa)`.
 */
export const fieldOf = (written: string): Field | typeof PLAIN_COUNTRY | undefined => {
  const header = written.replace(ITEM_NUMBER, '')
  const key = headerKey(header)
  return key === PLAIN_COUNTRY ? PLAIN_COUNTRY : (FIELDS.get(key) ?? fieldOfNoted(header))
}

function fieldOfNoted(header: string): Field | undefined {
  const noted = splitNote(header)
  const field = noted && FIELDS.get(headerKey(noted.header))
  return field !== undefined && isFormOf(kindOf(field), noted?.note ?? '') ? field : undefined
}

const kindOf = (field: Field): 'day' | 'number' | 'text' =>
  DAY_FIELDS.has(field) ? 'day' : NUMBER_FIELDS.has(field) ? 'number' : 'text'

/** Returns whether the note of a header puts the month before the day. */
export const isMonthFirst = (header: string): boolean => dayOrderIn(splitNote(header)?.note ?? '') === 'mdy'

export const headerOf = (field: Field): string => HEADERS[field][0]
