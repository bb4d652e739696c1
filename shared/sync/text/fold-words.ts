import { cleanText } from './clean-text.ts'

/**
 * Folds a text for comparisons. Cleans the text, removes accents, converts letters to lower case, and replaces punctuation by
 * single spaces: `N.º de SOLICITUD:` becomes `n de solicitud`.
 */
export const foldWords = (text: string): string =>
  cleanText(text)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+|[ºª]/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
