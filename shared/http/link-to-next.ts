import { addressOf } from '../platform/links.ts'
import type { HttpEvent } from './middleware/http.ts'
import { parseQueryString } from './middleware/parse-query-string.ts'

/** The address of the page behind this one, for whoever follows links (RFC 8288); nothing where there is none. */
export function linkToNext({ rawPath, rawQueryString }: HttpEvent, page: unknown): { link?: string } {
  const { nextCursor } = page as { nextCursor?: unknown }
  if (typeof nextCursor !== 'string') {
    return {}
  }
  const query = new URLSearchParams({ ...parseQueryString(rawQueryString), cursor: nextCursor })
  return { link: `<${addressOf(rawPath)}?${query}>; rel="next"` }
}
