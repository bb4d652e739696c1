import type { PageLanguage } from './format.ts'

/** The texts that the script of the page shows; page-texts.ts has those of the served page. */
export interface Texts {
  // hits
  figurativeMark: string
  markWithoutWords: string
  hits: (count: string, hasMore: boolean) => string
  noHits: string
  more: string
  end: string
  added: (count: string, all: string) => string
  openNumber: (number: string) => string
  searchNames: (text: string) => string
  classes: (count: number) => string
  filed: string
  expires: string
  termOver: string
  score: string
  applicationNumber: (number: string) => string
  // detail
  facts: {
    nroSolicitud: string
    nroRegistro: string
    tipoSigno: string
    fechaPresentacion: string
    fechaPublicacion: string
    fechaRegistro: string
    fechaVencimiento: string
    estadoOficina: string
  }
  noInformation: string
  classNumber: (clase: number) => string
  noCoverage: string
  resolution: (number: string) => string
  sourceLine: (source: string) => string
  sourceDate: (day: string) => string
  writtenOn: (day: string) => string
  // status panels
  readToday: (source: string, time: string) => string
  readOn: (source: string, day: string) => string
  allOnTime: string
  notOnTime: (sources: string) => string
  lag: (duration: string) => string
  never: string
  notConfigured: string
  sourceDataDate: (day: string) => string
  remaining: (remaining: string, all: string) => string
  until: (day: string) => string
  // errors
  keyRefused: string
  keyForgotten: string
  keyAccepted: string
  keyMissing: string
  missingScope: (scope: string) => string
  mistake: string
  /** Validation errors of a field. */
  reasons: {
    order: (from: string, until: string) => string
    day: string
    length: string
    catalog: (field: string) => string
    other: (reason: string) => string
  }
  unknownNumber: string
  rateLimited: string
  retryIn: (seconds: string) => string
  quotaExceeded: (until: string) => string
  failed: string
  unreachable: string
  retriesAutomatically: string
  requestId: (id: string) => string
  retry: string
}

const en: Texts = {
  figurativeMark: '(figurative mark, without words)',
  markWithoutWords: '(mark without words)',
  hits: (count, hasMore) => (hasMore ? `The first ${count}` : count === '1' ? '1 mark' : `${count} marks`),
  noHits: 'No mark found',
  more: 'More',
  end: 'These are all of them',
  added: (count, all) => `${count} more, ${all} in all`,
  openNumber: (number) => `Open application No. ${number}`,
  searchNames: (text) => `Search the names for “${text}”`,
  classes: (count) => (count === 1 ? 'class' : 'classes'),
  filed: 'filed',
  expires: 'expires',
  termOver: 'term has run out; no news from the office',
  score: 'score',
  applicationNumber: (number) => `No. ${number}`,
  facts: {
    nroSolicitud: 'Application No.',
    nroRegistro: 'Registration No.',
    tipoSigno: 'Sign type',
    fechaPresentacion: 'Filed',
    fechaPublicacion: 'Published',
    fechaRegistro: 'Registered',
    fechaVencimiento: 'Expires',
    estadoOficina: 'Status in the office’s words',
  },
  noInformation: 'No source has reported any so far.',
  classNumber: (clase) => `Class ${clase}`,
  noCoverage: 'No goods or services given yet.',
  resolution: (number) => `resolution ${number}`,
  sourceLine: (source) => `Source: ${source}`,
  sourceDate: (day) => `the office’s date ${day}`,
  writtenOn: (day) => `recorded here on ${day}`,
  readToday: (_, time) => `read today at ${time}`,
  readOn: (_, day) => `read on ${day}`,
  allOnTime: 'all read on time',
  notOnTime: (sources) => `not read on time: ${sources}`,
  lag: (duration) => `behind by ${duration}`,
  never: 'not read so far',
  notConfigured: 'not configured',
  sourceDataDate: (day) => `office’s data of ${day}`,
  remaining: (remaining, all) => `${remaining} of ${all}`,
  until: (day) => `until ${day}`,
  keyRefused: 'The service does not take this key: it is mistyped, unknown, revoked or expired.',
  keyForgotten: 'The key is forgotten.',
  keyAccepted: 'Key accepted.',
  keyMissing: 'A key is one text without spaces, which begins with tmk_.',
  missingScope: (scope) =>
    `This key is accepted, but lacks the scope ${scope}. Ask the operator for a key that has it.`,
  mistake: 'The service does not take this search:',
  reasons: {
    order: (from, until) => `“${from}” must not be after “${until}”.`,
    day: 'There is no such day.',
    length: 'A name has 1 to 200 characters.',
    catalog: (field) => `“${field}” has no such value: choose one of the list.`,
    other: (reason) => reason,
  },
  unknownNumber:
    'No application has this number. A registration number is another number and opens no mark here.',
  rateLimited: 'The key has sent as many requests as it may within a minute. The page goes on by itself.',
  retryIn: (seconds) => `in ${seconds} s`,
  quotaExceeded: (until) =>
    `The monthly quota of this key is used up; it renews on ${until}. The operator can give it a larger quota.`,
  failed: 'The service could not answer.',
  unreachable: 'The service cannot be reached.',
  retriesAutomatically: 'The page goes on by itself once it can.',
  requestId: (id) => `For a report to the operator: requestId ${id}`,
  retry: 'Try again now',
}

