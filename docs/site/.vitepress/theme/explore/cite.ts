import type { BrandDetail } from '../../../../../client/src/index.ts'
import { SOURCES } from '../../../../../schemas/catalogs.ts'
import { type Localization, meaning } from './describe.ts'

/** The phrases of a citation by language. */
const PHRASES = {
  en: {
    wordless: 'Mark without words',
    application: (number: string) => `application No. ${number}`,
    registration: (number: string) => `registration No. ${number}`,
    classes: (numbers: string, count: number) => `${count === 1 ? 'class' : 'classes'} ${numbers}`,
    status: (texts: string) => `status "${texts}"`,
    source: (name: string, day: string) => `Source: ${name} of the office, dated ${day}, `,
    read: (day: string) => `read through Trademark Read Service on ${day}`,
    sample: ' Sample data: the mark is made up.',
  },
  es: {
    wordless: 'Marca sin palabras',
    application: (number: string) => `solicitud N° ${number}`,
    registration: (number: string) => `registro N° ${number}`,
    classes: (numbers: string, count: number) => `${count === 1 ? 'clase' : 'clases'} ${numbers}`,
    status: (texts: string) => `estado «${texts}»`,
    source: (name: string, day: string) => `Fuente: ${name} de la oficina, con fecha ${day}, `,
    read: (day: string) => `según consulta en Trademark Read Service el ${day}`,
    sample: ' Datos de muestra: la marca es inventada.',
  },
}

/** Returns the citation of a mark, with the data by which readers can find the record at the office: numbers, source, date. */
export function citationOf(
  { denominacion, nroSolicitud, nroRegistro, clases, estadoOficina, fuentes }: BrandDetail,
  { language, formats }: Pick<Localization, 'language' | 'formats'>,
  { isSample, now }: { isSample: boolean; now: Date },
): string {
  const phrases = PHRASES[language]
  const newest = fuentes.toSorted((one, other) => other.fechaFuente.localeCompare(one.fechaFuente))[0]
  const mark = [
    denominacion || phrases.wordless,
    phrases.application(formats.number(nroSolicitud)),
    nroRegistro === null ? '' : phrases.registration(formats.number(nroRegistro)),
    clases.length === 0 ? '' : phrases.classes(formats.list(clases.map(({ clase }) => clase)), clases.length),
    phrases.status(estadoOficina),
  ]
  const source =
    newest === undefined
      ? ''
      : phrases.source(
          meaning(SOURCES, newest.fuente, language).toLowerCase(),
          formats.longDay(newest.fechaFuente),
        )
  const from = source + phrases.read(formats.dayOf(now))
  const sentence = from.charAt(0).toUpperCase() + from.slice(1)
  return `${mark.filter((part) => part !== '').join(', ')}. ${sentence}.${isSample ? phrases.sample : ''}`
}
