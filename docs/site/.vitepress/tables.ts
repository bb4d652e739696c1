import type { Bilingual } from '../../../schemas/bilingual.ts'
import { ESTADOS, PHASES, TIPOS_DE_ANOTACION, TIPOS_DE_SIGNO } from '../../../schemas/catalogs.ts'
import { ERROR_MEANINGS } from '../../../schemas/error-meanings.ts'
import { brandParameters, type QueryParameter, type ScalarSchema } from '../../../schemas/query-parameters.ts'
import { CHANGE_KINDS, MATCH_MODES } from '../../../schemas/states.ts'
import type { Language } from '../../../shared/docs/languages.ts'
import { ERRORS, type ErrorCode } from '../../../shared/platform/errors.ts'

type Row = readonly string[]

/** Functions that return a table as Markdown, made from the catalogs and schemas of the service, by the name in placeholders. */
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
  modos: (language) => catalogTable(MATCH_MODES, language),
  'change-kinds': (language) => catalogTable(CHANGE_KINDS, language),
  parameters: (language) =>
    table(
      { en: ['parameter', 'values', 'meaning'], es: ['parámetro', 'valores', 'significado'] }[language],
      Object.entries(brandParameters).map(([name, parameter]) => [
        asCode(name),
        valuesOf(parameter)[language],
        meaningOf(parameter)[language],
      ]),
    ),
}

/** Returns a description of the values that a parameter accepts, derived from its schema. */
function valuesOf({ schema }: QueryParameter): Bilingual {
  const list = 'anyOf' in schema ? schema.anyOf[1] : schema
  if (list.type !== 'array') {
    return valuesOfScalar(list)
  }
  const { en, es } = valuesOfScalar(list.items)
  return {
    en: `${en}; several values are separated by commas`,
    es: `${es}; varios valores se separan con comas`,
  }
}

function valuesOfScalar({ type, enum: allowed, format, minimum, maximum }: ScalarSchema): Bilingual {
  if (allowed !== undefined) {
    const list = allowed.map(asCode).join(', ')
    return allowed.length > MOST_LISTED ? { en: 'a code', es: 'un código' } : { en: list, es: list }
  }
  if (type === 'boolean') {
    return { en: '`true` or `false`', es: '`true` o `false`' }
  }
  if (type === 'integer') {
    return { en: `${minimum} to ${maximum}`, es: `de ${minimum} a ${maximum}` }
  }
  return format === 'date'
    ? { en: 'a day, `YYYY-MM-DD`', es: 'un día, `AAAA-MM-DD`' }
    : { en: 'text', es: 'texto' }
}

/** The maximum number of codes that a cell lists. Of a longer list, the cell has no codes: the page has a table of them. */
const MOST_LISTED = 5

const meaningOf = ({ schema, text, catalog = {} }: QueryParameter): Bilingual => {
  const listed = Object.keys(catalog).length <= MOST_LISTED ? Object.entries(catalog) : []
  const withCodes = (language: Language): string =>
    [text[language], ...listed.map(([code, meaning]) => `${asCode(code)}: ${meaning[language]}.`)].join(' ')
  return schema.default === undefined
    ? { en: withCodes('en'), es: withCodes('es') }
    : {
        en: `${text.en} The default is ${schema.default}.`,
        es: `${text.es} Si se omite, se usa ${schema.default}.`,
      }
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
