import type { Bilingual } from '../../schemas/bilingual.ts'
import { brandSearch } from '../../schemas/brand.ts'
import { ESTADOS, PHASES, TIPOS_DE_ANOTACION, TIPOS_DE_SIGNO } from '../../schemas/catalogs.ts'
import { ERROR_MEANINGS } from '../../schemas/error-meanings.ts'
import { ERRORS, type ErrorCode } from '../platform/errors.ts'
import type { Language } from './pages.ts'

type Row = readonly string[]

/** The tables of the pages as Markdown, made from the catalogs and schemas of the service. */
export const TABLES: Readonly<Record<string, (language: Language) => string>> = {
  errors: (language) =>
    table(
      { en: ['status', 'code', 'when', 'what to do'], es: ['estado', 'código', 'cuándo', 'qué hacer'] }[
        language
      ],
      Object.entries(ERROR_MEANINGS).map(([code, { when, whatToDo }]) => [
        String(ERRORS[code as ErrorCode].status),
        asCode(code),
        when[language],
        whatToDo[language],
      ]),
    ),
  estados: (language) =>
    table(
      { en: ['code', 'meaning', 'phase'], es: ['código', 'significado', 'etapa'] }[language],
      Object.entries(ESTADOS).map(([code, { phase, ...meaning }]) => [
        asCode(code),
        meaning[language],
        PHASES[phase][language],
      ]),
    ),
  'tipos-de-signo': (language) => catalogTable(TIPOS_DE_SIGNO, language),
  'tipos-de-anotacion': (language) => catalogTable(TIPOS_DE_ANOTACION, language),
  parameters: (language) =>
    table(
      { en: ['parameter', 'values', 'meaning'], es: ['parámetro', 'valores', 'significado'] }[language],
      Object.entries(PARAMETERS).map(([name, { values, meaning }]) => [
        asCode(name),
        values[language],
        meaning[language],
      ]),
    ),
}

const { clase, limit } = brandSearch.properties

/** The values and the meaning of each parameter of `GET /v1/brands`. */
const PARAMETERS: Readonly<
  Record<keyof typeof brandSearch.properties, { values: Bilingual; meaning: Bilingual }>
> = {
  q: {
    values: { en: 'text, 1 to 200 characters', es: 'texto, de 1 a 200 caracteres' },
    meaning: {
      en: 'Words of the name, best match first; each item then carries its `score`.',
      es: 'Palabras de la denominación, lo más parecido primero; cada elemento trae entonces su `score`.',
    },
  },
  clase: {
    values: range(clase),
    meaning: {
      en: 'A class of the Nice classification: goods up to 34, services from 35 on.',
      es: 'Una clase de la clasificación de Niza: productos hasta la 34, servicios desde la 35.',
    },
  },
  estado: {
    values: { en: 'a code', es: 'un código' },
    meaning: { en: 'Where the mark stands at the office.', es: 'Cómo está la marca en la oficina.' },
  },
  tipoSigno: {
    values: { en: 'a code', es: 'un código' },
    meaning: { en: 'What kind of sign it is.', es: 'Qué tipo de signo es.' },
  },
  fechaDesde: {
    values: { en: 'a day, `YYYY-MM-DD`', es: 'un día, `AAAA-MM-DD`' },
    meaning: { en: 'Filed on this day or later.', es: 'Presentada ese día o después.' },
  },
  fechaHasta: {
    values: { en: 'a day, `YYYY-MM-DD`', es: 'un día, `AAAA-MM-DD`' },
    meaning: { en: 'Filed on this day or earlier.', es: 'Presentada ese día o antes.' },
  },
  incluir: {
    values: { en: '`clasesNiza`', es: '`clasesNiza`' },
    meaning: {
      en: 'What each item has besides: `clasesNiza`, the numbers of its classes, such as `[30, 35]`.',
      es: 'Lo que cada elemento trae además: `clasesNiza`, los números de sus clases, como `[30, 35]`.',
    },
  },
  limit: {
    values: range(limit),
    meaning: {
      en: `Size of a page; ${limit.default} where it is left out.`,
      es: `Tamaño de una página; ${limit.default} si se omite.`,
    },
  },
  cursor: {
    values: { en: 'a `nextCursor`', es: 'un `nextCursor`' },
    meaning: {
      en: 'The next page: the `nextCursor` of the page before, unchanged, with the same other parameters.',
      es: 'La página siguiente: el `nextCursor` de la anterior, sin cambios, con los mismos demás parámetros.',
    },
  },
}

function range({ minimum, maximum }: { minimum: number; maximum: number }): Bilingual {
  return { en: `${minimum} to ${maximum}`, es: `de ${minimum} a ${maximum}` }
}

const catalogTable = (catalog: Readonly<Record<string, Bilingual>>, language: Language): string =>
  table(
    { en: ['code', 'meaning'], es: ['código', 'significado'] }[language],
    Object.entries(catalog).map(([code, meaning]) => [asCode(code), meaning[language]]),
  )

const asCode = (text: string): string => `\`${text}\``

function table(head: Row, rows: readonly Row[]): string {
  const line = (cells: Row): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
