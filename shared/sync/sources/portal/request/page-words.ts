import { parseHtml } from '../../../fetch/parse-html.ts'
import { foldWords } from '../../../text/fold-words.ts'

/** The words of a page, folded (lower case, without accents and punctuation). */
interface PageWords {
  /** The visible text. */
  text: string
  /** The values of the attributes `id`, `class`, `name`, `src` and `alt`, which can identify a captcha. */
  names: string
}

/** After this number of characters, no more text is collected. This suffices for an error page or a captcha. */
const MOST_TEXT = 20_000
const INVISIBLE: ReadonlySet<string> = new Set(['script', 'style', 'template', 'link', 'meta'])

/**
 * Reads the beginning of a page. Skips scripts: many pages load the script of a captcha without showing the captcha.
 */
export function readPageWords(html: string): PageWords {
  const words = { text: '', names: '' }
  let invisible = 0
  const add = (where: keyof PageWords, text: string): void => {
    if (invisible === 0 && words[where].length < MOST_TEXT) {
      words[where] += text.slice(0, MOST_TEXT)
    }
  }
  parseHtml(html, {
    onopentag(tag, { id = '', class: classes = '', name = '', src = '', alt = '' }) {
      invisible += INVISIBLE.has(tag) ? 1 : 0
      add('names', ` ${[id, classes, name, src, alt].join(' ')}`)
      add('text', ' ')
    },
    onclosetag(tag) {
      invisible -= INVISIBLE.has(tag) ? 1 : 0
      add('text', ' ')
    },
    ontext: (text) => add('text', text),
  })
  return { text: foldWords(words.text), names: foldWords(words.names) }
}
