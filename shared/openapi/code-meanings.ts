import type { Bilingual } from '../../schemas/bilingual.ts'
import {
  ESTADOS,
  meanings,
  PHASES,
  type Phase,
  ROLES,
  SOURCES,
  TIPOS_DE_ANOTACION,
  TIPOS_DE_SIGNO,
} from '../../schemas/catalogs.ts'
import { ERROR_MEANINGS } from '../../schemas/error-meanings.ts'
import {
  ANNOTATION_SOURCES,
  CHANGE_KINDS,
  HEALTH_CHECKS,
  HEALTH_STATUSES,
  INCLUDED,
  MATCH_MODES,
  RHYTHMS,
  RUN_STATUSES,
  SOURCE_STATES,
  TRIGGERS,
} from '../../schemas/states.ts'
import { inOneLine } from './bilingual-texts.ts'

type Catalog = Readonly<Record<string, Bilingual & { readonly phase?: Phase }>>

/** The short meaning of each error code. */
const ERROR_CODES = Object.fromEntries(Object.entries(ERROR_MEANINGS).map(([code, { when }]) => [code, when]))

/** The catalogs whose codes appear in schemas. */
const CATALOGS: readonly Catalog[] = [
  ESTADOS,
  PHASES,
  TIPOS_DE_SIGNO,
  TIPOS_DE_ANOTACION,
  ROLES,
  SOURCES,
  RHYTHMS,
  RUN_STATUSES,
  SOURCE_STATES,
  TRIGGERS,
  ANNOTATION_SOURCES,
  CHANGE_KINDS,
  INCLUDED,
  MATCH_MODES,
  HEALTH_STATUSES,
  ...Object.values(HEALTH_CHECKS),
  ERROR_CODES,
]

/** Returns the meaning of each code, or undefined if the values are not the codes of a catalog. */
export function codeMeanings(values: readonly unknown[]): Readonly<Record<string, string>> | undefined {
  const catalog = catalogOf(values)
  return (
    catalog &&
    Object.fromEntries(
      Object.entries(catalog).map(([code, meaning]) => [code, inOneLine(withPhase(meaning))]),
    )
  )
}

/** Removes the inline list of codes from a description, because a list of the codes follows the description. */
export function withoutCodes(description: string, values: readonly unknown[]): string {
  const catalog = catalogOf(values)
  return catalog === undefined ? description : description.replace(`: ${meanings(catalog)}`, '')
}

/** Returns the catalog with exactly these codes; `null` does not count as a code. */
function catalogOf(values: readonly unknown[]): Catalog | undefined {
  const codes = new Set(values.filter((value) => value !== null))
  return CATALOGS.find((catalog) => {
    const known = Object.keys(catalog)
    return known.length === codes.size && known.every((code) => codes.has(code))
  })
}

const withPhase = ({ en, es, phase }: Catalog[string]): Bilingual =>
  phase === undefined ? { en, es } : { en: `${en} (${PHASES[phase].en})`, es: `${es} (${PHASES[phase].es})` }
