import { foldWords } from '../text/fold-words.ts'

/** The maximum length of a line that may state the number of rows. */
export const LONGEST_NOTICE = 400
const COUNTED = 'registros?|filas?|rows?|solicitudes|marcas|expedientes|resultados|anotaciones|entradas'
const COUNTING = 'total(?:es)?|cantidad|numero|exportad[oa]s|encontrad[oa]s|listad[oa]s|seleccionad[oa]s'
/** Matches a line such as `Total de registros: 80` after its number is removed and its words are folded. */
const WORDS = new RegExp(`^(?:(?:${COUNTING}|${COUNTED}|general|n|de|del|los|las|en) ?)+$`)
const NUMBER = /\d{1,3}(?:[.,]\d{3})+|\d+/g

/**
 * Returns the number of rows that a line states: 80 for `Total de registros: 80` or `(80 filas)`. Returns undefined for other
 * lines, such as `Marcas 2026`.
 */
export function statedCount(text: string): number | undefined {
  const [number, ...others] = text.length > LONGEST_NOTICE ? [] : (text.match(NUMBER) ?? [])
  const words = foldWords(text.replace(NUMBER, ' '))
  const isCount = /^\W*\d+ \p{L}+\W*$/u.test(text) || new RegExp(`\\b(?:${COUNTING})\\b`).test(words)
  return number !== undefined &&
    others.length === 0 &&
    isCount &&
    WORDS.test(words) &&
    new RegExp(`\\b(?:${COUNTED})\\b`).test(words)
    ? Number(number.replace(/\D/g, ''))
    : undefined
}
