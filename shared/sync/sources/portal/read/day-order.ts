import { type DayOrder, swapDayAndMonth, YEAR_LAST } from '../../../values/day-order.ts'
import { textOf } from '../../../values/read-value.ts'
import { entriesOf, type FieldValue } from './field-value.ts'
import type { PortalMarca } from './marca-schema.ts'

/**
 * The order of day and month that an answer proves, or one of these values:
 *
 * - `mixed`: the dates prove different orders.
 * - `either`: no date proves an order, but at least one date is valid in both orders (`05/06/2019`).
 * - `none`: no date depends on the order.
 */
export type ProvenOrder = DayOrder | 'mixed' | 'either' | 'none'

/** Matches a date with the year first: `2019-06-24` or `2019-24-06`. */
const YEAR_FIRST = /^\d{4}([/.-])(\d{1,2})\1(\d{1,2})(?!\d)/

const MONTHS = 12
const DAYS = 31

interface DayEvidence {
  field: DayField
  yearFirst: boolean
  /** `either`: both orders are possible, and give different dates. */
  order: DayOrder | 'either'
}

/** Returns the order of day and month that the dates with the year last (`24/06/2019`) prove. */
export function provenOrder(marca: PortalMarca): ProvenOrder {
  const found = new Set<ProvenOrder>(
    evidenceOf(marca).flatMap(({ yearFirst, order }) => (yearFirst ? [] : [order])),
  )
  if (found.has('day first') && found.has('month first')) {
    return 'mixed'
  }
  return (['day first', 'month first', 'either'] as const).find((order) => found.has(order)) ?? 'none'
}

/** Returns the order of each date. Omits invalid dates, and dates that are equal in both orders (`06/06/2019`). */
export const evidenceOf = (marca: PortalMarca): DayEvidence[] =>
  daysOf(marca).flatMap(([field, value]) => {
    const text = textOf(value ?? null)
    const [, first, , second] = YEAR_LAST.exec(text) ?? []
    const [, , middle, last] = YEAR_FIRST.exec(text) ?? []
    const order = first === undefined ? orderOf(middle, last) : orderOf(first, second)
    return order === undefined ? [] : [{ field, yearFirst: first === undefined, order }]
  })

function orderOf(first: string | undefined, second: string | undefined): DayEvidence['order'] | undefined {
  const [a, b] = [Number(first), Number(second)]
  const [least, greatest] = [Math.min(a, b), Math.max(a, b)]
  if (!(least >= 1 && least <= MONTHS && greatest <= DAYS) || a === b) {
    return undefined
  }
  return greatest <= MONTHS ? 'either' : a > b ? 'day first' : 'month first'
}

const FIELDS = ['FechaPresentacion', 'FechaPublicacion', 'FechaRegistro', 'FechaVencimiento'] as const
type DayField = (typeof FIELDS)[number] | 'Instancias' | 'Anotaciones'

const daysOf = (marca: PortalMarca): [DayField, FieldValue][] => [
  ...FIELDS.map((field): [DayField, FieldValue] => [field, marca[field]]),
  ...entriesOf(marca.Instancias).map((entry): [DayField, FieldValue] => ['Instancias', entry?.Fecha]),
  ...entriesOf(marca.Anotaciones).map((entry): [DayField, FieldValue] => [
    'Anotaciones',
    typeof entry === 'string' ? entry : entry?.Fecha,
  ]),
]

/** Converts an answer from month first to day first: swaps day and month in all dates with the year last. */
export function withDayFirst(marca: PortalMarca): PortalMarca {
  const fields = FIELDS.flatMap((field) => (field in marca ? [[field, swapped(marca[field])]] : []))
  const lists = (['Instancias', 'Anotaciones'] as const).flatMap((list) =>
    Array.isArray(marca[list]) ? [[list, marca[list].map(withEntryDayFirst)]] : [],
  )
  return { ...marca, ...Object.fromEntries([...fields, ...lists]) }
}

function withEntryDayFirst<Entry>(entry: Entry): unknown {
  return typeof entry === 'object' && entry !== null && 'Fecha' in entry
    ? { ...entry, Fecha: swapped(entry.Fecha as FieldValue) }
    : typeof entry === 'string'
      ? swapped(entry)
      : entry
}

const swapped = (value: FieldValue): FieldValue =>
  typeof value === 'string' ? swapDayAndMonth(textOf(value)) : value
