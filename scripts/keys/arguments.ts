import { InvalidArgumentError } from 'commander'
import { codes, SCOPES, type Scope } from '../../schemas/catalogs.ts'
import { didYouMean } from '../../shared/platform/text/did-you-mean.ts'

// Parsers of the option values of `npm run keys`.

export function readConsumer(text: string): string {
  const name = notAnOption(text).trim()
  if (name === '' || [...name].length > 100 || INVISIBLE.test(name)) {
    throw new InvalidArgumentError('It must be a name of 1 to 100 visible characters.')
  }
  return name
}

export const readReason = (text: string): string => notAnOption(text)

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

/**
 * Rejects a value that begins with a dash. In `--consumer $NAME --quota 5`, an empty shell variable makes `--quota` the
 * value of `--consumer`.
 */
function notAnOption(text: string): string {
  if (text.startsWith('-')) {
    throw new InvalidArgumentError('It begins with a dash: is the value missing?')
  }
  return text
}

export function readScopes(text: string): Scope[] {
  const known: readonly string[] = codes(SCOPES)
  const scopes = text.split(',').map((scope) => scope.trim())
  if (!scopes.every((scope) => known.includes(scope))) {
    const guesses = scopes.map((scope) => didYouMean(scope, known))
    const guess = guesses.includes(undefined) ? '' : `Did you mean ${[...new Set(guesses)].join(',')}? `
    throw new InvalidArgumentError(
      `${guess}The scopes are ${known.join(' and ')}. To permit all scopes, use --unrestricted.`,
    )
  }
  return [...new Set(scopes)] as Scope[]
}

export const readQuota = (text: string): number => readNumber(text, 0, 1_000_000_000_000)
export const readBurst = (text: string): number => readNumber(text, 1, 1_000_000)

function readNumber(text: string, least: number, most: number): number {
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
  if (!(number >= least && number <= most)) {
    throw new InvalidArgumentError(
      `It must be a whole number from ${least} to ${most.toLocaleString('en-US')}.`,
    )
  }
  return number
}

export function readMonth(text: string): string {
  if (!/^(?!0000)\d{4}-(0[1-9]|1[0-2])$/.test(text)) {
    throw new InvalidArgumentError('It must be a month, as YYYY-MM.')
  }
  return text
}

/** Parses a duration and returns it as a PostgreSQL interval. */
export function readOverlap(text: string): string {
  const [, amount, unit] = /^(\d{1,6})([mhd])$/.exec(text) ?? []
  const minutes = Number(amount) * ({ m: 1, h: 60, d: 24 * 60 }[unit ?? ''] ?? Number.NaN)
  if (!(minutes >= 1 && minutes <= 90 * 24 * 60)) {
    throw new InvalidArgumentError('It must be a duration such as 30m, 24h or 7d, and at most 90 days.')
  }
  return `${minutes} minutes`
}
