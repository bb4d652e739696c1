import { extname } from 'node:path'
import type { Language } from './pages.ts'
import { TABLES } from './tables.ts'

/** The values of the placeholders of a page. */
export interface PlaceholderValues {
  /** The URL of the service for its clients, without a trailing slash. */
  baseUrl: string
  /** Reads a file under `docs/site`. @throws Error if it does not exist */
  read(file: string): string
  /** The changelog without its title. */
  changelog: string
}

/** The language of a fenced code block by file extension. */
const FENCES: Readonly<Record<string, string>> = {
  '.sh': 'sh',
  '.ts': 'ts',
  '.py': 'python',
}

/** A placeholder on a line of its own: `<!-- table: errors -->`. */
const PLACEHOLDER = /^<!-- (?<kind>[a-z-]+)(?:: (?<name>\S+))? -->$/gm

/** A URL placeholder within a line: `{base_url}`. Names of the contract, such as `{nroSolicitud}`, have no underscore. */
const ADDRESS = /\{[a-z]+(?:_[a-z]+)+\}/g

/**
 * Replaces the placeholders in the Markdown of a page: `{base_url}`, `{mcp_url}`, and on lines of their own
 * `<!-- include: samples/FILE -->`, `<!-- table: NAME -->` and `<!-- changelog -->`.
 *
 * @throws Error for an unknown placeholder
 */
export function fill(markdown: string, language: Language, values: PlaceholderValues): string {
  const addresses: Readonly<Record<string, string>> = {
    '{base_url}': values.baseUrl,
    '{mcp_url}': `${values.baseUrl}/mcp`,
  }
  return markdown
    .replaceAll(ADDRESS, (placeholder) => addresses[placeholder] ?? unknown(placeholder))
    .replaceAll(PLACEHOLDER, (placeholder, kind: string, name = '') => {
      switch (kind) {
        case 'include':
          return fence(name, values.read(name))
        case 'table':
          return TABLES[name]?.(language) ?? unknown(placeholder)
        case 'changelog':
          return inEnglish(values.changelog, language)
        default:
          return unknown(placeholder)
      }
    })
}

function fence(file: string, text: string): string {
  const language = FENCES[extname(file)] ?? unknown(`the language of ${file}`)
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``
}

/** Marks the changelog as English on Spanish pages, for screen readers. */
const inEnglish = (text: string, language: Language): string =>
  language === 'en' ? text : `${LANGUAGE_BEGINS}\n\n${text}\n\n${LANGUAGE_ENDS}`

/** Comments around English text on a Spanish page; `render` turns them into an element. */
export const LANGUAGE_BEGINS = '<!-- in English -->'
export const LANGUAGE_ENDS = '<!-- end of English -->'

function unknown(placeholder: string): never {
  throw new Error(`Unknown placeholder ${placeholder}`)
}
