import { parseHtml } from '../../../fetch/parse-html.ts'
import { foldWords } from '../../../text/fold-words.ts'

/** What a page says, folded. */
export interface PageWords {
  /** What a reader sees of it. */
  text: string
  /** What its elements are called: a challenge is known by them, whatever stands around it. */
  names: string
}

/** Enough for an error page or a challenge. */
const MOST_TEXT = 20_000
const UNSEEN: ReadonlySet<string> = new Set(['script', 'style', 'template', 'link', 'meta'])

/** Reads the beginning of a page. A script or a style says nothing: many a page loads a captcha and never shows it. */
export function readPageWords(html: string): PageWords {
  const said = { text: '', names: '' }
  let unseen = 0
  const say = (where: keyof PageWords, text: string): void => {
    if (unseen === 0 && said[where].length < MOST_TEXT) {
      said[where] += text.slice(0, MOST_TEXT)
    }
  }
  parseHtml(html, {
    onopentag(tag, { id = '', class: kind = '', name = '', src = '', alt = '' }) {
      unseen += UNSEEN.has(tag) ? 1 : 0
      say('names', ` ${[id, kind, name, src, alt].join(' ')}`)
      say('text', ' ')
    },
    onclosetag(tag) {
      unseen -= UNSEEN.has(tag) ? 1 : 0
      say('text', ' ')
    },
    ontext: (text) => say('text', text),
  })
  return { text: foldWords(said.text), names: foldWords(said.names) }
}
