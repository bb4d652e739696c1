import {
  type Answer,
  drips,
  errorPage,
  half,
  html,
  redirect,
  withoutEnd,
  withoutLength,
} from '../misbehaviours.ts'
import type { Body, CallKind } from './page-methods.ts'
import { captchaPage, LOGIN } from './search-page.ts'
import { aspNetError, json, refusal, SENTENCES } from './sentences.ts'
import { contentOf, ofAll, ofLists, ofMarca, ofMethods, ofRows, rewritten, says, type Way } from './ways.ts'

const withHeaders = (answer: Answer, more: Answer['headers']): Answer => ({
  ...answer,
  headers: { ...answer.headers, ...more },
})

const withoutFields = (marca: Body, ...names: string[]): Body =>
  Object.fromEntries(Object.entries(marca).filter(([name]) => !names.includes(name)))

const withDays = (marca: Body, day: string | null): Body => ({
  ...marca,
  FechaPresentacion: day,
  FechaPublicacion: day,
  FechaRegistro: day,
  FechaVencimiento: day,
})

const each = (value: unknown, change: (item: Body) => unknown): unknown[] =>
  Array.isArray(value) ? value.map(change) : []

/** Numbers and names alone, and days at the beginning of texts. */
const bared = (marca: Body): Body => ({
  ...marca,
  NumeroSolicitud: Number(marca.NumeroSolicitud),
  NumeroRegistro: marca.NumeroRegistro === '' ? null : Number(marca.NumeroRegistro),
  Clases: each(marca.Clases, ({ Numero }) => Number(Numero)),
  Titulares: each(marca.Titulares, ({ Nombre }) => Nombre),
  Representantes: each(marca.Representantes, ({ Nombre }) => Nombre),
  Anotaciones: each(marca.Anotaciones, ({ Fecha, Descripcion }) => `${Fecha} ${Descripcion}`),
})

const ENORMOUS = 'x'.repeat(3 * 1024 * 1024)

/** What can go wrong at a portal. */
export const PORTAL_MISBEHAVIOURS = {
  sessionOver: ofMethods(({ endSession }) => {
    endSession()
    return refusal(SENTENCES.sessionOver)
  }),
  hashRefused: says(SENTENCES.hashRefused),
  limit: says(SENTENCES.limit),
  limitWithoutAccents: says(SENTENCES.limitWithoutAccents),
  captcha: says(SENTENCES.captcha),
  verificationCode: says(SENTENCES.verificationCode),
  captchaPage: ofAll(() => html(200, captchaPage())),
  /** A sentence that nobody has seen before. */
  unknownSentence: says(SENTENCES.unknown),
  /** Without a next hash, where the right one has it. */
  noSuchNumber: { of: ['detail'], answer: () => refusal(SENTENCES.noSuchNumber) },

  /** The first page, whatever was asked for. */
  samePage: ofLists(({ right, body }) => right({ ...body, LastNumSol: '0' })),
  /** Descending numbers. */
  pageBackwards: ofRows((rows) => rows.toReversed()),
  /** Rows that are none. */
  strangeRows: ofRows(() => [null, 7, {}, { id: 'Total', cell: [] }]),
  notFound: ofAll(() => errorPage(404)),
  unauthorized: ofAll(() => withHeaders(errorPage(401), { 'www-authenticate': 'Negotiate' })),
  forbidden: ofAll(() => errorPage(403)),
  serverError: ofAll(() => aspNetError()),
  unavailable: ofAll(() => errorPage(503)),
  tooManyRequests: ofAll(() => withHeaders(errorPage(429), { 'retry-after': '3600' })),
  redirectToLogin: ofAll(() => redirect(LOGIN)),
  /** The page of an apology, with status 200. */
  htmlInstead: ofAll(() => errorPage(200)),
  notJson: ofMethods(({ right }) => {
    right()
    return json({ d: '<div>Sin resultados</div>' })
  }),
  withoutD: ofMethods(({ right }) => json(contentOf(right()))),
  /** The object itself, where a text is usual; no harm. */
  objectInD: ofMethods(({ right }) => json({ d: contentOf(right()) })),
  withoutHash: ofMethods(({ right }) => rewritten(right(), (content) => withoutFields(content, 'Hash'))),

  silence: ofAll(() => ({ ...errorPage(200), fate: 'silent' })),
  reset: ofAll(() => ({ ...errorPage(200), fate: 'reset' })),
  slowDrip: ofAll(({ right }) => {
    const answer = right()
    return { ...answer, body: drips(answer.body as Buffer) }
  }),
  cutOff: ofAll(({ right }) => half(right())),
  /** JSON that ends in the middle, in an answer that is whole. */
  cutOffJson: ofMethods(({ right }) => {
    const answer = right()
    const body = answer.body as Buffer
    return { ...answer, headers: withoutLength(answer.headers), body: body.subarray(0, body.length / 2) }
  }),
  endless: ofAll(({ right }) => {
    const answer = right()
    return { ...answer, headers: withoutLength(answer.headers), body: withoutEnd() }
  }),
  enormous: ofMethods(({ right }) => rewritten(right(), (content) => ({ ...content, Aviso: ENORMOUS }))),

  otherNumber: ofMarca((marca) => ({ ...marca, NumeroSolicitud: `${marca.NumeroSolicitud}9` })),
  noMarca: ofMarca(() => null),
  marcaAsText: ofMarca(() => 'Sin información'),
  withoutFiling: ofMarca((marca) => withoutFields(marca, 'FechaPresentacion')),
  withoutStatus: ofMarca((marca) => withoutFields(marca, 'Estado', 'EstadoDescripcion')),
  withoutLists: ofMarca((marca) =>
    withoutFields(marca, 'Clases', 'Titulares', 'Representantes', 'Instancias', 'Anotaciones'),
  ),
  unknownFields: ofMarca((marca) => ({ ...marca, ['__proto__']: { Vigente: true }, Logo: { Ancho: 120 } })),
  bareValues: ofMarca(bared),
  undatedEvents: ofMarca((marca) => ({ ...marca, Anotaciones: ['Anotación de prenda sin desplazamiento'] })),
  emptyDays: ofMarca((marca) => withDays(marca, '')),
  noDays: ofMarca((marca) => withDays(marca, null)),
  impossibleDays: ofMarca((marca) => withDays(marca, '31/02/2026')),
  dayOfNothing: ofMarca((marca) => withDays(marca, '01/01/0001')),
  statusLetter: ofMarca((marca) => ({ ...marca, EstadoDescripcion: 'C' })),
  statusNumber: ofMarca((marca) => ({ ...marca, EstadoDescripcion: '016' })),
  seeInstance: ofMarca((marca) => ({ ...marca, EstadoDescripcion: 'VER INSTANCIA' })),
  unknownStatus: ofMarca((marca) => ({ ...marca, Estado: 'Z', EstadoDescripcion: 'En estado de gracia' })),
} as const satisfies Record<string, Way>

export type PortalMisbehaviour = keyof typeof PORTAL_MISBEHAVIOURS

export interface HowLong {
  /** Calls of its kind that still go right. Default: none. */
  after?: number
  /** How many go wrong then, before all is right again. Default: all. */
  times?: number
  /** Only the details of this application, or of these. */
  number?: string | readonly string[]
  /** Only calls of this kind. */
  only?: CallKind
}
