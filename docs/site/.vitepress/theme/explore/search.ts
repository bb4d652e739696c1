import type { BrandQuery } from '../../../../../client/src/index.ts'

/** A name and filters, with the values of the form. Unlike in a request, `cambiadosDesde` is a day in the office's time zone. */
export type SearchQuery = Pick<
  BrandQuery,
  | 'q'
  | 'clase'
  | 'sinClase'
  | 'fase'
  | 'estado'
  | 'tipoSigno'
  | 'titular'
  | 'nroRegistro'
  | 'fechaDesde'
  | 'fechaHasta'
  | 'cambiadosDesde'
>

export type SearchField = keyof SearchQuery

/** The fields of marks by which the user can sort the list. Without one of them, the list has the order of the service. */
export const ORDERS = ['fechaPresentacion', 'fechaVencimiento', 'denominacion'] as const

/** The state of the page: a search, the open mark, and the field by which the list is sorted. */
export interface View {
  search: SearchQuery
  brand: string | undefined
  order?: (typeof ORDERS)[number]
  /** Values from the address of the page that do not have the form of their field, by field. */
  unread?: Partial<Record<SearchField, string>>
}

/** Numbers of classes, separated by commas, semicolons or spaces: `39, 41`. */
export const CLASS_LIST = String.raw`\s*(?:[1-9]|[1-3]\d|4[0-5])(?:[\s,;]+(?:[1-9]|[1-3]\d|4[0-5]))*\s*`

/** The form of the values of each field. The service checks everything else. */
const SHAPES: Readonly<Record<SearchField, RegExp>> = {
  q: /\S/,
  clase: new RegExp(`^${CLASS_LIST}$`),
  sinClase: /^incluir$/,
  fase: /^[a-z_,]{1,60}$/,
  estado: /^[A-Z_]{1,40}$/,
  tipoSigno: /^[A-Z_]{1,40}$/,
  titular: /\S\S/,
  nroRegistro: /^(?:reg\w*\.?\s*)?(?:n[°ºo]?\.?\s*)?\d[\d.,\s]{0,19}$/i,
  fechaDesde: /^\d{4}-\d{2}-\d{2}$/,
  fechaHasta: /^\d{4}-\d{2}-\d{2}$/,
  cambiadosDesde: /^\d{4}-\d{2}-\d{2}$/,
}

export const SEARCH_FIELDS = Object.keys(SHAPES) as SearchField[]

const BRAND = 'marca'
const ORDER = 'orden'
const LONGEST_NAME = 200
const LONGEST_NUMBER = 64

const oneOrAll = <Value>(values: Value[]) => (values.length === 1 ? values[0] : values)

/** Functions that convert a typed value to the value in the request, for fields in which the two differ. */
const VALUES: Readonly<Partial<Record<SearchField, (text: string) => unknown>>> = {
  clase: (text) => oneOrAll(text.split(/[\s,;]+/).map(Number)),
  fase: (text) => oneOrAll(text.split(',')),
  nroRegistro: (text) => text.replaceAll(/\D/g, ''),
}

/** Returns whether a text has the form of the values of a field. */
export const isValue = (field: SearchField, text: string): boolean => SHAPES[field].test(text.trim())

/** Returns the search that the texts of the fields describe, without invalid values. */
export function searchOf(textOf: (field: SearchField) => string | null): SearchQuery {
  const entries = SEARCH_FIELDS.flatMap((field) => {
    const text = (textOf(field) ?? '').trim().replaceAll(/\s+/g, ' ')
    const short = [...text].slice(0, LONGEST_NAME).join('')
    return SHAPES[field].test(short) ? [[field, VALUES[field]?.(short) ?? short]] : []
  })
  const { sinClase, ...search } = Object.fromEntries(entries) as SearchQuery
  return search.clase === undefined || sinClase === undefined ? search : { ...search, sinClase }
}

/** Returns a view as a URL fragment, which browsers never send: `#q=fiordo&clase=39&orden=denominacion&marca=1132851`. */
export function fragmentOf({ search, brand, order }: View): string {
  const parameters = new URLSearchParams()
  for (const field of SEARCH_FIELDS) {
    const value = search[field]
    if (value !== undefined) {
      parameters.set(field, String(value))
    }
  }
  if (order !== undefined) {
    parameters.set(ORDER, order)
  }
  if (brand !== undefined) {
    parameters.set(BRAND, brand)
  }
  return parameters.size === 0 ? '' : `#${parameters}`
}

/** Parses a fragment, which may be any text. Returns undefined for the id of an element, such as `#content`. */
export function viewOf(fragment: string): View | undefined {
  const text = fragment.replace(/^#/, '')
  if (text !== '' && !text.includes('=')) {
    return undefined
  }
  const parameters = new URLSearchParams(text)
  const order = ORDERS.find((each) => each === parameters.get(ORDER))
  const brand = parameters.get(BRAND)?.trim().slice(0, LONGEST_NUMBER)
  const unread = SEARCH_FIELDS.flatMap((field) => {
    const value = parameters.get(field)?.trim() ?? ''
    return value === '' || isValue(field, value) ? [] : [[field, value.slice(0, LONGEST_NUMBER)]]
  })
  return {
    search: searchOf((field) => parameters.get(field)),
    brand: brand || undefined,
    ...(order === undefined ? {} : { order }),
    ...(unread.length === 0 ? {} : { unread: Object.fromEntries(unread) }),
  }
}

/** Returns the number of filters of a search. */
export const filtersOf = (search: SearchQuery): number =>
  SEARCH_FIELDS.filter((field) => field !== 'q' && search[field] !== undefined).length

/** Returns whether two searches are equal. */
export const isSame = (one: SearchQuery, other: SearchQuery): boolean =>
  SEARCH_FIELDS.every((field) => String(one[field]) === String(other[field]))

export const isEmpty = (search: SearchQuery): boolean =>
  SEARCH_FIELDS.every((field) => search[field] === undefined)

/**
 * Returns whether a search runs without Enter. A search for a single letter, which is rarely a complete name, does not; nor does
 * a search for a number, which is rarely a name.
 */
export const runsWithoutEnter = (search: SearchQuery): boolean =>
  !isEmpty(search) && [...(search.q ?? '..')].length > 1 && numberIn(search) === undefined

/** Returns the application number, without dots, that was typed as a name; undefined if the name is no number. */
export function numberIn({ q = '' }: SearchQuery): string | undefined {
  return /^\d{1,3}(\.\d{3})+$|^\d{4,12}$/.test(q) ? q.replaceAll('.', '') : undefined
}
