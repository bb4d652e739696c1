import { BASE_URL } from '../../../shared/docs/tokens.ts'

/** Returns the title of a page: its first heading, or the one of its front matter. */
export const titleOf = (markdown: string): string =>
  /^(?:#|title:) (?<title>.+)$/m.exec(markdown)?.groups?.title ?? ''

/** Returns a page as Markdown that needs no VitePress: without front matter, tabs and components. */
export const forModels = (markdown: string): string =>
  markdown
    .replace(/^---\n[\s\S]*?\n---\n+/, (frontMatter) => `# ${titleOf(frontMatter)}\n\n`)
    .replaceAll(/^:::.*\n+/gm, '')
    .replaceAll(/^<\/?[A-Z]\w*[^>]*>\n*/gm, '')
    .replaceAll(/^(```\w+) \[.+\]$/gm, '$1')
    .replaceAll('](/', `](${BASE_URL}/docs/`)
