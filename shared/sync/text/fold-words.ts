import { cleanText } from './clean-text.ts'

/**
 * Returns the words of a text for comparisons: clean, in lower case, without accents, and with one space in place of all other
 * characters than letters and digits. `N.º de SOLICITUD:` becomes `n de solicitud`.
 */
export const foldWords = (text: string): string =>
  cleanText(text)
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+|[ºª]/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
