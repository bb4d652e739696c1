import { type BrandSearch, UNKNOWN_CLASS } from '../../schemas/brand.ts'
import { codes, ESTADOS, type Estado, type Phase } from '../../schemas/catalogs.ts'
import type { ErrorDetail } from '../../schemas/error.ts'
import { arrayText } from '../db/array-text.ts'
import { validationError } from '../platform/errors.ts'
import { inCorpus, mistakesOfNumber, readRegistrationNumber, withoutSigns } from './application-number.ts'
import type { BrandFilters } from './brand-order.ts'

const LONGEST_Q = 200

export type GivenFilters = Omit<BrandSearch, 'limit' | 'cursor' | 'incluir'>

interface ReadFilters {
  readonly filters: BrandFilters
  /** Filters for marks that `clase` or `fase` leaves out because the class or phase is unknown. */
  readonly omitted: Readonly<Partial<Record<'omitidasSinClase' | 'omitidasSinFase', BrandFilters>>>
}

/**
 * Converts the filters of a request to filters for SQL (docs/decisions.md#requests). In `q`, control characters become
 * spaces. `sinClase` becomes UNKNOWN_CLASS.
 *
 * @param included the values of `incluir`
 * @throws validation_error for contradictory filters, or a text or number of a wrong length
 */
export function readFilters(given: GivenFilters, included: readonly string[] = []): ReadFilters {
  const q = given.q?.replaceAll(/\p{Cc}/gu, ' ').trim()
  const details = [
    ...mistakesOfText('q', q),
    ...mistakesOfText('titular', given.titular?.trim()),
    ...mistakesOfText('representante', given.representante?.trim()),
    ...mistakesOfDays(given),
    ...mistakesOfNumbers(given),
    ...mistakesOfSinClase(given),
    ...mistakesOfIncluded(q, included),
  ]
  if (details.length > 0) {
    throw validationError(details)
  }
  const {
    fase,
    sinClase,
    clase,
    estado,
    numeros,
    nroRegistro,
    titular: _,
    representante: __,
    cambiadosDesde: ___,
    ...rest
  } = given
  const others = {
    ...rest,
    ...(q === undefined ? {} : { q }),
    ...(numeros === undefined ? {} : { numeros: arrayText(numbersOf(numeros)) }),
    ...(nroRegistro === undefined ? {} : { nroRegistro: readRegistrationNumber(nroRegistro) }),
  }
  const classes = clase === undefined ? undefined : [...[clase].flat(), ...(sinClase ? [UNKNOWN_CLASS] : [])]
  const phases = fase === undefined ? undefined : [fase].flat()
  const withCodes = (clases: number[] | undefined, estados: Estado[] | undefined): BrandFilters => ({
    ...others,
    ...(clases === undefined ? {} : { clase: clases }),
    ...(estados === undefined ? {} : { estado: estados }),
  })
  const isClassOmitted = classes !== undefined && !sinClase
  const isPhaseOmitted = phases !== undefined && !phases.includes('desconocida')
  return {
    filters: withCodes(classes, statuses(estado, phases)),
    omitted: {
      ...(isClassOmitted
        ? {
            omitidasSinClase: withCodes(
              [UNKNOWN_CLASS],
              statuses(estado, phases && [...phases, 'desconocida']),
            ),
          }
        : {}),
      ...(isPhaseOmitted ? { omitidasSinFase: withCodes(classes, statuses(estado, ['desconocida'])) } : {}),
    },
  }
}

/** Returns the statuses that pass both filters; undefined without a filter. */
function statuses(
  estado: BrandFilters['estado'],
  phases: readonly Phase[] | undefined,
): Estado[] | undefined {
  const given = estado === undefined ? undefined : [estado].flat()
  return phases === undefined
    ? given
    : (given ?? codes(ESTADOS)).filter((code) => phases.includes(ESTADOS[code].phase))
}

/** Returns equal values for equivalent filters: `[2, 1]` becomes `1,2`, and `[1]` becomes `1`. */
export const canonical = (given: GivenFilters): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      !Array.isArray(value) ? value : value.length === 1 ? value[0] : value.map(String).sort().join(),
    ]),
  )

function mistakesOfText(field: string, text: string | undefined): ErrorDetail[] {
  const wrong = text !== undefined && (text === '' || [...text].length > LONGEST_Q)
  return wrong
    ? [{ field, reason: `must have 1 to ${LONGEST_Q} characters, without counting outer spaces` }]
    : []
}

function mistakesOfSinClase({ clase, sinClase }: GivenFilters): ErrorDetail[] {
  const wrong = sinClase !== undefined && clase === undefined
  return wrong ? [{ field: 'sinClase', reason: 'is allowed only together with clase' }] : []
}

function mistakesOfIncluded(q: string | undefined, included: readonly string[]): ErrorDetail[] {
  const wrong = q === undefined && included.includes('coincidencia')
  return wrong ? [{ field: 'incluir', reason: 'may contain coincidencia only together with q' }] : []
}

function mistakesOfDays(given: GivenFilters): ErrorDetail[] {
  return (['fecha', 'registro', 'vencimiento'] as const).flatMap((name) => {
    const [from, to] = [given[`${name}Desde`], given[`${name}Hasta`]]
    const wrong = from !== undefined && to !== undefined && from > to
    return wrong ? [{ field: `${name}Desde`, reason: `must not be after ${name}Hasta` }] : []
  })
}

const mistakesOfNumbers = ({ numeros = [], nroRegistro = '1' }: GivenFilters): ErrorDetail[] => [
  ...[numeros].flat().flatMap((number) => mistakesOfNumber('numeros', withoutSigns(number))),
  ...mistakesOfNumber('nroRegistro', readRegistrationNumber(nroRegistro)),
]

/** Returns the numbers that the corpus can store, each once. */
const numbersOf = (numeros: string | readonly string[]): string[] => [
  ...new Set([numeros].flat().flatMap((number) => inCorpus(withoutSigns(number)) ?? [])),
]
