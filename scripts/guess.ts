import { didYouMean } from '../shared/platform/text/did-you-mean.ts'

/** What was most likely meant, behind a mistake that a command tells; in the form in which commander guesses itself. */
export function guess(typed: string, candidates: readonly string[]): string {
  const meant = didYouMean(typed, candidates)
  return meant === undefined ? '' : `\n(Did you mean ${meant}?)`
}
