import { type Handler, Parser } from 'htmlparser2'

/** Callbacks for the tags and texts of a page, in page order. */
type PageHandler = Partial<Pick<Handler, 'onopentag' | 'onclosetag' | 'ontext'>>

/** The maximum number of open elements. Real pages have fewer. The parser becomes slow with more open elements. */
const MOST_OPEN = 500
const CHUNK = 16_384

/**
 * Parses a page in chunks, and stops if elements are nested too deeply.
 *
 * @returns whether the whole page was parsed
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
  const isComplete = open <= MOST_OPEN
  parser.end() // closes the open elements, which changes the count
  return isComplete
}
