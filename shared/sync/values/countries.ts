import { foldWords } from '../text/fold-words.ts'
import { memoize } from '../text/memoize.ts'
import { isPlaceholder } from './placeholders.ts'

/** Reserved codes that do not identify a country. */
const NO_COUNTRY = new Set('AC CP CQ DG EA EU EZ IC QO TA UN XA XB XK ZZ'.split(' '))

/** Country names in addition to the names that `Intl.DisplayNames` returns. */
const ALIASES: Readonly<Record<string, string>> = {
  'EE.UU.': 'US',
  'EE.UU. de América': 'US',
  'Estados Unidos de América': 'US',
  'Estados Unidos de Norteamérica': 'US',
  'United States of America': 'US',
  'U.S.A.': 'US',
  'U.S.': 'US',
  'U.K.': 'GB',
  'Great Britain': 'GB',
  'Gran Bretaña': 'GB',
  Inglaterra: 'GB',
  England: 'GB',
  Holanda: 'NL',
  Holland: 'NL',
  'Corea del Sur': 'KR',
  'República de Corea': 'KR',
  'Republic of Korea': 'KR',
  'República Popular China': 'CN',
  'República Popular de China': 'CN',
  'República Checa': 'CZ',
  'Czech Republic': 'CZ',
  'Federación de Rusia': 'RU',
  'República de Chile': 'CL',
  Turquía: 'TR',
  Turkey: 'TR',
}

/** Returns the same key for `U.S.A.` and `USA`. */
const keyOf = (name: string): string => foldWords(name).replaceAll(' ', '')

const CODES = letters().flatMap((first) => letters().map((second) => first + second))

const COUNTRIES: ReadonlyMap<string, string> = new Map([
  ...CODES.filter(isCountry).flatMap((code) =>
    [code, ...namesOf(code)].map((name) => [keyOf(name), code] as const),
  ),
  ...Object.entries(ALIASES).map(([name, code]) => [keyOf(name), code] as const),
])

function letters(): string[] {
  return [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ']
}

/** Returns whether a code identifies a current country. `Intl.Locale` replaces the code of a former country. */
function isCountry(code: string): boolean {
  const known = displayNames('es', 'long').of(code) !== undefined
  return known && !NO_COUNTRY.has(code) && new Intl.Locale(`und-${code}`).region === code
}

function namesOf(code: string): string[] {
  return ['es', 'en'].flatMap((language) =>
    (['long', 'short'] as const).map((style) => displayNames(language, style).of(code) ?? ''),
  )
}

function displayNames(language: string, style: 'long' | 'short'): Intl.DisplayNames {
  return new Intl.DisplayNames([language], { type: 'region', style, fallback: 'none' })
}

const LONGEST = 100

const BETWEEN_NAMES = /\s*[()/–-]+\s*/

/** Returns the country if both parts of a text mean the same country: `CHILE (CL)`. */
function sameInBoth(words: string): string | undefined {
  const [first, second, ...others] = words
    .split(BETWEEN_NAMES)
    .filter(Boolean)
    .map((part) => COUNTRIES.get(keyOf(part)))
  return first === second && others.length === 0 ? first : undefined
}

/**
 * Returns the ISO 3166-1 alpha-2 code of a country. `words` are the Spanish or English name, the code, or both. Returns null
 * for an unknown country or a placeholder, such as `N/A`, which does not mean Namibia (`NA`).
 */
export const readCountry: (words: string) => string | null = memoize(
  (words) =>
    words.length > LONGEST || isPlaceholder(words.trim())
      ? null
      : (COUNTRIES.get(keyOf(words)) ?? sameInBoth(words) ?? null),
  1000,
)
