import type { Language } from './format.ts'

/** What the page says as it goes, in a language; what stands on it from the beginning is drawn by the service. */
export interface Words {
  // hits
  figurativeMark: string
  markWithoutWords: string
  hits: (count: string, hasMore: boolean) => string
  nothing: string
  more: string
  end: string
  came: (count: string, all: string) => string
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
  untold: string
  classNumber: (clase: number) => string
  noCoverage: string
  resolution: (number: string) => string
  toldBy: (source: string) => string
  sourceDate: (day: string) => string
  writtenOn: (day: string) => string
  // strips
  readToday: (time: string) => string
  readOn: (day: string) => string
  allOnTime: string
  notOnTime: (sources: string) => string
  behind: (duration: string) => string
  never: string
  dataOf: (day: string) => string
  left: (left: string, all: string) => string
  until: (day: string) => string
  // what goes wrong
  keyRefused: string
  keyForgotten: string
  keyAccepted: string
  keyMissing: string
  lacksScope: (scope: string) => string
  mistake: string
  /** What is wrong with the value of a field. */
  reasons: {
    order: (from: string, until: string) => string
    day: string
    length: string
    catalog: (field: string) => string
    other: (reason: string) => string
  }
  unknownNumber: string
  burstSpent: string
  goesOnIn: (seconds: string) => string
  monthSpent: (until: string) => string
  failed: string
  unreachable: string
  goesOn: string
  requestId: (id: string) => string
  again: string
}

const en: Words = {
  figurativeMark: '(figurative mark, without words)',
  markWithoutWords: '(mark without words)',
  hits: (count, hasMore) => (hasMore ? `The first ${count}` : count === '1' ? '1 mark' : `${count} marks`),
  nothing: 'No mark found',
  more: 'More',
  end: 'These are all of them',
  came: (count, all) => `${count} more, ${all} in all`,
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
  untold: 'No source has told of any so far.',
  classNumber: (clase) => `Class ${clase}`,
  noCoverage: 'No goods or services given yet.',
  resolution: (number) => `resolution ${number}`,
  toldBy: (source) => `Source: ${source}`,
  sourceDate: (day) => `the office’s date ${day}`,
  writtenOn: (day) => `recorded here on ${day}`,
  readToday: (time) => `read today at ${time}`,
  readOn: (day) => `read on ${day}`,
  allOnTime: 'all read on time',
  notOnTime: (sources) => `not read on time: ${sources}`,
  behind: (duration) => `behind by ${duration}`,
  never: 'not read so far',
  dataOf: (day) => `office’s data of ${day}`,
  left: (left, all) => `${left} of ${all}`,
  until: (day) => `until ${day}`,
  keyRefused: 'The service does not take this key: it is mistyped, unknown, revoked or expired.',
  keyForgotten: 'The key is forgotten.',
  keyAccepted: 'Key accepted.',
  keyMissing: 'A key is one text without spaces, which begins with tmk_.',
  lacksScope: (scope) =>
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
  burstSpent: 'The key has sent as many requests as it may within a minute. The page goes on by itself.',
  goesOnIn: (seconds) => `in ${seconds} s`,
  monthSpent: (until) =>
    `The month of this key is spent, until ${until}. The operator can give it a larger quota.`,
  failed: 'The service could not answer.',
  unreachable: 'The service cannot be reached.',
  goesOn: 'The page goes on by itself once it can.',
  requestId: (id) => `For a report to the operator: requestId ${id}`,
  again: 'Try again now',
}

const es: Words = {
  figurativeMark: '(marca figurativa, sin palabras)',
  markWithoutWords: '(marca sin palabras)',
  hits: (count, hasMore) =>
    hasMore ? `Las primeras ${count}` : count === '1' ? '1 marca' : `${count} marcas`,
  nothing: 'No se encontró ninguna marca',
  more: 'Más',
  end: 'Estas son todas',
  came: (count, all) => `${count} más, ${all} en total`,
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
  untold: 'Hasta ahora ninguna fuente ha informado nada.',
  classNumber: (clase) => `Clase ${clase}`,
  noCoverage: 'Aún no se informa su cobertura.',
  resolution: (number) => `resolución ${number}`,
  toldBy: (source) => `Fuente: ${source}`,
  sourceDate: (day) => `fecha de la oficina: ${day}`,
  writtenOn: (day) => `incorporado aquí el ${day}`,
  readToday: (time) => `leída hoy a las ${time}`,
  readOn: (day) => `leída el ${day}`,
  allOnTime: 'fuentes leídas en plazo',
  notOnTime: (sources) => `fuera de plazo: ${sources}`,
  behind: (duration) => `con ${duration} de atraso`,
  never: 'sin lectura hasta ahora',
  dataOf: (day) => `datos de la oficina del ${day}`,
  left: (left, all) => `${left} de ${all}`,
  until: (day) => `hasta el ${day}`,
  keyRefused: 'El servicio no acepta esta clave: está mal escrita, es desconocida, fue revocada o venció.',
  keyForgotten: 'La clave se ha olvidado.',
  keyAccepted: 'Clave aceptada.',
  keyMissing: 'Una clave es un solo texto sin espacios, que comienza con tmk_.',
  lacksScope: (scope) =>
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
  burstSpent: 'La clave ya envió todas las consultas que admite por minuto. La página continúa por sí sola.',
  goesOnIn: (seconds) => `en ${seconds} s`,
  monthSpent: (until) =>
    `El mes de esta clave está agotado, hasta el ${until}. El operador puede darle una cuota mayor.`,
  failed: 'El servicio no pudo responder.',
  unreachable: 'No hay conexión con el servicio.',
  goesOn: 'La página continúa por sí sola en cuanto sea posible.',
  requestId: (id) => `Para informar al operador: requestId ${id}`,
  again: 'Reintentar ahora',
}

export const WORDS: Readonly<Record<Language, Words>> = { en, es }
