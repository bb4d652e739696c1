import { type Formats, formatsIn, type PageLanguage } from './format.ts'
import { TEXTS, type Texts } from './texts.ts'

/** The language of the page, with its texts and formats. */
export interface Localization {
  language: PageLanguage
  texts: Texts
  formats: Formats
  /** Announces a text to screen readers, in an `aria-live` region. */
  announce(text: string): void
}

/** Returns the localization of a page from its `lang` attribute. */
export function localizationOf(root: HTMLElement, liveRegion: HTMLElement): Localization {
  const language = root.lang === 'es' ? 'es' : 'en'
  return {
    language,
    texts: TEXTS[language],
    formats: formatsIn(language),
    announce: (text) => {
      liveRegion.textContent = text
    },
  }
}
