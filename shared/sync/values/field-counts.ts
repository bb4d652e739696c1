import type { MarkRecord } from './mark-record.ts'

export interface FieldCount {
  field: string
  records: number
  /** The number of records that have a value in the field. */
  filled: number
  /**
   * True if the first record has a value, and no value occurs twice. The sheet may then show a value
   * once for a group of rows. If the values are not compared, undefined, or false after `addCounts`.
   */
  isDistinct?: boolean | undefined
}

/** Functions that return whether a record has a value in a field. `personas` means persons of any role. */
const IS_FILLED = {
  nroSolicitud: () => true,
  nroRegistro: ({ nroRegistro }) => nroRegistro !== null,
  denominacion: ({ denominacion }) => denominacion !== '',
  estado: ({ estadoOficina }) => estadoOficina !== '',
  tipoSigno: ({ tipoSigno }) => tipoSigno !== 'OTRA',
  fechaPresentacion: () => true,
  fechaPublicacion: ({ fechaPublicacion }) => fechaPublicacion !== null,
  fechaRegistro: ({ fechaRegistro }) => fechaRegistro !== null,
  fechaVencimiento: ({ fechaVencimiento }) => fechaVencimiento !== null,
  clases: ({ clases }) => clases.length > 0,
  cobertura: ({ clases }) => clases.some(({ cobertura }) => cobertura !== null),
  personas: ({ personas }) => personas.length > 0,
  solicitante: ({ personas }) => personas.some(({ rol }) => rol === 'SOLICITANTE'),
  titular: ({ personas }) => personas.some(({ rol }) => rol === 'TITULAR'),
  representante: ({ personas }) => personas.some(({ rol }) => rol === 'REPRESENTANTE'),
  paisSolicitante: ({ personas }) => personas.some(({ rol, pais }) => rol === 'SOLICITANTE' && pais !== null),
  paisTitular: ({ personas }) => personas.some(({ rol, pais }) => rol === 'TITULAR' && pais !== null),
  paisRepresentante: ({ personas }) =>
    personas.some(({ rol, pais }) => rol === 'REPRESENTANTE' && pais !== null),
} as const satisfies Record<string, (record: MarkRecord) => boolean>

export type CountedField = keyof typeof IS_FILLED

/** Functions that return the value of a field. The values of different records are compared only in these fields. */
const VALUE: { readonly [Field in CountedField]?: (record: MarkRecord) => string } = {
  estado: ({ estadoOficina }) => estadoOficina,
  clases: ({ clases }) => clases.map(({ clase }) => clase).join(),
  solicitante: (record) => namesOf(record, 'SOLICITANTE'),
  titular: (record) => namesOf(record, 'TITULAR'),
  representante: (record) => namesOf(record, 'REPRESENTANTE'),
}

const namesOf = ({ personas }: MarkRecord, role: MarkRecord['personas'][number]['rol']): string =>
  personas.flatMap(({ rol, nombre }) => (rol === role ? [nombre] : [])).join('\n')

/** The maximum number of values of a field that are stored for the comparison. */
const MOST_VALUES = 10_000

/** Returns a search for a value that occurs twice. `hasFound` also returns true if the first value is empty. */
function repeatSearch(): { add(value: string): void; hasFound(): boolean } {
  const seen = new Set<string>()
  let isFirst = true
  let hasFound = false
  return {
    add: (value) => {
      hasFound ||= value === '' ? isFirst : seen.has(value)
      isFirst = false
      if (!hasFound && value !== '' && seen.size < MOST_VALUES) {
        seen.add(value)
      }
    },
    hasFound: () => hasFound,
  }
}

/** Returns a counter. For each field, it counts the records that have a value in this field. */
export function fieldCounter(fields: readonly CountedField[]): {
  add(record: MarkRecord): void
  counts(): FieldCount[]
} {
  const filled = fields.map((field) => ({
    field,
    isFilled: IS_FILLED[field],
    value: VALUE[field],
    repeats: repeatSearch(),
    count: 0,
  }))
  let records = 0
  return {
    add: (record) => {
      records++
      for (const each of filled) {
        each.count += each.isFilled(record) ? 1 : 0
        if (each.value !== undefined && !each.repeats.hasFound()) {
          each.repeats.add(each.value(record))
        }
      }
    },
    counts: () =>
      filled.map(({ field, count, value, repeats }) => ({
        field,
        records,
        filled: count,
        isDistinct: value && !repeats.hasFound(),
      })),
  }
}

/** Adds up the counts of each field. */
export const addCounts = (counts: readonly FieldCount[]): FieldCount[] =>
  [...Map.groupBy(counts, ({ field }) => field)].map(([field, same]) => ({
    field,
    records: same.reduce((sum, { records }) => sum + records, 0),
    filled: same.reduce((sum, { filled }) => sum + filled, 0),
    isDistinct: same.every(({ isDistinct }) => isDistinct),
  }))
