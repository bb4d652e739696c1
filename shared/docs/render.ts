import { Marked, Renderer, type Tokens } from 'marked'
import { LANGUAGE_BEGINS, LANGUAGE_ENDS } from './fill.ts'

/** A rendered page. */
export interface Rendered {
  /** The first heading as plain text. */
  title: string
  html: string
  /** The headings below the first one. */
  sections: readonly { id: string; title: string }[]
  /** The targets of all links. */
  links: readonly string[]
}

/** The only HTML of pages: comments that `fill` writes. */
const LANGUAGE_ELEMENTS: Readonly<Record<string, string>> = {
  [LANGUAGE_BEGINS]: '<div lang="en">\n',
  [LANGUAGE_ENDS]: '</div>\n',
}

/** Renders a page. Relative links, such as `errors.md`, are resolved against `base`, such as `/docs/en/`. */
export function render(markdown: string, base: string): Rendered {
  const renderer = new PageRenderer(base)
  const html = new Marked().parse(markdown, { renderer, async: false })
  const [title, ...others] = renderer.headings
  if (title === undefined || title.depth !== 1) {
    throw new Error('A page must start with its title')
  }
  return {
    title: title.title,
    html,
    sections: others.filter(({ depth }) => depth === 2).map(({ id, title }) => ({ id, title })),
    links: renderer.links,
  }
}

/** Renders one line of Markdown without a paragraph. */
export const renderLine = (markdown: string): string => new Marked().parseInline(markdown, { async: false })

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

class PageRenderer extends Renderer {
  readonly headings: { id: string; title: string; depth: number }[] = []
  readonly links: string[] = []
  readonly #base: string

  constructor(base: string) {
    super()
    this.#base = base
  }

  override heading({ tokens, depth }: Tokens.Heading): string {
    const title = plain(this.parser.parseInline(tokens, this.parser.textRenderer))
    const id = this.#freeId(title)
    this.headings.push({ id, title, depth })
    return `<h${depth} id="${escapeHtml(id)}">${this.parser.parseInline(tokens)}</h${depth}>\n`
  }

  /** Returns an id as common Markdown renderers do; repeated ones get a number. */
  #freeId(title: string): string {
    const id = title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-')
    const used = new Set(this.headings.map((heading) => heading.id))
    let free = id
    for (let number = 1; used.has(free); number += 1) {
      free = `${id}-${number}`
    }
    return free
  }

  override link(token: Tokens.Link): string {
    const href = this.#resolve(token.href)
    this.links.push(href)
    return super.link({ ...token, href })
  }

  /** Resolves a relative link to a page of the same language, without `.md`. */
  #resolve(href: string): string {
    if (/^([a-z]+:|#|\/)/.test(href)) {
      return href
    }
    const { pathname, hash } = new URL(href, `http://page${this.#base}`)
    return pathname.replace(/(\/index)?\.md$/, '') + hash
  }

  override code(token: Tokens.Code): string {
    return super.code(token).replace('<pre>', '<pre class="scroll">')
  }

  override table(token: Tokens.Table): string {
    return `<div class="scroll">\n${super.table(token)}</div>\n`
  }

  override html({ text }: Tokens.HTML | Tokens.Tag): string {
    const element = LANGUAGE_ELEMENTS[text.trim()]
    if (element === undefined && text.trimStart().startsWith('<!--')) {
      throw new Error(`Unknown placeholder ${text.trim()}`)
    }
    return element ?? escapeHtml(text)
  }
}

/** Reverts HTML escapes. */
const plain = (html: string): string =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
