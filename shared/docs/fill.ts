import { extname } from 'node:path'
import type { Language } from './pages.ts'
import { TABLES } from './tables.ts'

/** What the places in a page are filled with. */
export interface Filling {
  /** The address of the service as its clients write it, without a slash behind it. */
  baseUrl: string
  /** The text of a file under `docs/site`. @throws where there is none */
  read(file: string): string
  /** The changelog, without its title. */
  changelog: string
}

/** How a fenced block calls the language of a file. */
const FENCES: Readonly<Record<string, string>> = {
  '.sh': 'sh',
  '.ts': 'ts',
  '.py': 'python',
}

/** A place on a line of its own: `<!-- table: errors -->`. */
const PLACE = /^<!-- (?<kind>[a-z-]+)(?:: (?<name>\S+))? -->$/gm

/** An address within a line: `{base_url}`. Names of the contract, such as `{nroSolicitud}`, have no underscore. */
const ADDRESS = /\{[a-z]+(?:_[a-z]+)+\}/g

/**
 * The Markdown of a page with its places filled: `{base_url}`, `{mcp_url}`, and on lines of their own
 * `<!-- include: samples/FILE -->`, `<!-- table: NAME -->` and `<!-- changelog -->`.
 *
 * @throws Error naming a place that nothing fills
 */
export function fill(markdown: string, language: Language, filling: Filling): string {
  const addresses: Readonly<Record<string, string>> = {
    '{base_url}': filling.baseUrl,
    '{mcp_url}': `${filling.baseUrl}/mcp`,
  }
  return markdown
    .replaceAll(ADDRESS, (place) => addresses[place] ?? unknown(place))
    .replaceAll(PLACE, (place, kind: string, name = '') => {
      switch (kind) {
        case 'include':
          return fence(name, filling.read(name))
        case 'table':
          return TABLES[name]?.(language) ?? unknown(place)
        case 'changelog':
          return inEnglish(filling.changelog, language)
        default:
          return unknown(place)
      }
    })
}

function fence(file: string, text: string): string {
  const language = FENCES[extname(file)] ?? unknown(`the language of ${file}`)
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``
}

/** The changelog is written in English alone, which a page in another language tells those who listen to it. */
const inEnglish = (text: string, language: Language): string =>
  language === 'en' ? text : `${LANGUAGE_BEGINS}\n\n${text}\n\n${LANGUAGE_ENDS}`

/** The two comments that survive into the page, around what is in English on a page of another language. */
export const LANGUAGE_BEGINS = '<!-- in English -->'
export const LANGUAGE_ENDS = '<!-- end of English -->'

function unknown(place: string): never {
  throw new Error(`nothing fills ${place}`)
}
