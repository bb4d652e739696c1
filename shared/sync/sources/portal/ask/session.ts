import { parseHtml } from '../../../fetch/parse-html.ts'
import { SyncError } from '../../../sync-error.ts'
import { isPage, meaningOfPage, refuseStop } from './answers.ts'
import { call } from './call.ts'
import { type Cookies, keepCookies } from './cookies.ts'
import type { Reply } from './receive.ts'
import type { Means } from './request-context.ts'

/** What the portal knows its caller by. None of it is told or written down anywhere. */
export interface Session {
  /** Good for one call. */
  hash: string
  idw: string
  cookies: Cookies
}

const SESSION_IS_OVER: ReadonlySet<number> = new Set([401, 403])

/** Whether an answer sends its caller back to the beginning: to a login, or to anywhere else. */
export const isSessionOver = ({ status }: Reply): boolean =>
  (status >= 300 && status < 400) || SESSION_IS_OVER.has(status)

/**
 * Opens a session with the portal's page; undefined where it sends its caller elsewhere.
 *
 * @throws SyncError `source_answer` for a page without a session: no number is to blame, so it is no UnreadableAnswer
 */
export async function openSession(means: Means): Promise<Session | undefined> {
  const headers = { accept: 'text/html', 'user-agent': means.userAgent }
  const reply = await call({ method: 'GET', url: means.page, headers }, means).catch(blameNoNumber)
  if (isSessionOver(reply)) {
    return undefined
  }
  if (reply.status !== 200) {
    throw noSession(`it answered ${reply.status}`)
  }
  const cookies: Cookies = new Map()
  keepCookies(cookies, reply.setCookie)
  return { ...hiddenFieldsOf(reply), cookies }
}

const noSession = (why: string): SyncError =>
  new SyncError('source_answer', `The portal opens no session: ${why}.`)

function blameNoNumber(error: unknown): never {
  const isAnswer = error instanceof SyncError && error.code === 'source_answer'
  throw isAnswer ? new SyncError(error.code, error.message) : error
}

function hiddenFieldsOf({ text, isCompressed }: Reply): Pick<Session, 'hash' | 'idw'> {
  const { hdnHash: hash = '', hdnIDW: idw } = readHiddenFields(text)
  if (hash !== '' && idw !== undefined) {
    return { hash, idw }
  }
  refuseStop(isPage(text) ? meaningOfPage(text) : undefined)
  throw noSession(isCompressed ? 'its page is compressed, unasked' : 'its page has not the fields of one')
}

type HiddenFields = Partial<Record<'hdnHash' | 'hdnIDW', string>>

/** A longer one is none. */
export const LONGEST_FIELD = 4_096

/** The first field of either id. A page that nests deeper than any does is read no further. */
export function readHiddenFields(html: string): HiddenFields {
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
