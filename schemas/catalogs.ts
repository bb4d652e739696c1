/**
 * The catalogs of codes in the contract. Within /v1, codes may be added, but are never renamed or removed.
 */

/** The parameter `fase` of `/v1/brands`. Each code of `ESTADOS` belongs to one phase. */
export const PHASES = {
  en_tramite: { es: 'en trámite', en: 'pending' },
  vigente: { es: 'vigente', en: 'in force' },
  terminada: { es: 'terminada', en: 'ended' },
  desconocida: { es: 'sin determinar', en: 'unknown' },
} as const

export type Phase = keyof typeof PHASES

/** `estado` of a brand. */
export const ESTADOS = {
  SOLICITADA: { es: 'Solicitada', en: 'Filed', phase: 'en_tramite' },
  EN_TRAMITE: { es: 'En trámite', en: 'Pending', phase: 'en_tramite' },
  ACEPTADA_TRAMITE: { es: 'Aceptada a trámite', en: 'Accepted for processing', phase: 'en_tramite' },
  PUBLICADA: { es: 'Publicada', en: 'Published for opposition', phase: 'en_tramite' },
  OBSERVADA: { es: 'Con observaciones', en: 'Office objection', phase: 'en_tramite' },
  EN_OPOSICION: { es: 'En oposición', en: 'Opposition pending', phase: 'en_tramite' },
  ACEPTADA_REGISTRO: { es: 'Aceptada a registro', en: 'Accepted, final fee due', phase: 'en_tramite' },
  EN_APELACION: { es: 'En apelación', en: 'Appeal pending', phase: 'en_tramite' },
  REGISTRADA: { es: 'Registrada', en: 'Registered', phase: 'vigente' },
  VENCIDA: { es: 'Vencida', en: 'Expired', phase: 'terminada' },
  DENEGADA: { es: 'Denegada', en: 'Refused', phase: 'terminada' },
  NO_PRESENTADA: { es: 'Tenida por no presentada', en: 'Deemed not filed', phase: 'terminada' },
  ABANDONADA: { es: 'Abandonada', en: 'Abandoned', phase: 'terminada' },
  DESISTIDA: { es: 'Desistida', en: 'Withdrawn', phase: 'terminada' },
  CADUCADA: { es: 'Caducada', en: 'Lapsed', phase: 'terminada' },
  CANCELADA: { es: 'Cancelada', en: 'Cancelled', phase: 'terminada' },
  ANULADA: { es: 'Anulada', en: 'Declared invalid', phase: 'terminada' },
  RENUNCIADA: { es: 'Renunciada', en: 'Surrendered', phase: 'terminada' },
  SIN_CLASIFICAR: { es: 'Sin clasificar', en: 'Not classified', phase: 'desconocida' },
} as const satisfies Record<string, { es: string; en: string; phase: Phase }>

/** `tipoSigno` of a brand. */
export const TIPOS_DE_SIGNO = {
  DENOMINATIVA: { es: 'Denominativa', en: 'Word' },
  FIGURATIVA: { es: 'Figurativa', en: 'Figurative' },
  MIXTA: { es: 'Mixta', en: 'Combined' },
  TRIDIMENSIONAL: { es: 'Tridimensional', en: 'Three-dimensional' },
  SONORA: { es: 'Sonora', en: 'Sound' },
  OLFATIVA: { es: 'Olfativa', en: 'Olfactory' },
  TACTIL: { es: 'Táctil', en: 'Tactile' },
  POSICION: { es: 'De posición', en: 'Position' },
  PATRON: { es: 'De patrón', en: 'Pattern' },
  MOVIMIENTO: { es: 'De movimiento', en: 'Motion' },
  MULTIMEDIA: { es: 'Multimedia', en: 'Multimedia' },
  HOLOGRAFICA: { es: 'Holográfica', en: 'Hologram' },
  COLORES: { es: 'Combinación de colores', en: 'Colour combination' },
  FRASE_PROPAGANDA: { es: 'Frase de propaganda', en: 'Slogan' },
  OTRA: { es: 'Otra', en: 'Other' },
} as const

