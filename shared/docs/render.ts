import { Marked, Renderer, type Tokens } from 'marked'
import { LANGUAGE_BEGINS, LANGUAGE_ENDS } from './fill.ts'

/** A page of Markdown, as HTML. */
export interface Rendered {
  /** The first heading, as plain text. */
  title: string
  html: string
  /** The headings below the first one. */
  sections: readonly { id: string; title: string }[]
  /** Every address that the page leads to, as its links have it. */
  links: readonly string[]
}

/** The only HTML that a page may bring: comments that `fill` writes. */
const OURS: Readonly<Record<string, string>> = {
  [LANGUAGE_BEGINS]: '<div lang="en">\n',
  [LANGUAGE_ENDS]: '</div>\n',
}

/** Renders a page whose relative links, such as `errors.md`, are meant from `base`, such as `/docs/en/`. */
export function render(markdown: string, base: string): Rendered {
  const renderer = new PageRenderer(base)
  const html = new Marked().parse(markdown, { renderer, async: false })
  const [title, ...others] = renderer.headings
  if (title === undefined || title.depth !== 1) {
    throw new Error('a page begins with its title')
  }
  return {
    title: title.title,
    html,
    sections: others.filter(({ depth }) => depth === 2).map(({ id, title }) => ({ id, title })),
    links: renderer.links,
  }
}

/** One line of Markdown, as HTML without a paragraph around it. */
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

  /** As the web sites do that show Markdown; the second one of a name gets a number. */
  #freeId(title: string): string {
    const id = title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replaceAll(/\s/g, '-')
    const taken = new Set(this.headings.map((heading) => heading.id))
    let free = id
    for (let number = 1; taken.has(free); number += 1) {
      free = `${id}-${number}`
    }
    return free
  }

  override link(token: Tokens.Link): string {
    const href = this.#resolve(token.href)
    this.links.push(href)
    return super.link({ ...token, href })
  }

  /** Where a link leads: relative ones to the pages of the same language, which have no `.md` of their own there. */
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
    const ours = OURS[text.trim()]
    if (ours === undefined && text.trimStart().startsWith('<!--')) {
      throw new Error(`nothing fills ${text.trim()}`)
    }
    return ours ?? escapeHtml(text)
  }
}

/** Text that was escaped for HTML, as it was. */
const plain = (html: string): string =>
  html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
