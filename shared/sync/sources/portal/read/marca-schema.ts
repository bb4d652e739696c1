import type { FromSchema } from 'json-schema-to-ts'
import { LONGEST_CELL } from '../../../values/cell.ts'
import { MOST_PERSONS } from '../../../values/persons.ts'

const MOST_CLASSES = 200
const MOST_EVENTS = 2000

const text = { type: ['string', 'number', 'null'], maxLength: LONGEST_CELL } as const

/** An empty text is how some servers say that there is no list. */
const list = { type: ['array', 'string', 'null'], maxLength: 0 } as const
const classes = { ...list, maxItems: MOST_CLASSES } as const
const persons = { ...list, maxItems: MOST_PERSONS } as const
const events = { ...list, maxItems: MOST_EVENTS } as const

/**
 * What has to be there, and how long lists may be. It is asked first: each mistake in a list is taken down, and a list
 * that is too long may have millions of them.
 */
export const marcaBounds = {
  type: 'object',
  required: ['NumeroSolicitud', 'Denominacion'],
  properties: {
    NumeroSolicitud: {},
    Denominacion: {},
    Clases: classes,
    Titulares: persons,
    Representantes: persons,
    Solicitantes: persons,
    Instancias: events,
    Anotaciones: events,
  },
} as const

const clase = {
  type: ['object', 'string', 'number', 'null'],
  maxLength: LONGEST_CELL,
  properties: { Numero: text, Clase: text, Descripcion: text, Cobertura: text },
} as const

const person = {
  type: ['object', 'string', 'number', 'null'],
  maxLength: LONGEST_CELL,
  properties: {
    Nombre: text,
    RazonSocial: text,
    Pais: text,
    Rut: { description: 'Never looked at: national ids are neither stored nor served.' },
  },
} as const

const instancia = {
  type: ['object', 'null'],
  properties: { Numero: text, Fecha: text, EstadoCodigo: text, EstadoDescripcion: text, Observacion: text },
} as const

const anotacion = {
  type: ['object', 'string', 'null'],
  maxLength: LONGEST_CELL,
  properties: { Numero: text, Fecha: text, Descripcion: text, Observacion: text },
} as const

/** What the portal tells of an application, as far as it is used. Whatever else is in it is left alone. */
export const marcaSchema = {
  type: 'object',
  properties: {
    NumeroSolicitud: text,
    NumeroRegistro: text,
    Denominacion: text,
    Estado: text,
    EstadoDescripcion: text,
    TipoMarca: text,
    TipoMarcaDescripcion: text,
    FechaPresentacion: text,
    FechaPublicacion: text,
    FechaRegistro: text,
    FechaVencimiento: text,
    Clases: { ...classes, items: clase },
    Titulares: { ...persons, items: person },
    Representantes: { ...persons, items: person },
    Solicitantes: { ...persons, items: person },
    Instancias: { ...events, items: instancia },
    Anotaciones: { ...events, items: anotacion },
  },
} as const

export type Marca = FromSchema<typeof marcaSchema>
/** A list's entry, as the schema lets it be. */
export type EntryOf<List extends keyof Marca> = Extract<Marca[List], readonly unknown[]>[number]
