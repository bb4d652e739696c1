import { distance } from 'fastest-levenshtein'

/**
 * Returns the Levenshtein distance of two texts, except that a single swap of two adjacent letters counts as one mistake, as
 * it is the most common typing error.
 */
export function editDistance(one: string, other: string): number {
  const mistakes = distance(one, other)
  return mistakes === 2 && isOneSwap(one, other) ? 1 : mistakes
}

function isOneSwap(one: string, other: string): boolean {
  let at = 0
  while (one.charCodeAt(at) === other.charCodeAt(at)) at++
  return (
    one.length === other.length &&
    one.charCodeAt(at) === other.charCodeAt(at + 1) &&
    one.charCodeAt(at + 1) === other.charCodeAt(at) &&
    one.slice(at + 2) === other.slice(at + 2)
  )
}

/** Returns the similarity of two texts, from 0 to 1. */
export const likeness = (one: string, other: string): number =>
  one === other ? 1 : 1 - editDistance(one, other) / Math.max(one.length, other.length)
