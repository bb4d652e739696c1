import type { BrandQuery } from '../../../client/src/index.ts'

/** What is asked for: a name and filters, as the fields have them. */
export type Search = Pick<BrandQuery, 'q' | 'clase' | 'estado' | 'tipoSigno' | 'fechaDesde' | 'fechaHasta'>

export type Field = keyof Search

/** What the page shows: a search, and the mark that is open beside it. */
export interface View {
  search: Search
  brand: string | undefined
}

/** The fields, each with what a value that may be asked for looks like. The service is the judge of the rest. */
const SHAPES: Readonly<Record<Field, RegExp>> = {
  q: /\S/,
  clase: /^([1-9]|[1-3]\d|4[0-5])$/,
  estado: /^[A-Z_]{1,40}$/,
  tipoSigno: /^[A-Z_]{1,40}$/,
  fechaDesde: /^\d{4}-\d{2}-\d{2}$/,
  fechaHasta: /^\d{4}-\d{2}-\d{2}$/,
}

export const FIELDS = Object.keys(SHAPES) as Field[]

const BRAND = 'marca'
const LONGEST_NAME = 200
const LONGEST_NUMBER = 64

/** The search that these texts come to; one that cannot be asked for is left out. */
export function searchOf(textOf: (field: Field) => string | null): Search {
  const entries = FIELDS.flatMap((field) => {
    const text = (textOf(field) ?? '').trim().replaceAll(/\s+/g, ' ')
    const short = [...text].slice(0, LONGEST_NAME).join('')
    return SHAPES[field].test(short) ? [[field, field === 'clase' ? Number(short) : short]] : []
  })
  return Object.fromEntries(entries) as Search
}

/** The view as the part of an address that is never sent: `#q=fiordo&clase=39&marca=1132851`. */
export function fragmentOf({ search, brand }: View): string {
  const parameters = new URLSearchParams()
  for (const field of FIELDS) {
    const value = search[field]
    if (value !== undefined) {
      parameters.set(field, String(value))
    }
  }
  if (brand !== undefined) {
    parameters.set(BRAND, brand)
  }
  return parameters.size === 0 ? '' : `#${parameters}`
}

/** The view that a fragment names, whoever wrote it; undefined for that of a place within the page, such as `#content`. */
export function viewOf(fragment: string): View | undefined {
  const text = fragment.replace(/^#/, '')
  if (text !== '' && !text.includes('=')) {
    return undefined
  }
  const parameters = new URLSearchParams(text)
  const brand = parameters.get(BRAND)?.trim().slice(0, LONGEST_NUMBER)
  return { search: searchOf((field) => parameters.get(field)), brand: brand || undefined }
}

/** Whether two searches ask for the same. */
export const isSame = (one: Search, other: Search): boolean =>
  FIELDS.every((field) => one[field] === other[field])

export const isEmpty = (search: Search): boolean => FIELDS.every((field) => search[field] === undefined)

/**
 * Whether it is worth a request before somebody asks for it: a single letter is hardly ever all that is looked for, and
 * a number is hardly ever a name.
 */
export const isWhole = (search: Search): boolean =>
  !isEmpty(search) && [...(search.q ?? '..')].length > 1 && numberIn(search) === undefined

/** The application number that somebody has typed for a name, as the office prints it or without its dots. */
export function numberIn({ q = '' }: Search): string | undefined {
  return /^\d{1,3}(\.\d{3})+$|^\d{4,12}$/.test(q) ? q.replaceAll('.', '') : undefined
}
