import type { Bilingual } from '../../schemas/bilingual.ts'
import { SPANISH } from '../../schemas/spanish.ts'

/** What stands in front of the Spanish half of a description. */
export const IN_SPANISH = '**Español:**'

/** A description in both languages, as Markdown: the English half first. */
export const inBoth = ({ en, es }: Bilingual): string => `${en}\n\n${IN_SPANISH} ${es}`

/** The same for a title or a meaning, where one line must do. */
export const inOneLine = ({ en, es }: Bilingual): string => `${en} / ${es}`

/** An English text of the operations and schemas in both languages. A test finds those that have no Spanish yet. */
export const translated = (en: string): Bilingual => ({ en, es: SPANISH[en] ?? '' })

/** Several texts as one. */
export const joined = (texts: readonly Bilingual[], separator = ' '): Bilingual => ({
  en: texts.map(({ en }) => en).join(separator),
  es: texts.map(({ es }) => es).join(separator),
})
