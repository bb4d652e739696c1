import { type Handler, Parser } from 'htmlparser2'

/** What is told of a page's elements and texts, in their order. */
export type PageHandler = Partial<Pick<Handler, 'onopentag' | 'onclosetag' | 'ontext'>>

/** A page that nests deeper is none; the parser's time grows with it. */
const MOST_OPEN = 500
const CHUNK = 16_384

/**
 * Reads a page piece by piece, no further than to where it nests deeper than any does.
 *
 * @returns whether that was all of it
 */
export function parseHtml(html: string, { onopentag, onclosetag, ontext }: PageHandler): boolean {
  let open = 0
  const parser = new Parser({
    onopentag(...tag) {
      open++
      onopentag?.(...tag)
    },
    onclosetag(...tag) {
      open--
      onclosetag?.(...tag)
    },
    ...(ontext ? { ontext } : {}),
  })
  for (let at = 0; at < html.length && open <= MOST_OPEN; at += CHUNK) {
    parser.write(html.slice(at, at + CHUNK))
  }
  const isAll = open <= MOST_OPEN
  parser.end() // which closes what is open
  return isAll
}