/** `anotaciones[].tipo` of a brand. */
export const TIPOS_DE_ANOTACION = {
  PRESENTACION: { es: 'Presentación', en: 'Filing' },
  ACEPTACION_TRAMITE: { es: 'Aceptación a trámite', en: 'Acceptance for processing' },
  OBSERVACION_FORMA: { es: 'Observación de forma', en: 'Formal objection' },
  OBSERVACION_FONDO: { es: 'Observación de fondo', en: 'Substantive objection' },
  PUBLICACION: { es: 'Publicación', en: 'Publication' },
  OPOSICION: { es: 'Oposición', en: 'Opposition' },
  ACEPTACION_REGISTRO: { es: 'Aceptación a registro', en: 'Acceptance for registration' },
  RECHAZO: { es: 'Rechazo', en: 'Refusal' },
  APELACION: { es: 'Apelación', en: 'Appeal' },
  FALLO: { es: 'Fallo', en: 'Ruling' },
  PAGO_FINAL: { es: 'Pago final', en: 'Final fee paid' },
  CONCESION: { es: 'Concesión', en: 'Grant' },
  RENOVACION: { es: 'Renovación', en: 'Renewal' },
  TRANSFERENCIA: { es: 'Transferencia', en: 'Transfer' },
  CAMBIO_NOMBRE: { es: 'Cambio de nombre', en: 'Change of name' },
  LICENCIA: { es: 'Licencia', en: 'Licence' },
  PRENDA: { es: 'Prenda', en: 'Pledge' },
  EMBARGO: { es: 'Embargo', en: 'Seizure' },
  MEDIDA_PRECAUTORIA: { es: 'Medida precautoria', en: 'Precautionary measure' },
  PROHIBICION: { es: 'Prohibición', en: 'Prohibition' },
  ALZAMIENTO: { es: 'Alzamiento', en: 'Release' },
  NULIDAD: { es: 'Nulidad', en: 'Invalidity' },
  CADUCIDAD: { es: 'Caducidad', en: 'Lapse' },
  CANCELACION: { es: 'Cancelación', en: 'Cancellation' },
  DIVISION: { es: 'División', en: 'Division' },
  OTRA: { es: 'Otra', en: 'Other' },
} as const

/** `personas[].rol` of a brand. */
export const ROLES = {
  SOLICITANTE: { es: 'Solicitante', en: 'Applicant' },
  TITULAR: { es: 'Titular', en: 'Holder' },
  REPRESENTANTE: { es: 'Representante', en: 'Representative' },
} as const

/** The sources of data. Lists of sources have this order. */
export const SOURCES = {
  sheets: { es: 'Planillas', en: 'Bulk sheets' },
  bulletin: { es: 'Estado diario', en: 'Daily status bulletin' },
  portal: { es: 'Portal de búsqueda', en: 'Search portal' },
} as const

/** The scopes of a key, and what each scope allows (docs/contract.md#authentication, rule 4). */
export const SCOPES = {
  'brands:read': 'search brands and read one in detail',
  'insights:read': 'read freshness and sync runs',
} as const

type Code<Catalog> = Extract<keyof Catalog, string>

export type Estado = Code<typeof ESTADOS>
export type TipoDeSigno = Code<typeof TIPOS_DE_SIGNO>
export type TipoDeAnotacion = Code<typeof TIPOS_DE_ANOTACION>
export type Rol = Code<typeof ROLES>
export type Source = Code<typeof SOURCES>
export type Scope = Code<typeof SCOPES>

/** Returns the codes of a catalog, in order. */
export const codes = <const Catalog extends object>(catalog: Catalog): Code<Catalog>[] =>
  Object.keys(catalog) as Code<Catalog>[]

/** Returns the English meanings of codes: `SOLICITADA = Filed; …`. */
export const meanings = (catalog: Readonly<Record<string, { en: string }>>): string =>
  Object.entries(catalog)
    .map(([code, { en }]) => `${code} = ${en}`)
    .join('; ')
