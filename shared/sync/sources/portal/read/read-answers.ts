import { digest } from '../../../../platform/digest.ts'
import type { DayOrder } from '../../../values/day-order.ts'
import { futureFiling } from '../../../values/future-day.ts'
import { evidenceIn, type PortalMark, type RefusedAnswer, readMarca } from './read-marca.ts'

/** Ambiguous answers are read with the month first only if at least this number of answers prove that order. */
const FEWEST_MONTH_FIRST = 3

/**
 * An answer with a date that is valid in either order, such as `05/06/2019`. Other answers of the run may prove the
 * order.
 */
export interface AmbiguousAnswer {
  answer: unknown
  nroSolicitud: string
}

export interface AnswerReader {
  /** Reads an answer, or returns it as ambiguous. */
  read(answer: unknown, nroSolicitud: string): PortalMark | RefusedAnswer | { ambiguous: AmbiguousAnswer }
  /** Reads an ambiguous answer. Call it only after all answers of the run have been passed to `read`. */
  readAmbiguous(ambiguous: AmbiguousAnswer): PortalMark | RefusedAnswer
}

/**
 * Creates a reader for the answers of one run (docs/decisions.md#synchronization: Order of day and month). Rejects an
 * ambiguous answer in two cases:
 *
 * - The answers of the run do not decide its order.
 * - An answer of the run proves the opposite order for one of its fields, or for dates with the year first (see `odd`).
 */
export function createAnswerReader(): AnswerReader {
  const proofs: Record<DayOrder, number> = { 'day first': 0, 'month first': 0 }
  /** Proven orders of single fields (in answers with both orders) and of dates with the year first. Keys: see `oddKey`. */
  const odd = new Set<string>()
  const whyFuture = futureFiling()
  const withoutFuture = (read: PortalMark | RefusedAnswer): PortalMark | RefusedAnswer => {
    const reason = 'reason' in read ? undefined : whyFuture(read.record.fechaPresentacion)
    return reason === undefined ? read : { reason }
  }
  const whyRepeated = repeatedAnswer()
  const checked = (read: PortalMark | RefusedAnswer): PortalMark | RefusedAnswer => {
    const plausible = withoutFuture(read)
    const reason = 'reason' in plausible ? undefined : whyRepeated(plausible)
    return reason === undefined ? plausible : { reason }
  }
  return {
    read: (answer, nroSolicitud) => {
      const evidence = evidenceIn(answer)
      const read = readMarca(answer, nroSolicitud)
      addOdd(odd, evidence)
      if ('reason' in read) {
        return read
      }
      if (read.dayOrder === 'day first' || read.dayOrder === 'month first') {
        proofs[read.dayOrder]++
      }
      return evidence.some(({ order }) => order === 'either')
        ? { ambiguous: { answer, nroSolicitud } }
        : checked(read)
    },
    readAmbiguous: ({ answer, nroSolicitud }) => {
      const common = commonOrder(proofs)
      const read = checked(readMarca(answer, nroSolicitud, common))
      if ('reason' in read) {
        return read
      }
      if (read.dayOrder === 'either' && common === undefined) {
        return { reason: reasonOf(proofs) }
      }
      const order = read.dayOrder === 'either' ? common : read.dayOrder
      const uncertain = evidenceIn(answer).find(
        (day) =>
          day.order === 'either' &&
          odd.has(oddKey(day, day.yearFirst || order === 'month first' ? 'day first' : 'month first')),
      )
      return uncertain === undefined
        ? read
        : {
            reason: `the order of day and month in ${uncertain.field} is uncertain, because another answer has the opposite order`,
          }
    },
  }
}

/**
 * Returns a function that compares an answer with all earlier answers. The function returns a reason to reject the answer
 * if only the application number differs. Ignores answers that lack a name, classes or persons: these may be equal by chance.
 */
function repeatedAnswer(): (read: PortalMark) => string | undefined {
  const numbers = new Map<string, string>()
  return ({ record: { nroSolicitud, ...record }, events }) => {
    const { denominacion, clases, personas } = record
    if (denominacion === '' || clases.length === 0 || personas.length === 0) return undefined
    const content = digest(Buffer.from(JSON.stringify([record, events])), DIGEST_LENGTH)
    const same = numbers.get(content) ?? nroSolicitud
    numbers.set(content, same)
    return same === nroSolicitud
      ? undefined
      : `the answer differs from the answer about application ${same} only in its number`
  }
}

const DIGEST_LENGTH = 22

type Evidence = ReturnType<typeof evidenceIn>[number]

const oddKey = ({ field, yearFirst }: Evidence, order: DayOrder): string =>
  `${yearFirst ? 'year first' : field} ${order}`

/** Adds the proven orders of an answer to `odd`. Skips the dates with the year last if all of them have the same order. */
function addOdd(odd: Set<string>, evidence: readonly Evidence[]): void {
  const proven = evidence.filter(({ order }) => order !== 'either')
  const withYearLast = proven.filter(({ yearFirst }) => !yearFirst)
  const isMixed = new Set(withYearLast.map(({ order }) => order)).size > 1
  const found = [...(isMixed ? withYearLast : []), ...proven.filter(({ yearFirst }) => yearFirst)]
  for (const day of found) {
    odd.add(oddKey(day, day.order as DayOrder))
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
  'its dates may have the day or the month first ' +
  `(other answers of the run: ${proofs['month first']} with the month first, ${proofs['day first']} with the day first)`
