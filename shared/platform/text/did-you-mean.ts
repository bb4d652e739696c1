import { editDistance } from './edit-distance.ts'

const TOO_MANY = Number.POSITIVE_INFINITY

/** One mistake is allowed for every three letters. */
const LETTERS_PER_MISTAKE = 3

/**
 * Returns the candidate that is closest to `text`, or undefined if no candidate is close. Ignores case, accents and separators,
 * so that `en trámite` equals EN_TRAMITE.
 */
export function didYouMean(
  text: string,
  candidates: readonly string[],
  most: number = TOO_MANY,
): string | undefined {
  const written = letters(text)
  const [best] = candidates
    .map((candidate) => ({ candidate, mistakes: countMistakes(written, letters(candidate)) }))
    .filter(({ mistakes }) => mistakes !== TOO_MANY && mistakes <= most)
    .sort((a, b) => a.mistakes - b.mistakes)
  return best?.candidate
}

/** Returns the letters and digits of a text, without accents and in lower case. */
export const letters = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

/**
 * Returns the number of mistakes, or TOO_MANY. Does not compare texts with very different lengths, because the comparison is
 * slow.
 */
function countMistakes(written: string, meant: string): number {
  const most = Math.floor(meant.length / LETTERS_PER_MISTAKE)
  if (Math.abs(written.length - meant.length) > most) {
    return TOO_MANY
  }
  const mistakes = editDistance(written, meant)
  return mistakes <= most ? mistakes : TOO_MANY
}
