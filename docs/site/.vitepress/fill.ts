import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import type { Language } from '../../../shared/docs/languages.ts'
import { BASE_URL } from '../../../shared/docs/tokens.ts'
import { TABLES } from './tables.ts'

/** The language of the code block of an included file, by its extension. */
const FENCES: Readonly<Record<string, string>> = { '.sh': 'sh', '.ts': 'ts', '.py': 'python' }

/**
 * Matches a placeholder on a line of its own, such as `<!-- table: errors -->`. An `include` may end with a label in brackets,
 * which becomes the title of the tab of its code block.
 */
const PLACEHOLDER = /^<!-- (?<kind>[a-z-]+)(?:: (?<name>\S+))?(?<label> \[[^\]]+\])? -->$/gm

/**
 * Matches a URL placeholder anywhere in a line, such as `{base_url}`. Path parameters, such as `{nroSolicitud}`, do not match,
 * because they have no underscore.
 */
const ADDRESS = /\{[a-z]+(?:_[a-z]+)+\}/g

const ADDRESSES: Readonly<Record<string, string>> = {
  '{base_url}': BASE_URL,
  '{mcp_url}': `${BASE_URL}/mcp`,
}

/**
 * Returns the Markdown of a page with its placeholders replaced. `{base_url}` and `{mcp_url}` may be anywhere in a line.
 * `<!-- include: samples/FILE -->`, `<!-- table: NAME -->` and `<!-- changelog -->` must be alone on a line.
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
  const language = FENCES[extname(file)] ?? unknown(`${file}: FENCES lacks its extension`)
  return `\`\`\`${language}${label}\n${readFileSync(new URL(file, SITE), 'utf8').trimEnd()}\n\`\`\``
}

/** Returns the changelog without its title. On Spanish pages, the text is marked as English for screen readers. */
function changelog(language: Language): string {
  const text = readFileSync(new URL('../../CHANGELOG.md', SITE), 'utf8')
    .replace(/^# .*\n+/, '')
    .trimEnd()
  return language === 'en' ? text : `<div lang="en">\n\n${text}\n\n</div>`
}

function unknown(placeholder: string): never {
  throw new Error(`Unknown placeholder ${placeholder}`)
}
