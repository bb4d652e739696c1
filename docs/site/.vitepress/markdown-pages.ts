import { BASE_URL } from '../../../shared/docs/tokens.ts'

/** Returns the title of a page: its first heading, or the title in its front matter. */
export const titleOf = (markdown: string): string =>
  /^(?:#|title:) (?<title>.+)$/m.exec(markdown)?.groups?.title ?? ''

/**
 * Returns a page as plain Markdown, without the tabs and components of VitePress. The front matter becomes a heading, and
 * links become absolute.
 */
export const forModels = (markdown: string): string =>
  markdown
    .replace(/^---\n[\s\S]*?\n---\n+/, (frontMatter) => `# ${titleOf(frontMatter)}\n\n`)
    .replaceAll(/^:::.*\n+/gm, '')
    .replaceAll(/^<\/?[A-Z]\w*[^>]*>\n*/gm, '')
    .replaceAll(/^(```\w+) \[.+\]$/gm, '$1')
    .replaceAll('](/', `](${BASE_URL}/docs/`)
