import { distance } from 'fastest-levenshtein'

/**
 * How many mistakes lie between two texts: letters missing, too many or wrong. Two neighbouring letters that are
 * swapped are one mistake where they are the only one, as typing errors mostly are.
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

/** How much of two texts is the same, from 0 to 1. */
export const likeness = (one: string, other: string): number =>
  one === other ? 1 : 1 - editDistance(one, other) / Math.max(one.length, other.length)
