import type { ErrorDetail } from '../../schemas/error.ts'
import { validationError } from '../platform/errors.ts'
import type { BrandFilters } from './brand-order.ts'

const LONGEST_Q = 200

/**
 * Returns the filters with `q` as it is searched: without outer spaces, its control characters as spaces
 * (docs/decisions.md#requests).
 *
 * @param included the parts of the items that are requested with `incluir`
 * @throws validation_error for a `q` that holds only spaces or of more than 200 code points, and for a range of days
 * that ends before it begins, and for a part of the items that needs a `q`
 */
export function readFilters(filters: BrandFilters, included: readonly string[] = []): BrandFilters {
  const q = filters.q?.replaceAll(/\p{Cc}/gu, ' ').trim()
  const details = [...mistakesOfText(q), ...mistakesOfDays(filters), ...mistakesOfIncluded(q, included)]
  if (details.length > 0) {
    throw validationError(details)
  }
  return q === undefined ? filters : { ...filters, q }
}

function mistakesOfText(q: string | undefined): ErrorDetail[] {
  const wrong = q !== undefined && (q === '' || [...q].length > LONGEST_Q)
  return wrong ? [{ field: 'q', reason: `must have 1 to ${LONGEST_Q} characters besides outer spaces` }] : []
}

function mistakesOfIncluded(q: string | undefined, included: readonly string[]): ErrorDetail[] {
  const wrong = q === undefined && included.includes('coincidencia')
  return wrong ? [{ field: 'incluir', reason: 'may only have coincidencia together with q' }] : []
}

function mistakesOfDays({ fechaDesde, fechaHasta }: BrandFilters): ErrorDetail[] {
  const wrong = fechaDesde !== undefined && fechaHasta !== undefined && fechaDesde > fechaHasta
  return wrong ? [{ field: 'fechaDesde', reason: 'must not be after fechaHasta' }] : []
}
