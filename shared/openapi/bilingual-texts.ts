import type { Bilingual } from '../../schemas/bilingual.ts'
import { SPANISH } from '../../schemas/spanish.ts'

/** The heading of the Spanish half of a description. */
export const IN_SPANISH = '**Español:**'

/** Returns a description in both languages as Markdown, English first. */
export const inBoth = ({ en, es }: Bilingual): string => `${en}\n\n${IN_SPANISH} ${es}`

/** Returns a text in both languages on one line, for summaries and the meanings of codes. */
export const inOneLine = ({ en, es }: Bilingual): string => `${en} / ${es}`

/** Returns an English text of the operations and schemas with its Spanish translation. A test finds missing translations. */
export const translated = (en: string): Bilingual => ({ en, es: SPANISH[en] ?? '' })

/** Joins texts in both languages. */
export const joined = (texts: readonly Bilingual[], separator = ' '): Bilingual => ({
  en: texts.map(({ en }) => en).join(separator),
  es: texts.map(({ es }) => es).join(separator),
})

/** Reduces each text of `inBoth` and `inOneLine` in a document to one language. Values of examples stay unchanged. */
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

/** Reduces a description in both languages to one language, including the list of codes with meanings that may follow it. */
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

/** Reduces a line in both languages to one language. Keeps the code that may precede the text. */
function lineIn(line: string, language: keyof Bilingual): string {
  const [, code = '', en, es] = /^(- `[^`]+`: )?(.*?) \/ (.*)$/s.exec(line) ?? []
  return en === undefined ? line : code + (language === 'en' ? en : es)
}
