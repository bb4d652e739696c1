import { type DayOrder, swapDayAndMonth, YEAR_LAST } from '../../../values/day-order.ts'
import { textOf } from '../../../values/read-value.ts'
import { entriesOf, type FieldValue } from './field-value.ts'
import type { PortalMarca } from './marca-schema.ts'

/**
 * The order that the days of an answer prove. `mixed`: they prove both. `either`: each day exists in both orders, and at least
 * one of them differs between the orders. `none`: no day depends on the order.
 */
export type ProvenOrder = DayOrder | 'mixed' | 'either' | 'none'

const MONTHS = 12
const DAYS = 31

/** Returns the order of day and month that the days of an answer prove. */
export function provenOrder(marca: PortalMarca): ProvenOrder {
  const found = new Set<ProvenOrder>(daysOf(marca).map(orderOf))
  if (found.has('day first') && found.has('month first')) {
    return 'mixed'
  }
  return (['day first', 'month first', 'either'] as const).find((order) => found.has(order)) ?? 'none'
}

function orderOf(value: FieldValue): ProvenOrder {
  const [, first, , second] = YEAR_LAST.exec(textOf(value ?? null)) ?? []
  const [a, b] = [Number(first), Number(second)]
  if (
    first === undefined ||
    a === b ||
    Math.min(a, b) < 1 ||
    Math.min(a, b) > MONTHS ||
    Math.max(a, b) > DAYS
  ) {
    return 'none'
  }
  return Math.max(a, b) <= MONTHS ? 'either' : a > b ? 'day first' : 'month first'
}

const FIELDS = ['FechaPresentacion', 'FechaPublicacion', 'FechaRegistro', 'FechaVencimiento'] as const

const daysOf = (marca: PortalMarca): FieldValue[] => [
  ...FIELDS.map((field) => marca[field]),
  ...entriesOf(marca.Instancias).map((entry) => entry?.Fecha),
  ...entriesOf(marca.Anotaciones).map((entry) => (typeof entry === 'string' ? entry : entry?.Fecha)),
]

/** Returns the same answer with the day first in each of its days, which have the month first. */
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
