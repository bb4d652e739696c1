import type { DayOrder } from '../../../values/day-order.ts'
import { type PortalMark, type RefusedAnswer, readMarca } from './read-marca.ts'

/** Answers that must prove that the month is first, before it is read so in answers that prove nothing. */
const FEWEST_MONTH_FIRST = 3

/** An answer whose days may have either order; it is read after all other answers of its run. */
export interface AmbiguousAnswer {
  answer: unknown
  nroSolicitud: string
}

/** Reads the answers of one run. */
export interface AnswerReader {
  /** Reads an answer, unless only the other answers can show the order of its days. */
  read(answer: unknown, nroSolicitud: string): PortalMark | RefusedAnswer | { ambiguous: AmbiguousAnswer }
  /** Reads such an answer, after all others. */
  readAmbiguous(ambiguous: AmbiguousAnswer): PortalMark | RefusedAnswer
}

/**
 * Creates a reader for the answers of one run. An answer that proves the order of day and month is read in it. Others are
 * read with the day first, as the office publishes, unless answers of the run have the month first: then in that order if
 * all answers with a proof share it, and not at all otherwise (docs/decisions.md#synchronization: Order of day and month).
 */
export function createAnswerReader(): AnswerReader {
  const proofs: Record<DayOrder, number> = { 'day first': 0, 'month first': 0 }
  return {
    read: (answer, nroSolicitud) => {
      const read = readMarca(answer, nroSolicitud)
      if ('reason' in read) {
        return read
      }
      if (read.dayOrder === 'either') {
        return { ambiguous: { answer, nroSolicitud } }
      }
      if (read.dayOrder !== 'none') {
        proofs[read.dayOrder]++
      }
      return read
    },
    readAmbiguous: ({ answer, nroSolicitud }) => {
      const order = commonOrder(proofs)
      return order === undefined ? { reason: reasonOf(proofs) } : readMarca(answer, nroSolicitud, order)
    },
  }
}

function commonOrder(proofs: Readonly<Record<DayOrder, number>>): DayOrder | undefined {
  if (proofs['month first'] === 0) {
    return 'day first'
  }
  const isProven = proofs['day first'] === 0 && proofs['month first'] >= FEWEST_MONTH_FIRST
  return isProven ? 'month first' : undefined
}

const reasonOf = (proofs: Readonly<Record<DayOrder, number>>): string =>
  'its days may have the day or the month first: ' +
  `${proofs['month first']} other answers of the run have the month first, ${proofs['day first']} the day`
