import { didYouMean } from '../shared/platform/text/did-you-mean.ts'

/** Returns a suggestion to append to an error message, in the form of commander; empty without a similar candidate. */
export function suggestion(typed: string, candidates: readonly string[]): string {
  const meant = didYouMean(typed, candidates)
  return meant === undefined ? '' : `\n(Did you mean ${meant}?)`
}
