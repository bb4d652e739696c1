import { Parser } from 'htmlparser2'
import { foldWords } from '../../text/fold-words.ts'

/** What a page says, folded. */
export interface PageWords {
  /** What a reader sees of it. */
  text: string
  /** What its elements are called: a challenge is known by them, whatever stands around it. */
  names: string
}

/** A page that nests deeper is none; the parser's time grows with it. */
export const MOST_OPEN = 500
export const CHUNK = 16_384
/** Enough for an error page or a challenge. */
const MOST_TEXT = 20_000
const UNSEEN: ReadonlySet<string> = new Set(['script', 'style', 'template', 'link', 'meta'])

/** Reads the beginning of a page. A script or a style says nothing: many a page loads a captcha and never shows it. */
export function readPageWords(html: string): PageWords {
  const said = { text: '', names: '' }
  let open = 0
  let unseen = 0
  const say = (where: keyof PageWords, text: string): void => {
    if (unseen === 0 && said[where].length < MOST_TEXT) {
      said[where] += text.slice(0, MOST_TEXT)
    }
  }
  const parser = new Parser({
    onopentag(tag, { id = '', class: kind = '', name = '', src = '', alt = '' }) {
      open++
      unseen += UNSEEN.has(tag) ? 1 : 0
      say('names', ` ${[id, kind, name, src, alt].join(' ')}`)
      say('text', ' ')
    },
    onclosetag(tag) {
      open--
      unseen -= UNSEEN.has(tag) ? 1 : 0
      say('text', ' ')
    },
    ontext: (text) => say('text', text),
  })
  for (let at = 0; at < html.length && open <= MOST_OPEN; at += CHUNK) {
    parser.write(html.slice(at, at + CHUNK))
  }
  parser.end()
  return { text: foldWords(said.text), names: foldWords(said.names) }
}
