import { methodAnswer } from '../../../local/sample/office.ts'
import { type Answer, drip, endlessBody, errorPage, half, withoutLength } from './misbehaviours.ts'

/** A call for the page itself, a list of numbers, or one application. */
export type CallKind = 'page' | 'list' | 'detail'

export type Body = Readonly<Record<string, unknown>>

export interface PortalRequest {
  kind: CallKind
  /** The JSON object that was posted. */
  body: Body | undefined
  /** The value of the session cookie; empty without one. */
  sessionId: string
}

/** A request that gets a wrong answer. */
interface FaultyRequest extends PortalRequest {
  /** Returns the right answer, to another body if one is given, and uses up the hash. */
  right: (instead?: Body) => Answer
  endSession: () => void
}

export interface PortalFault {
  /** The kinds of calls that have this fault; other calls get the right answer and do not count. */
  kinds: readonly CallKind[]
  answer: (request: FaultyRequest) => Answer
}

/** Which calls misbehave. */
export interface Duration {
  /** The number of calls of these kinds that get the right answer first. Default: 0. */
  after?: number
  /** The number of calls that misbehave then. Default: all. */
  times?: number
  /** Only the details of this application, or of these applications. */
  number?: string | readonly string[]
  only?: CallKind
}

/** Sentences that the portal sends with status 200 in place of an answer. */
export const SENTENCES = {
  sessionOver: 'Su sesión ha expirado, vuelva a ingresar a la página',
  hashRefused: 'La solicitud no es válida, actualice la página',
  limit: 'Ha excedido el límite de consultas permitidas, inténtelo más tarde',
  captcha: 'Debe completar el captcha para continuar',
  noSuchNumber: 'El número de solicitud no existe',
  unknown: 'Ha ocurrido un error, contacte al administrador',
} as const

const json = (value: unknown, status = 200): Answer => {
  const body = Buffer.from(JSON.stringify(value))
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(body.length),
  }
  return { status, headers, body }
}

/** Returns an answer that is only the sentence, without the hash of the next call. */
export const refusal = (ErrorMessage: string): Answer => methodAnswer({ ErrorMessage })

export const aspNetError = (Message = 'There was an error processing the request.'): Answer =>
  json({ Message, StackTrace: null, ExceptionType: '' }, 500)

const ofAll = (answer: PortalFault['answer']): PortalFault => ({ kinds: ['page', 'list', 'detail'], answer })
const ofMethods = (answer: PortalFault['answer']): PortalFault => ({ kinds: ['list', 'detail'], answer })

const says = (sentence: string): PortalFault => ofMethods(() => refusal(sentence))

/** Returns a fault that changes the mark of a detail. */
const ofMarca = (change: (marca: Body) => unknown): PortalFault => ({
  kinds: ['detail'],
  answer: ({ right }) =>
    rewritten(right(), (content) =>
      isObject(content.Marca) ? { ...content, Marca: change(content.Marca) } : content,
    ),
})

const ofRows = (change: (rows: unknown[]) => unknown[]): PortalFault => ({
  kinds: ['list'],
  answer: ({ right }) =>
    rewritten(right(), (content) =>
      Array.isArray(content.Marcas) ? { ...content, Marcas: change(content.Marcas) } : content,
    ),
})

const isObject = (value: unknown): value is Body => typeof value === 'object' && value !== null

/** Returns the JSON within the JSON of an answer; undefined for another kind of answer. */
function contentOf({ body }: Answer): Body | undefined {
  const { d } = JSON.parse(String(body)) as { d?: string }
  return d === undefined ? undefined : JSON.parse(d)
}

function rewritten(answer: Answer, change: (content: Body) => unknown): Answer {
  const content = contentOf(answer)
  return content ? methodAnswer(change(content)) : answer
}

const withoutFields = (marca: Body, ...names: string[]): Body =>
  Object.fromEntries(Object.entries(marca).filter(([name]) => !names.includes(name)))

const withDays = (marca: Body, day: string | null): Body => ({
  ...marca,
  FechaPresentacion: day,
  FechaPublicacion: day,
  FechaRegistro: day,
  FechaVencimiento: day,
})

/** Returns the mark with the month first in all days: `06/24/2019` for `24/06/2019`. */
const withMonthFirst = (marca: Body): Body =>
  JSON.parse(JSON.stringify(marca).replaceAll(/"(\d\d)\/(\d\d)\/(\d{4})"/g, '"$2/$1/$3"'))

const ENORMOUS = 'x'.repeat(3 * 1024 * 1024)

/** The faults of a portal. */
export const PORTAL_MISBEHAVIOURS = {
  sessionOver: ofMethods(({ endSession }) => {
    endSession()
    return refusal(SENTENCES.sessionOver)
  }),
  hashRefused: says(SENTENCES.hashRefused),
  limit: says(SENTENCES.limit),
  captcha: says(SENTENCES.captcha),
  /** Without the hash of the next call, unlike the right answer. */
  noSuchNumber: { kinds: ['detail'], answer: () => refusal(SENTENCES.noSuchNumber) },

  /** The first page, whatever was requested. */
  samePage: { kinds: ['list'], answer: ({ right, body }) => right({ ...body, LastNumSol: '0' }) },
  /** Descending numbers. */
  pageBackwards: ofRows((rows) => rows.toReversed()),
  strangeRows: ofRows(() => [null, 7, {}, { id: 'Total', cell: [] }]),
  notFound: ofAll(() => errorPage(404)),
  forbidden: ofAll(() => errorPage(403)),
  serverError: ofAll(() => aspNetError()),
  unavailable: ofAll(() => errorPage(503)),
  /** An error page with status 200. */
  htmlInstead: ofAll(() => errorPage(200)),
  notJson: ofMethods(({ right }) => {
    right()
    return json({ d: '<div>Sin resultados</div>' })
  }),

  silence: ofAll(() => ({ ...errorPage(200), withheld: 'silent', stalls: true })),
  reset: ofAll(() => ({ ...errorPage(200), withheld: 'reset' })),
  slowDrip: ofAll(({ right }) => {
    const answer = right()
    return { ...answer, body: drip(answer.body as Buffer), stalls: true }
  }),
  cutOff: ofAll(({ right }) => half(right())),
  endless: ofAll(({ right }) => {
    const answer = right()
    return { ...answer, headers: withoutLength(answer.headers), body: endlessBody() }
  }),
  enormous: ofMethods(({ right }) => rewritten(right(), (content) => ({ ...content, Aviso: ENORMOUS }))),

  otherNumber: ofMarca((marca) => ({ ...marca, NumeroSolicitud: `${marca.NumeroSolicitud}9` })),
  noMarca: ofMarca(() => null),
  withoutFiling: ofMarca((marca) => withoutFields(marca, 'FechaPresentacion')),
  withoutLists: ofMarca((marca) =>
    withoutFields(marca, 'Clases', 'Titulares', 'Representantes', 'Instancias', 'Anotaciones'),
  ),
  unknownFields: ofMarca((marca) => ({ ...marca, ['__proto__']: { Vigente: true }, Logo: { Ancho: 120 } })),
  noDays: ofMarca((marca) => withDays(marca, null)),
  impossibleDays: ofMarca((marca) => withDays(marca, '31/02/2026')),
  /** Days in the format of the United States. */
  monthFirst: ofMarca(withMonthFirst),
  unknownStatus: ofMarca((marca) => ({ ...marca, Estado: 'Z', EstadoDescripcion: 'En estado de gracia' })),
} as const satisfies Record<string, PortalFault>

export type PortalMisbehaviour = keyof typeof PORTAL_MISBEHAVIOURS
