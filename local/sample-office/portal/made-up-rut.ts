import { scramble } from '../../../bench/corpus/random.ts'

/** Numbers that Chile has given to nobody: people born today have some 28 million, companies begin at 50. */
const FIRST = 40_000_000
const NUMBERS = 5_000_000

/**
 * A national id that is nobody's, for a name, the same at every call: `43.210.987-6`, its check digit right. It is
 * there to be seen when it is kept somewhere.
 */
export function madeUpRut(name: string): string {
  let chance = 1
  for (const character of name) {
    chance = scramble(chance ^ (character.codePointAt(0) as number))
  }
  const body = String(FIRST + (chance % NUMBERS))
  return `${body.replace(/\B(?=(?:\d{3})+$)/g, '.')}-${checkDigit(body)}`
}

/** Modulo 11: the digits from the right count 2 to 7, again and again. */
function checkDigit(body: string): string {
  const sum = [...body].reverse().reduce((all, digit, place) => all + Number(digit) * (2 + (place % 6)), 0)
  const check = 11 - (sum % 11)
  return check === 11 ? '0' : check === 10 ? 'K' : String(check)
}
