import { type Formats, formatsIn, type Language } from './format.ts'
import { WORDS, type Words } from './words.ts'

/** What every part of the page needs to speak. */
export interface Speech {
  language: Language
  words: Words
  formats: Formats
  /** Tells those who hear the page. */
  tell(text: string): void
}

export function speechOf(root: HTMLElement, told: HTMLElement): Speech {
  const language = root.lang === 'es' ? 'es' : 'en'
  return {
    language,
    words: WORDS[language],
    formats: formatsIn(language),
    tell: (text) => {
      told.textContent = text
    },
  }
}
