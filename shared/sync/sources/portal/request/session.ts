import { parseHtml } from '../../../fetch/parse-html.ts'
import { SyncError } from '../../../sync-error.ts'
import { type Cookies, keepCookies } from './cookies.ts'
import { errorKindOfPage, isPage, throwIfBlocked } from './error-kind.ts'
import type { RequestContext } from './request-context.ts'
import type { PortalResponse } from './send-once.ts'
import { sendWithRetries } from './send-with-retries.ts'

/** A session of the portal. The values are secrets: do not store or log them. */
export interface ClientSession {
  /** A token that is valid for one call. */
  hash: string
  idw: string
  cookies: Cookies
}

const SESSION_IS_OVER: ReadonlySet<number> = new Set([401, 403])

/** Returns whether a response means that the session is over: a redirect, 401 or 403. */
export const isSessionOver = ({ status }: PortalResponse): boolean =>
  (status >= 300 && status < 400) || SESSION_IS_OVER.has(status)

/**
 * Opens a session with a request for the portal's page. Returns undefined if the response is a redirect, 401 or 403.
 *
 * @throws SyncError `source_answer` if the page does not open a session
 */
export async function openSession(context: RequestContext): Promise<ClientSession | undefined> {
  const headers = { accept: 'text/html', 'user-agent': context.userAgent }
  const request = { method: 'GET', url: context.page, headers } as const
  const response = await sendWithRetries(request, context).catch(rethrowAsSyncError)
  if (isSessionOver(response)) {
    return undefined
  }
  if (response.status !== 200) {
    throw noSession(`it answered ${response.status}`)
  }
  const cookies: Cookies = new Map()
  keepCookies(cookies, response.setCookie)
  return { ...sessionFieldsOf(response), cookies }
}

const noSession = (reason: string): SyncError =>
  new SyncError('source_answer', `The portal opens no session: ${reason}.`)

/** Replaces an `UnreadableResponse`, because a single one does not end the run. Without a session, the run must end. */
function rethrowAsSyncError(error: unknown): never {
  const isResponse = error instanceof SyncError && error.code === 'source_answer'
  throw isResponse ? new SyncError(error.code, error.message) : error
}

function sessionFieldsOf({ text, isCompressed }: PortalResponse): Pick<ClientSession, 'hash' | 'idw'> {
  const { hdnHash: hash = '', hdnIDW: idw } = readHiddenFields(text)
  if (hash !== '' && idw !== undefined) {
    return { hash, idw }
  }
  throwIfBlocked(isPage(text) ? errorKindOfPage(text) : undefined)
  throw noSession(
    isCompressed ? 'its page is compressed, which was not requested' : 'its page lacks the session fields',
  )
}

type HiddenFields = Partial<Record<'hdnHash' | 'hdnIDW', string>>

/** Longer hashes and session fields are ignored. */
export const LONGEST_FIELD = 4_096

function readHiddenFields(html: string): HiddenFields {
  const fields: HiddenFields = {}
  parseHtml(html, {
    onopentag(tag, { id, value = '' }) {
      if (tag === 'input' && (id === 'hdnHash' || id === 'hdnIDW') && value.length <= LONGEST_FIELD) {
        fields[id] ??= value
      }
    },
  })
  return fields
}
