import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { marksByNumber } from '../../portal/marks-by-number.ts'
import type { ToldMark } from '../../portal/told-mark.ts'
import { type Answer, errorPage } from '../misbehaviours.ts'
import { fateOf } from './fate.ts'
import type { HowLong, PortalMisbehaviour } from './misbehaviours.ts'
import {
  type Body,
  type CallKind,
  type PortalAsked,
  type PortalLimits,
  type PortalState,
  portalAnswer,
} from './page-methods.ts'
import { openSessions } from './sessions.ts'

/** The office's search portal, for whoever tells it what to know and what to do wrong. */
export interface OfficePortal {
  /** Makes it know marks, in the place of those with the same number. */
  enter(marks: readonly ToldMark[]): void
  /** From now on it does as told, or as it should. */
  misbehave(how: PortalMisbehaviour | undefined, options?: HowLong): void
  /** What it was asked, in turn: the last 10,000 calls. */
  readonly calls: readonly PortalCall[]
  /** How many calls were ever under way at the same time. */
  readonly mostAtOnce: number
  /** Ends all sessions, as their time does. */
  expireSessions(): void
  /** Sets limits, of which there are none at first; those that are not given stay. */
  limit(limits: Partial<PortalLimits>): void
}

export interface PortalCall {
  method: string
  path: string
  /** What was posted, as JSON; its text where it is none, undefined where nothing was. */
  body: unknown
  headers: IncomingHttpHeaders
  /** When it came, in milliseconds since 1970. */
  at: number
}

/** The portal as the office hosts it. */
export interface HostedPortal {
  portal: OfficePortal
  hosts(path: string): boolean
  answer(request: IncomingMessage, response: ServerResponse, path: string): Promise<Answer>
}

export const PORTAL_PATH = '/Marca/BuscarMarca.aspx'
const KINDS: ReadonlyMap<string, CallKind> = new Map([
  [PORTAL_PATH, 'page'],
  [`${PORTAL_PATH}/FindMarcas`, 'list'],
  [`${PORTAL_PATH}/FindMarcaByNumeroSolicitud`, 'detail'],
])
const NO_LIMITS: PortalLimits = {
  sessionLasts: Number.POSITIVE_INFINITY,
  perSession: Number.POSITIVE_INFINITY,
  perDay: Number.POSITIVE_INFINITY,
}
/** An office that runs for months does not remember all of them. */
const MOST_CALLS = 10_000

export function hostPortal(): HostedPortal {
  const state: PortalState = {
    sessions: openSessions(),
    marks: marksByNumber(),
    limits: { ...NO_LIMITS },
    today: { day: '', calls: 0 },
  }
  const calls: PortalCall[] = []
  const traffic = countTraffic()
  let fate = fateOf(undefined)
  return {
    hosts: (path) => KINDS.has(path),
    answer: async (request, response, path) => {
      traffic.begin(response)
      const call = await readCall(request, path)
      calls.push(call)
      calls.splice(0, calls.length - MOST_CALLS)
      const asked = askedBy(call)
      if (asked === undefined) return errorPage(404)
      const right = (instead = asked.body) => portalAnswer(state, { ...asked, body: instead })
      const endSession = () => state.sessions.end(asked.sessionId ?? '')
      return fate(asked)?.answer({ ...asked, right, endSession }) ?? right()
    },
    portal: {
      enter: state.marks.enter,
      misbehave: (how, options) => {
        fate = fateOf(how, options)
      },
      calls,
      get mostAtOnce() {
        return traffic.most()
      },
      expireSessions: () => state.sessions.end(),
      limit: (limits) => void Object.assign(state.limits, limits),
    },
  }
}

/** Calls are under way until the last byte of their answer has left, or whoever asked has. */
function countTraffic() {
  let underWay = 0
  let most = 0
  return {
    begin: (response: ServerResponse) => {
      underWay++
      most = Math.max(most, underWay)
      response.once('close', () => void underWay--)
    },
    most: () => most,
  }
}

/** More than any call has to say. */
const MOST_CHARACTERS = 64 * 1024

async function readCall(request: IncomingMessage, path: string): Promise<PortalCall> {
  const { method = '', headers } = request
  const at = Date.now()
  let text = ''
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk
    if (text.length > MOST_CHARACTERS) throw new Error('More was posted than any call has to say')
  }
  return { method, path, body: text === '' ? undefined : parsed(text), headers, at }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** What a call asks for: a method answers to what is posted as JSON alone, all else is given the page. */
function askedBy({ method, path, headers, body }: PortalCall): PortalAsked | undefined {
  const kind = KINDS.get(path)
  const isJson = /^application\/json(?:;|$)/i.test(headers['content-type'] ?? '')
  const sessionId = /(?:^|;\s*)ASP\.NET_SessionId=([^;]*)/.exec(headers.cookie ?? '')?.[1]
  if (kind === undefined) return undefined
  return kind === 'page' || method !== 'POST' || !isJson
    ? { kind: 'page', body: undefined, sessionId }
    : { kind, body: objectOf(body), sessionId }
}

const objectOf = (body: unknown): Body | undefined =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? (body as Body) : undefined
