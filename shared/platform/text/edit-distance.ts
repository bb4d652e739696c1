import { distance } from 'fastest-levenshtein'

/** The maximum Levenshtein distance at which swaps are recognized: the distance after two swaps. */
const MOST_WITH_SWAPS = 4

/**
 * Returns the Levenshtein distance of two texts. If this distance is at most MOST_WITH_SWAPS, a swap of two adjacent letters
 * counts as one mistake (optimal string alignment distance).
 */
export function editDistance(one: string, other: string): number {
  const mistakes = distance(one, other)
  return mistakes >= 2 && mistakes <= MOST_WITH_SWAPS && mayHaveSwap(one, other, mistakes - 2)
    ? alignment(one, other)
    : mistakes
}

/**
 * Returns whether the texts may differ by a swap: `other` has two adjacent letters of `one` in reverse order, at a
 * position that differs by at most `offset`.
 */
function mayHaveSwap(one: string, other: string, offset: number): boolean {
  for (let at = 0; at + 1 < one.length; at++) {
    const [a, b] = [one.charCodeAt(at), one.charCodeAt(at + 1)]
    if (a === b) continue
    const last = Math.min(at + offset, other.length - 2)
    for (let place = Math.max(0, at - offset); place <= last; place++) {
      if (other.charCodeAt(place) === b && other.charCodeAt(place + 1) === a) return true
    }
  }
  return false
}

/** Returns the optimal string alignment distance. Skips equal beginnings and ends, which do not change the distance. */
function alignment(one: string, other: string): number {
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && one.charCodeAt(start) === other.charCodeAt(start)) start++
  let end = 0
  while (
    end < shorter - start &&
    one.charCodeAt(one.length - 1 - end) === other.charCodeAt(other.length - 1 - end)
  ) {
    end++
  }
  return alignmentOf(one.slice(start, one.length - end), other.slice(start, other.length - end))
}

/** Keeps only three rows of the distance matrix in memory. */
function alignmentOf(one: string, other: string): number {
  let beforeLast: number[] = []
  let last: number[] = []
  for (let column = 0; column <= other.length; column++) last.push(column)
  for (let row = 1; row <= one.length; row++) {
    const letter = one.charCodeAt(row - 1)
    const current = [row]
    for (let column = 1; column <= other.length; column++) {
      const otherLetter = other.charCodeAt(column - 1)
      let least = Math.min(
        (last[column - 1] as number) + (letter === otherLetter ? 0 : 1),
        (last[column] as number) + 1,
        (current[column - 1] as number) + 1,
      )
      const isSwap =
        row > 1 &&
        column > 1 &&
        letter === other.charCodeAt(column - 2) &&
        otherLetter === one.charCodeAt(row - 2)
      if (isSwap) least = Math.min(least, (beforeLast[column - 2] as number) + 1)
      current.push(least)
    }
    beforeLast = last
    last = current
  }
  return last[other.length] as number
}

/** Returns the similarity of two texts, from 0 to 1. */
export const likeness = (one: string, other: string): number =>
  one === other ? 1 : 1 - editDistance(one, other) / Math.max(one.length, other.length)
