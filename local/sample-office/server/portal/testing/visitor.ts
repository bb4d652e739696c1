import type { Office } from '../../office.ts'

/** What a call was answered with. */
export interface Answered {
  status: number
  type: string
  text: string
  /** The JSON within the JSON; undefined where there is none. */
  content: Record<string, unknown> | undefined
}

/** Somebody who speaks the portal's protocol by hand, call by call, and believes what it says. */
export interface Visitor {
  cookie: string
  hash: string
  idw: string
  /** Loads the page, and takes over its cookies and what is hidden in it. */
  load(): Promise<Answered>
  list(after: string, changed?: object): Promise<Answered>
  detail(nroSolicitud: string, changed?: object): Promise<Answered>
  post(method: string, body: unknown, headers?: Record<string, string>): Promise<Answered>
}

const PARAMETERS = Object.fromEntries(Array.from({ length: 16 }, (_, place) => [`param${place + 1}`, '']))

export function visitorOf({ portalUrl }: Office): Visitor {
  const visitor: Visitor = {
    cookie: '',
    hash: '',
    idw: '',
    load: async () => {
      const response = await fetch(portalUrl, { headers: { cookie: visitor.cookie }, redirect: 'manual' })
      const set = response.headers.getSetCookie().map((cookie) => cookie.replace(/;.*/, ''))
      visitor.cookie = set.length > 0 ? set.join('; ') : visitor.cookie
      const answered = await answeredBy(response)
      visitor.hash = hidden(answered.text, 'hdnHash')
      visitor.idw = hidden(answered.text, 'hdnIDW')
      return answered
    },
    list: (after, changed = {}) =>
      visitor.post('FindMarcas', {
        ...{ LastNumSol: after, Hash: visitor.hash, IDW: visitor.idw },
        ...{ ...PARAMETERS, param17: '1', responseCaptcha: '', ...changed },
      }),
    detail: (numeroSolicitud, changed = {}) =>
      visitor.post('FindMarcaByNumeroSolicitud', {
        ...{ Hash: visitor.hash, IDW: visitor.idw, numeroSolicitud, ...changed },
      }),
    post: async (method, body, headers = {}) => {
      const response = await fetch(`${portalUrl}/${method}`, {
        method: 'POST',
        headers: { cookie: visitor.cookie, 'content-type': 'application/json; charset=utf-8', ...headers },
        body: typeof body === 'string' ? body : JSON.stringify(body),
        redirect: 'manual',
      })
      const answered = await answeredBy(response)
      visitor.hash = (answered.content?.Hash as string | undefined) ?? visitor.hash
      return answered
    },
  }
  return visitor
}

async function answeredBy(response: Response): Promise<Answered> {
  const text = await response.text()
  return {
    status: response.status,
    type: response.headers.get('content-type') ?? '',
    text,
    content: contentOf(text),
  }
}

function contentOf(text: string): Answered['content'] {
  try {
    return JSON.parse(JSON.parse(text).d)
  } catch {
    return undefined
  }
}

const hidden = (page: string, id: string): string => {
  const [input = ''] =
    page.match(/<input[^>]*>/g)?.filter((each) => /id=["'](\w+)/.exec(each)?.[1] === id) ?? []
  return /value=["']([^"']*)/.exec(input)?.[1] ?? ''
}
