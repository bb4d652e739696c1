import { memoize } from '../../../text/memoize.ts'
import { headerKey } from '../../sheets/header-words.ts'

/** The role of a column of a table, or of a label of a block. */
export type Role =
  | 'number'
  | 'name'
  | 'section'
  | 'code'
  | 'event'
  | 'resolution'
  | 'day'
  | 'id'
  | 'file'
  | 'registration'
  | 'note'
  | 'other'

/** The headers and labels of each role. Texts are compared by `headerKey`. */
const WORDS: Readonly<Record<Role, readonly string[]>> = {
  number: ['N°', 'N° Solicitud', 'Solicitud', 'N° de la Solicitud', 'Sol.', 'N° Sol.'],
  name: [
    'Marca',
    'Denominación',
    'Denominación de la Marca',
    'Nombre',
    'Nombre de la Marca',
    'Signo',
    'Marca Solicitada',
    'Denominación / Etiqueta',
  ],
  section: ['Sección', 'Sección ED'],
  code: ['Código', 'Código de Evento', 'Cód.', 'Cód. Evento', 'Evento Código', 'N° Evento'],
  event: [
    'Evento',
    'Descripción',
    'Descripción del Evento',
    'Evento Descripción',
    'Actuación',
    'Glosa',
    'Glosa del Evento',
    'Trámite',
    'Tipo de Evento',
    'Nombre del Evento',
  ],
  resolution: [
    'Resolución',
    'N° Resolución',
    'Resolución N°',
    'Resol.',
    'N° de la Resolución',
    'Res.',
    'N° Res.',
  ],
  day: ['Fecha', 'Fecha del Evento', 'Fecha de Publicación', 'Fecha Estado Diario', 'Fecha Edición'],
  id: ['Evento ID', 'ID Evento', 'ID'],
  file: ['Archivo'],
  registration: ['N° Registro', 'Registro', 'N° de Registro'],
  note: ['Observación', 'Observaciones', 'Obs.', 'Nota', 'Notas', 'Comentario', 'Comentarios'],
  other: [
    'Clase',
    'Clases',
    'Clase(s)',
    'Titular',
    'Titular(es)',
    'Solicitante',
    'Solicitante(s)',
    'Representante',
    'Representante(s)',
    'País',
    'Tipo',
    'Tipo de Marca',
    'Tipo de Signo',
    'Cobertura',
    'Página',
    'Página ED MD',
    'Fecha de Presentación',
    'Fecha de Resolución',
    'Fecha Res.',
    'Fecha Resol.',
    'Plazo',
    'Instancia',
    'Estado',
    'Etiqueta',
  ],
}

/** The number of texts whose role is cached. An edition repeats a few headers and labels thousands of times. */
const CACHE_SIZE = 1_000

const ROLES: ReadonlyMap<string, Role> = new Map(
  (Object.keys(WORDS) as Role[]).flatMap((role) =>
    WORDS[role].map((text) => [headerKey(text), role] as const),
  ),
)

/** Returns the role of a header or label; undefined if the text is unknown. */
export const roleOf: (text: string) => Role | undefined = memoize(
  (text) => ROLES.get(headerKey(text)),
  CACHE_SIZE,
)
