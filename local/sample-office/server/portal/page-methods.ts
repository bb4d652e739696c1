import { chileanDay } from '../../../../shared/chilean-day.ts'
import { marcaOf } from '../../portal/marca.ts'
import type { MarksByNumber } from '../../portal/marks-by-number.ts'
import type { ToldMark } from '../../portal/told-mark.ts'
import type { Answer } from '../misbehaviours.ts'
import { searchPage } from './search-page.ts'
import { aspNetError, methodAnswer, refusal, SENTENCES } from './sentences.ts'
import { type Session, type Sessions, turnOn } from './sessions.ts'

/** The page itself, a page of numbers, or what is told of one. */
export type CallKind = 'page' | 'list' | 'detail'

export type Body = Readonly<Record<string, unknown>>

export interface PortalAsked {
  kind: CallKind
  /** What was posted, where that is an object as JSON. */
  body: Body | undefined
  /** Of its cookie. */
  sessionId: string | undefined
}

export interface PortalLimits {
  /** Calls of a session before it is over. */
  sessionLasts: number
  /** Calls of a session before the sentence on limits. */
  perSession: number
  /** Calls of a Chilean day, of all sessions, before that sentence. */
  perDay: number
}

export interface PortalState {
  sessions: Sessions
  marks: MarksByNumber
  limits: PortalLimits
  /** How many calls were let in on which day. */
  today: { day: string; calls: number }
}

const PAGE = 20
const FILTERS = Array.from({ length: 16 }, (_, place) => `param${place + 1}`)
const PARAMETERS = {
  page: [],
  list: ['LastNumSol', 'Hash', 'IDW', ...FILTERS, 'param17', 'responseCaptcha'],
  detail: ['Hash', 'IDW', 'numeroSolicitud'],
} as const satisfies Record<CallKind, readonly string[]>

/** What the portal answers when all is well. */
export function portalAnswer(state: PortalState, asked: PortalAsked): Answer {
  const { kind, body, sessionId } = asked
  if (kind === 'page') {
    return pageAnswer(state, sessionId)
  }
  if (body === undefined) {
    return aspNetError('Invalid JSON primitive.')
  }
  const missing = PARAMETERS[kind].find((name) => typeof body[name] !== 'string')
  return missing === undefined
    ? methodOf(state, kind, body, sessionId)
    : aspNetError(`Invalid web service call, missing value for parameter: '${missing}'.`)
}

function pageAnswer({ sessions }: PortalState, sessionId: string | undefined): Answer {
  const known = sessions.find(sessionId)
  if (known) {
    turnOn(known)
    return searchPage(known.turn)
  }
  const session = sessions.begin()
  return searchPage(session.turn, [
    `ASP.NET_SessionId=${session.id}; path=/; HttpOnly; SameSite=Lax`,
    'sucursal=web-2; path=/',
  ])
}

function methodOf(
  state: PortalState,
  kind: 'list' | 'detail',
  body: Body,
  sessionId: string | undefined,
): Answer {
  const session = state.sessions.find(sessionId)
  if (!session || session.calls >= state.limits.sessionLasts) {
    state.sessions.end(sessionId ?? '')
    return refusal(SENTENCES.sessionOver)
  }
  if (body.Hash !== session.turn.hash || body.IDW !== session.turn.idw) {
    return refusal(SENTENCES.hashRefused)
  }
  if (isSpent(state, session)) {
    return refusal(SENTENCES.limit)
  }
  session.calls++
  state.today.calls++
  const Hash = turnOn(session)
  return methodAnswer({ Hash, ...(kind === 'list' ? listed(state, body) : detailed(state, body)) })
}

function isSpent({ limits, today }: PortalState, { calls }: Session): boolean {
  const day = chileanDay(new Date())
  if (today.day !== day) {
    Object.assign(today, { day, calls: 0 })
  }
  return calls >= limits.perSession || today.calls >= limits.perDay
}

const DIGITS = /^\d{1,18}$/
const withoutZeros = (digits: string): string => digits.replace(/^0+(?=\d)/, '')

/** It lists all applications by number; what else it may search for is not known. */
function listed({ marks }: PortalState, { LastNumSol, ...body }: Body) {
  const isList = FILTERS.every((name) => body[name] === '') && body.param17 === '1'
  return isList && DIGITS.test(String(LastNumSol))
    ? { Marcas: marks.after(withoutZeros(String(LastNumSol)), PAGE).map(rowOf) }
    : { ErrorMessage: SENTENCES.unknown }
}

function detailed({ marks }: PortalState, { numeroSolicitud }: Body) {
  const mark = marks.find(String(numeroSolicitud))
  return mark ? { Marca: marcaOf(mark) } : { ErrorMessage: SENTENCES.noSuchNumber }
}

const rowOf = (mark: ToldMark) => ({
  id: mark.nroSolicitud,
  cell: [
    mark.nroSolicitud.replace(/\B(?=(?:\d{3})+$)/g, '.'),
    mark.nroRegistro ?? '',
    mark.clases.map(({ clase }) => clase).join(','),
    mark.denominacion,
    mark.personas.findLast(({ rol }) => rol !== 'REPRESENTANTE')?.nombre ?? '',
    mark.estadoOficina,
    mark.tipoSigno,
    '',
  ],
})
