import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { Language } from '../../../shared/docs/languages.ts'
import { BASE_URL } from '../../../shared/docs/tokens.ts'
import { TABLES } from './tables.ts'

/** The language of a fenced code block by file extension. */
const FENCES: Readonly<Record<string, string>> = { '.sh': 'sh', '.ts': 'ts', '.py': 'python' }

/** A placeholder on a line of its own: `<!-- table: errors -->`; a code block may have a label, the title of its tab. */
const PLACEHOLDER = /^<!-- (?<kind>[a-z-]+)(?:: (?<name>\S+))?(?<label> \[[^\]]+\])? -->$/gm

/** A URL placeholder within a line: `{base_url}`. Names of the contract, such as `{nroSolicitud}`, have no underscore. */
const ADDRESS = /\{[a-z]+(?:_[a-z]+)+\}/g

const ADDRESSES: Readonly<Record<string, string>> = {
  '{base_url}': BASE_URL,
  '{mcp_url}': `${BASE_URL}/mcp`,
}

/**
 * Replaces the placeholders in the Markdown of a page: `{base_url}`, `{mcp_url}`, and on lines of their own
 * `<!-- include: samples/FILE -->`, `<!-- table: NAME -->` and `<!-- changelog -->`.
 *
 * @throws Error for an unknown placeholder
 */
export const fill = (markdown: string, language: Language): string =>
  markdown
    .replaceAll(ADDRESS, (placeholder) => ADDRESSES[placeholder] ?? unknown(placeholder))
    .replaceAll(PLACEHOLDER, (placeholder, kind: string, name = '', label = '') => {
      switch (kind) {
        case 'include':
          return fence(name, label)
        case 'table':
          return TABLES[name]?.(language) ?? unknown(placeholder)
        case 'changelog':
          return changelog(language)
        default:
          return unknown(placeholder)
      }
    })

const SITE = new URL('../', import.meta.url)

function fence(file: string, label: string): string {
  const language = FENCES[extname(file)] ?? unknown(`the language of ${file}`)
  return `\`\`\`${language}${label}\n${readFileSync(new URL(file, SITE), 'utf8').trimEnd()}\n\`\`\``
}

/** Returns the changelog without its title, marked as English on Spanish pages, for screen readers. */
function changelog(language: Language): string {
  const text = readFileSync(new URL('../../CHANGELOG.md', SITE), 'utf8')
    .replace(/^# .*\n+/, '')
    .trimEnd()
  return language === 'en' ? text : `<div lang="en">\n\n${text}\n\n</div>`
}

function unknown(placeholder: string): never {
  throw new Error(`Unknown placeholder ${placeholder}`)
}
