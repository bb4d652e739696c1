import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const SITE = new URL('../../docs/site/', import.meta.url)

/** The folder of the sample programs that the pages show. */
export const SAMPLES = fileURLToPath(new URL('samples/', SITE))

export const LANGUAGES = ['en', 'es'] as const

/** Returns the names of the pages of a language, without `.md`. */
export const pageIds = (language: string): string[] =>
  readdirSync(new URL(`${language}/`, SITE))
    .map((file) => file.replace(/\.md$/, ''))
    .sort()

/** Returns the source of a page, with unfilled placeholders. */
export const readPage = (language: string, id: string): string =>
  readFileSync(new URL(`${language}/${id}.md`, SITE), 'utf8')

/** A code block on a page. */
export interface Fence {
  language: string
  code: string
}

const FENCE = /^(?<indent> *)```(?<language>\w*)(?: \[[^\]]+\])?\n(?<code>.*?)^\k<indent>```$/gms

/** Returns the code blocks of a page, in order. */
export const fencesOf = (page: string): Fence[] =>
  [...page.matchAll(FENCE)].map(({ groups }) => ({
    language: groups?.language ?? '',
    code: groups?.code ?? '',
  }))

/** Returns a page without its code blocks. */
export const proseOf = (page: string): string => page.replaceAll(FENCE, '')

/** Returns the commands of a page that begin with `curl`, each on one line. */
export const curlCommandsOf = (page: string): string[] =>
  fencesOf(page)
    .filter(({ language }) => language === 'sh')
    .flatMap(({ code }) => code.replaceAll(/\\\n\s*/g, '').split('\n'))
    .filter((line) => line.startsWith('curl '))

/** Returns the commands anywhere on a page that run a sample, such as `sh detail.sh 1132851`. */
export const sampleCommandsOf = (page: string): string[] =>
  [...page.matchAll(/\b(?:sh|node|python3) [\w-]+\.(?:sh|ts|py)\b[^`\n]*/g)].map(([command]) => command)
