import type { BrandDetail } from '../../../../../client/src/index.ts'
import { SOURCES } from '../../../../../schemas/catalogs.ts'
import type { Formats, PageLanguage } from './format.ts'
import { meaning } from './meaning.ts'

/** The phrases of a citation in a language. */
interface Phrases {
  wordless: string
  application: (number: string) => string
  registration: (number: string) => string
  classes: (numbers: string, count: number) => string
  status: (texts: string) => string
  source: (name: string, day: string) => string
  read: (day: string) => string
  sample: string
}

const PHRASES: Readonly<Record<PageLanguage, Phrases>> = {
  en: {
    wordless: 'Mark without words',
    application: (number) => `application No. ${number}`,
    registration: (number) => `registration No. ${number}`,
    classes: (numbers, count) => (count === 1 ? `class ${numbers}` : `classes ${numbers}`),
    status: (texts) => `status "${texts}"`,
    source: (name, day) => `Source: ${name} of the office of ${day}`,
    read: (day) => `read through Trademark Read Service on ${day}`,
    sample: 'Sample data: the mark is made up.',
  },
  es: {
    wordless: 'Marca sin palabras',
    application: (number) => `solicitud N° ${number}`,
    registration: (number) => `registro N° ${number}`,
    classes: (numbers, count) => (count === 1 ? `clase ${numbers}` : `clases ${numbers}`),
    status: (texts) => `estado «${texts}»`,
    source: (name, day) => `Fuente: ${name} de la oficina del ${day}`,
    read: (day) => `según consulta en Trademark Read Service el ${day}`,
    sample: 'Datos de muestra: la marca es inventada.',
  },
}

/** Returns the citation of a mark: number, source and date, enough to find it at the office. */
export function citationOf(
  brand: BrandDetail,
  {
    language,
    formats,
    isSample,
    now,
  }: { language: PageLanguage; formats: Formats; isSample: boolean; now: Date },
): string {
  const phrases = PHRASES[language]
  const { denominacion, nroSolicitud, nroRegistro, clases, estadoOficina, fuentes } = brand
  const newest = fuentes.toSorted((one, other) => other.fechaFuente.localeCompare(one.fechaFuente))[0]
  const mark = [
    denominacion || phrases.wordless,
    phrases.application(formats.number(nroSolicitud)),
    ...(nroRegistro === null ? [] : [phrases.registration(formats.number(nroRegistro))]),
    ...(clases.length === 0
      ? []
      : [phrases.classes(formats.list(clases.map(({ clase }) => clase)), clases.length)]),
    phrases.status(estadoOficina),
  ]
  const read = phrases.read(formats.dayOf(now))
  const name = newest && meaning(SOURCES, newest.fuente, language).toLowerCase()
  const from =
    newest === undefined
      ? read
      : `${phrases.source(name ?? '', formats.longDay(newest.fechaFuente))}, ${read}`
  return [`${mark.join(', ')}.`, `${capital(from)}.`, ...(isSample ? [phrases.sample] : [])].join(' ')
}

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