/** Returns the participle that agrees with the Spanish name of a source: "Planillas: leídas", "Estado diario: leído". */
const readIn = (source: string): string => (source === 'sheets' ? 'leídas' : 'leído')

const es: Texts = {
  figurativeMark: '(marca figurativa, sin palabras)',
  markWithoutWords: '(marca sin palabras)',
  hits: (count, hasMore) =>
    hasMore ? `Las primeras ${count}` : count === '1' ? '1 marca' : `${count} marcas`,
  noHits: 'No se encontró ninguna marca',
  more: 'Más',
  end: 'Estas son todas',
  added: (count, all) => `${count} más, ${all} en total`,
  openNumber: (number) => `Abrir la solicitud N° ${number}`,
  searchNames: (text) => `Buscar «${text}» en las denominaciones`,
  classes: (count) => (count === 1 ? 'clase' : 'clases'),
  filed: 'presentada',
  expires: 'vence',
  termOver: 'plazo cumplido; sin novedad de la oficina',
  score: 'score',
  applicationNumber: (number) => `N° ${number}`,
  facts: {
    nroSolicitud: 'Solicitud N°',
    nroRegistro: 'Registro N°',
    tipoSigno: 'Tipo de signo',
    fechaPresentacion: 'Presentación',
    fechaPublicacion: 'Publicación',
    fechaRegistro: 'Registro',
    fechaVencimiento: 'Vencimiento',
    estadoOficina: 'Estado en palabras de la oficina',
  },
  noInformation: 'Hasta ahora ninguna fuente ha informado nada.',
  classNumber: (clase) => `Clase ${clase}`,
  noCoverage: 'Aún no se informa su cobertura.',
  resolution: (number) => `resolución ${number}`,
  sourceLine: (source) => `Fuente: ${source}`,
  sourceDate: (day) => `fecha de la oficina: ${day}`,
  writtenOn: (day) => `incorporado aquí el ${day}`,
  readToday: (source, time) => `${readIn(source)} hoy a las ${time}`,
  readOn: (source, day) => `${readIn(source)} el ${day}`,
  allOnTime: 'fuentes leídas en plazo',
  notOnTime: (sources) => `fuera de plazo: ${sources}`,
  lag: (duration) => `con ${duration} de atraso`,
  never: 'sin lectura hasta ahora',
  notConfigured: 'sin configurar',
  sourceDataDate: (day) => `datos de la oficina del ${day}`,
  remaining: (remaining, all) => `${remaining} de ${all}`,
  until: (day) => `hasta el ${day}`,
  keyRefused: 'El servicio no acepta esta clave: está mal escrita, es desconocida, fue revocada o venció.',
  keyForgotten: 'La clave se ha olvidado.',
  keyAccepted: 'Clave aceptada.',
  keyMissing: 'Una clave es un solo texto sin espacios, que comienza con tmk_.',
  missingScope: (scope) =>
    `Esta clave es válida, pero le falta el alcance (scope) ${scope}. Se pide al operador una clave que lo tenga.`,
  mistake: 'El servicio no admite esta búsqueda:',
  reasons: {
    order: (from, until) => `«${from}» no puede ser posterior a «${until}».`,
    day: 'Ese día no existe.',
    length: 'La denominación debe tener de 1 a 200 caracteres.',
    catalog: (field) => `«${field}» no tiene ese valor: elija uno de la lista.`,
    other: () => 'Este valor no se puede consultar.',
  },
  unknownNumber:
    'Ninguna solicitud tiene este número. El número de registro es otro y aquí no abre ninguna marca.',
  rateLimited: 'La clave ya envió todas las consultas que admite por minuto. La página continúa por sí sola.',
  retryIn: (seconds) => `en ${seconds} s`,
  quotaExceeded: (until) =>
    `La cuota mensual se agotó; se renueva el ${until}. El operador puede darle una cuota mayor.`,
  failed: 'El servicio no pudo responder.',
  unreachable: 'No hay conexión con el servicio.',
  retriesAutomatically: 'La página continúa por sí sola en cuanto sea posible.',
  requestId: (id) => `Para informar al operador: requestId ${id}`,
  retry: 'Reintentar ahora',
}

export const TEXTS: Readonly<Record<PageLanguage, Texts>> = { en, es }
