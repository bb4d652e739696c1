import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const SITE = new URL('../../docs/site/', import.meta.url)

/** Where the sample programs are that the pages show. */
export const SAMPLES = fileURLToPath(new URL('samples/', SITE))

export const LANGUAGES = ['en', 'es'] as const

/** The names of the pages of a language, without `.md`. */
export const pageIds = (language: string): string[] =>
  readdirSync(new URL(`${language}/`, SITE))
    .map((file) => file.replace(/\.md$/, ''))
    .sort()

/** A page as it was written, its placeholders unfilled. */
export const readPage = (language: string, id: string): string =>
  readFileSync(new URL(`${language}/${id}.md`, SITE), 'utf8')

/** A block of code on a page. */
export interface Fence {
  language: string
  code: string
}

const FENCE = /^(?<indent> *)```(?<language>\w*)(?: \[[^\]]+\])?\n(?<code>.*?)^\k<indent>```$/gms

/** The blocks of code of a page, in order. */
export const fencesOf = (page: string): Fence[] =>
  [...page.matchAll(FENCE)].map(({ groups }) => ({
    language: groups?.language ?? '',
    code: groups?.code ?? '',
  }))

/** A page without its blocks of code. */
export const proseOf = (page: string): string => page.replaceAll(FENCE, '')

/** The commands of a page that begin with `curl`, each on one line. */
export const curlCommandsOf = (page: string): string[] =>
  fencesOf(page)
    .filter(({ language }) => language === 'sh')
    .flatMap(({ code }) => code.replaceAll(/\\\n\s*/g, '').split('\n'))
    .filter((line) => line.startsWith('curl '))

/** The commands of a page that run a sample, such as `sh detail.sh 1132851`, anywhere in it. */
export const sampleCommandsOf = (page: string): string[] =>
  [...page.matchAll(/\b(?:sh|node|python3) [\w-]+\.(?:sh|ts|py)\b[^`\n]*/g)].map(([command]) => command)
