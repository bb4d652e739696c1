import type { Bilingual } from '../../schemas/bilingual.ts'
import { SPANISH } from '../../schemas/spanish.ts'

/** The heading of the Spanish half of a description. */
export const IN_SPANISH = '**Español:**'

/** Returns a description in both languages as Markdown, English first. */
export const inBoth = ({ en, es }: Bilingual): string => `${en}\n\n${IN_SPANISH} ${es}`

/** Returns a text in both languages on one line, for titles and meanings. */
export const inOneLine = ({ en, es }: Bilingual): string => `${en} / ${es}`

/** Adds the Spanish text to an English one of the operations and schemas; a test finds missing ones. */
export const translated = (en: string): Bilingual => ({ en, es: SPANISH[en] ?? '' })

/** Joins texts in both languages. */
export const joined = (texts: readonly Bilingual[], separator = ' '): Bilingual => ({
  en: texts.map(({ en }) => en).join(separator),
  es: texts.map(({ es }) => es).join(separator),
})
