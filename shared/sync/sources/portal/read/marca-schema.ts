import type { FromSchema } from 'json-schema-to-ts'
import { LONGEST_CELL } from '../../../values/cell.ts'
import { MOST_PERSONS } from '../../../values/persons.ts'

const MOST_CLASSES = 200
const MOST_EVENTS = 2000

const text = { type: ['string', 'number', 'null'], maxLength: LONGEST_CELL } as const

/** Some servers send an empty text instead of an empty list. */
const list = { type: ['array', 'string', 'null'], maxLength: 0 } as const
const classes = { ...list, maxItems: MOST_CLASSES } as const
const persons = { ...list, maxItems: MOST_PERSONS } as const
const events = { ...list, maxItems: MOST_EVENTS } as const

/**
 * The required fields and the maximum lengths of lists. An answer is checked against this schema first, because a check
 * against `marcaSchema` would report every error in a list of millions of entries.
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
    Rut: { description: 'Not read: national ids are neither stored nor served.' },
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

/** The fields of an application that are read. Other fields are ignored. */
export const marcaSchema = {
  type: 'object',
  properties: {
    NumeroSolicitud: text,
    NumeroRegistro: text,
    Denominacion: { type: ['string', 'null'], maxLength: LONGEST_CELL },
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

/** An application as the portal describes it. */
export type PortalMarca = FromSchema<typeof marcaSchema>
export type EntryOf<List extends keyof PortalMarca> = Extract<PortalMarca[List], readonly unknown[]>[number]
