import type { ToldMark } from './told-mark.ts'

/** The marks that a portal knows, as it looks them up. */
export interface MarksByNumber {
  /** Adds marks, or puts others in the place of those with the same number. */
  enter(marks: readonly ToldMark[]): void
  find(nroSolicitud: string): ToldMark | undefined
  /** Up to so many marks whose number comes after this one, ascending. */
  after(nroSolicitud: string, most: number): ToldMark[]
}

export function marksByNumber(): MarksByNumber {
  const marks = new Map<string, ToldMark>()
  let numbers: string[] = []
  return {
    enter: (more) => {
      for (const mark of more) {
        marks.set(mark.nroSolicitud, mark)
      }
      numbers = [...marks.keys()].sort(inOrder)
    },
    find: (nroSolicitud) => marks.get(nroSolicitud),
    after: (nroSolicitud, most) => {
      const from = firstAfter(numbers, nroSolicitud)
      return numbers.slice(from, from + most).map((number) => marks.get(number) as ToldMark)
    },
  }
}

/** Numbers without leading zeros have the order of their lengths, then of their digits, however many. */
const inOrder = (one: string, other: string): number =>
  one.length - other.length || (one < other ? -1 : Number(one > other))

function firstAfter(numbers: readonly string[], number: string): number {
  let low = 0
  let high = numbers.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (inOrder(numbers[middle] as string, number) > 0) high = middle
    else low = middle + 1
  }
  return low
}
