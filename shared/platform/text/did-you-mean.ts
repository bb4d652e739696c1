import { editDistance } from './edit-distance.ts'

const TOO_MANY = Number.POSITIVE_INFINITY

/** How many letters of a word may be wrong: one in three. */
const LETTERS_PER_MISTAKE = 3

/**
 * The candidate that somebody who wrote `text` has most likely meant, or undefined where none is close. Case, accents
 * and what stands between words do not count, so that `en trámite` is EN_TRAMITE.
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

const letters = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

/** How far apart two words are. Their lengths alone tell most, which spares the work for long texts. */
function countMistakes(written: string, meant: string): number {
  const most = Math.floor(meant.length / LETTERS_PER_MISTAKE)
  if (Math.abs(written.length - meant.length) > most) {
    return TOO_MANY
  }
  const mistakes = editDistance(written, meant)
  return mistakes <= most ? mistakes : TOO_MANY
}
