import { randomBytes } from 'node:crypto'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import {
  methodAnswer,
  PORTAL_PATH,
  type PortalSession,
  portalContent,
  portalPage,
  type SampleMarca,
} from '../../../local/sample/office.ts'
import { marcaOf, type OfficeMark } from './marca.ts'
import type { Answer } from './misbehaviours.ts'
import {
  aspNetError,
  type Body,
  type CallKind,
  type Duration,
  PORTAL_MISBEHAVIOURS,
  type PortalFault,
  type PortalMisbehaviour,
  type PortalRequest,
  refusal,
  SENTENCES,
} from './portal-misbehaviours.ts'

/** The portal of the fake office, for tests that fill it, observe it and make it misbehave. */
export interface OfficePortal {
  /** Adds marks, or replaces those with the same number. */
  enter(marks: readonly OfficeMark[]): void
  /** Misbehaves from now on; undefined ends it. */
  misbehave(how: PortalMisbehaviour | undefined, duration?: Duration): void
  /** The last 10,000 calls, in order. */
  readonly calls: readonly PortalCall[]
  /** The highest number of simultaneous calls. */
  readonly mostAtOnce: number
}

export interface PortalCall {
  method: string
  path: string
  /** The posted JSON; the text if it is not JSON, undefined if nothing was posted. */
  body: unknown
  headers: IncomingHttpHeaders
  /** The time of arrival, in milliseconds since 1970. */
  at: number
}

export interface HostedPortal {
  portal: OfficePortal
  hosts(path: string): boolean
  answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<Answer>
}

const KINDS: ReadonlyMap<string, CallKind> = new Map([
  [PORTAL_PATH, 'page'],
  [`${PORTAL_PATH}/FindMarcas`, 'list'],
  [`${PORTAL_PATH}/FindMarcaByNumeroSolicitud`, 'detail'],
])
const MOST_CALLS = 10_000

interface PortalState {
  /** By the value of the session cookie. */
  sessions: Map<string, PortalSession>
  /** Ascending by number. */
  marcas: SampleMarca[]
}

export function hostPortal(): HostedPortal {
  const state: PortalState = { sessions: new Map(), marcas: [] }
  const calls: PortalCall[] = []
  let underWay = 0
  let mostAtOnce = 0
  let chooseFault = faultChooser(undefined)
  return {
    hosts: (path) => KINDS.has(path),
    answer: async (request, response, path) => {
      mostAtOnce = Math.max(mostAtOnce, ++underWay)
      response.once('close', () => void underWay--)
      const call = await readCall(request, path)
      calls.push(call)
      calls.splice(0, calls.length - MOST_CALLS)
      const asked = requestOf(call)
      const right = (instead = asked.body) => portalAnswer(state, call.path, { ...asked, body: instead })
      const endSession = () => void state.sessions.delete(asked.sessionId)
      return chooseFault(asked)?.answer({ ...asked, right, endSession }) ?? right()
    },
    portal: {
      enter: (marks) => {
        const marcas = new Map(
          [...state.marcas, ...marks.map(marcaOf)].map((each) => [each.NumeroSolicitud, each]),
        )
        state.marcas = [...marcas.values()].sort(byNumber)
      },
      misbehave: (how, duration) => {
        chooseFault = faultChooser(how, duration)
      },
      calls,
      get mostAtOnce() {
        return mostAtOnce
      },
    },
  }
}

const byNumber = ({ NumeroSolicitud: one }: SampleMarca, { NumeroSolicitud: other }: SampleMarca): number =>
  one.length - other.length || (one < other ? -1 : Number(one > other))

/** Returns a function that counts the calls and returns the fault of each call, if any. */
function faultChooser(how: PortalMisbehaviour | undefined, duration: Duration = {}) {
  const fault: PortalFault | undefined = how && PORTAL_MISBEHAVIOURS[how]
  const { number, only } = duration
  let { after = 0, times = Number.POSITIVE_INFINITY } = duration
  return ({ kind, body }: PortalRequest): PortalFault | undefined => {
    const isNumber = number === undefined || [number].flat().includes(String(body?.numeroSolicitud))
    const concerns = fault?.kinds.includes(kind) && (only ?? kind) === kind && isNumber
    return !concerns || after-- > 0 || times-- <= 0 ? undefined : fault
  }
}

async function readCall(request: IncomingMessage, path: string): Promise<PortalCall> {
  const { method = '', headers } = request
  const at = Date.now()
  const posted = await text(request)
  return { method, path, body: posted === '' ? undefined : (parsed(posted) ?? posted), headers, at }
}

function parsed(posted: string): unknown {
  try {
    return JSON.parse(posted)
  } catch {
    return undefined
  }
}

/** Returns the request of a call. Methods accept only posted JSON; any other request gets the page. */
function requestOf({ method, path, headers, body }: PortalCall): PortalRequest {
  const kind = KINDS.get(path) ?? 'page'
  const isJson = /^application\/json(?:;|$)/i.test(headers['content-type'] ?? '')
  const sessionId = /(?:^|;\s*)ASP\.NET_SessionId=([^;]*)/.exec(headers.cookie ?? '')?.[1] ?? ''
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body)
  return kind === 'page' || method !== 'POST' || !isJson
    ? { kind: 'page', body: undefined, sessionId }
    : { kind, body: isObject ? (body as Body) : undefined, sessionId }
}

const FILTERS = Array.from({ length: 16 }, (_, place) => `param${place + 1}`)
const PARAMETERS = {
  list: ['LastNumSol', 'Hash', 'IDW', ...FILTERS, 'param17', 'responseCaptcha'],
  detail: ['Hash', 'IDW', 'numeroSolicitud'],
} as const

/** Returns the correct response. It refuses what the real portal refuses: a used hash, a missing cookie or parameter. */
function portalAnswer(state: PortalState, path: string, { kind, body, sessionId }: PortalRequest): Answer {
  if (kind === 'page') {
    return pageAnswer(state, sessionId)
  }
  const missing = PARAMETERS[kind].find((name) => typeof body?.[name] !== 'string')
  if (body === undefined || missing !== undefined) {
    return aspNetError(`Invalid web service call, missing value for parameter: '${missing}'.`)
  }
  const session = state.sessions.get(sessionId)
  if (!session) {
    return refusal(SENTENCES.sessionOver)
  }
  if (body.Hash !== session.hash || body.IDW !== session.idw) {
    return refusal(SENTENCES.hashRefused)
  }
  session.hash = newHash()
  const isSearch = kind === 'list' && (body.param17 !== '1' || FILTERS.some((name) => body[name] !== ''))
  const content = isSearch ? { ErrorMessage: SENTENCES.unknown } : portalContent(state.marcas, path, body)
  return methodAnswer({ Hash: session.hash, ...content })
}

const newHash = (): string => randomBytes(24).toString('base64')

/** Returns the page with a new hash for its session; without a session, creates one. */
function pageAnswer({ sessions }: PortalState, sessionId: string): Answer {
  const known = sessions.get(sessionId)
  if (known) {
    known.hash = newHash()
    return portalPage(known)
  }
  const id = randomBytes(12).toString('hex')
  const session = { hash: newHash(), idw: randomBytes(8).toString('hex') }
  sessions.set(id, session)
  const cookies = [`ASP.NET_SessionId=${id}; path=/; HttpOnly; SameSite=Lax`, 'sucursal=web-2; path=/']
  return { ...portalPage(session), cookies }
}
