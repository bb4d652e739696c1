import type { Bilingual } from '../../schemas/bilingual.ts'
import { SPANISH } from '../../schemas/spanish.ts'

/** The heading of the Spanish half of a description. */
export const IN_SPANISH = '**Español:**'

/** Returns a description in both languages as Markdown, English first. */
export const inBoth = ({ en, es }: Bilingual): string => `${en}\n\n${IN_SPANISH} ${es}`

/** Returns a text in both languages on one line, for summaries and the meanings of codes. */
export const inOneLine = ({ en, es }: Bilingual): string => `${en} / ${es}`

/** Returns an English text with its translation in `schemas/spanish.ts`. A test finds missing translations. */
export const translated = (en: string): Bilingual => ({ en, es: SPANISH[en] ?? '' })

export const joined = (texts: readonly Bilingual[], separator = ' '): Bilingual => ({
  en: texts.map(({ en }) => en).join(separator),
  es: texts.map(({ es }) => es).join(separator),
})

/** Reduces all bilingual descriptions, summaries and meanings of codes in a document to one language. */
export const inLanguage = (document: object, language: keyof Bilingual): object =>
  JSON.parse(JSON.stringify(document), (name, value) => {
    switch (name) {
      case 'description':
        return typeof value === 'string' ? descriptionIn(value, language) : value
      case 'summary':
        return typeof value === 'string' ? lineIn(value, language) : value
      case 'x-enumDescriptions':
        return Object.fromEntries(
          Object.entries(value as Record<string, string>).map(([code, text]) => [
            code,
            lineIn(text, language),
          ]),
        )
      default:
        return value
    }
  })

/** Reduces a bilingual description to one language. A list of codes with bilingual meanings may follow the description. */
function descriptionIn(text: string, language: keyof Bilingual): string {
  const [en = '', after] = text.split(`\n\n${IN_SPANISH} `)
  if (after === undefined) {
    return text
  }
  const [es, ...codes] = after.split('\n\n- `')
  const list = codes.map((lines) =>
    `- \`${lines}`
      .split('\n')
      .map((line) => lineIn(line, language))
      .join('\n'),
  )
  return [language === 'en' ? en : es, ...list].join('\n\n')
}

/** Reduces a bilingual line to one language. Keeps a code at the beginning of the line. */
function lineIn(line: string, language: keyof Bilingual): string {
  const [, code = '', en, es] = /^(- `[^`]+`: )?(.*?) \/ (.*)$/s.exec(line) ?? []
  return en === undefined ? line : code + (language === 'en' ? en : es)
}
