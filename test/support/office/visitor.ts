import type { Office } from './office.ts'

/** A client of the portal that sends the calls of a test, one at a time. */
export interface Visitor {
  cookie: string
  hash: string
  idw: string
  /** Loads the page and keeps its cookies and hidden inputs. */
  load(): Promise<void>
  list(after: string, changed?: object): Promise<Answered>
  detail(nroSolicitud: string, changed?: object): Promise<Answered>
}

interface Answered {
  status: number
  /** The JSON within the JSON; undefined if there is none. */
  content: Record<string, unknown> | undefined
}

const FILTERS = Object.fromEntries(Array.from({ length: 16 }, (_, place) => [`param${place + 1}`, '']))

export function visitorOf({ portalUrl }: Pick<Office, 'portalUrl'>): Visitor {
  const post = async (method: string, body: object): Promise<Answered> => {
    const response = await fetch(`${portalUrl}/${method}`, {
      method: 'POST',
      headers: { cookie: visitor.cookie, 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify({ Hash: visitor.hash, IDW: visitor.idw, ...body }),
    })
    const { d } = (await response.json()) as { d?: string }
    const content = d === undefined ? undefined : JSON.parse(d)
    visitor.hash = content?.Hash ?? visitor.hash
    return { status: response.status, content }
  }
  const visitor: Visitor = {
    cookie: '',
    hash: '',
    idw: '',
    load: async () => {
      const response = await fetch(portalUrl, { headers: { cookie: visitor.cookie } })
      const cookies = response.headers.getSetCookie().map((cookie) => cookie.replace(/;.*/, ''))
      visitor.cookie = cookies.length > 0 ? cookies.join('; ') : visitor.cookie
      const page = await response.text()
      visitor.hash = /id="hdnHash" value="([^"]+)"/.exec(page)?.[1] ?? ''
      visitor.idw = /value='([^']+)' name='ctl00\$hdnIDW'/.exec(page)?.[1] ?? ''
    },
    list: (LastNumSol, changed) =>
      post('FindMarcas', { LastNumSol, ...FILTERS, param17: '1', responseCaptcha: '', ...changed }),
    detail: (numeroSolicitud, changed) => post('FindMarcaByNumeroSolicitud', { numeroSolicitud, ...changed }),
  }
  return visitor
}
