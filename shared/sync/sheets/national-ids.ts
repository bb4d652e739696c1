import { withoutSigns } from '../text/clean-text.ts'

/** Seven or eight digits, their thousands apart or not: a number before its check digit. */
const BODY = String.raw`\d{1,2}(?:[.,' ]\d{3}){2}|\d{7,8}`
const LABEL = String.raw`\br\.? ?u\.? ?[tn]\b\.?[ :]{0,3}(?:n(?:[°º.]|ro\.?|o\.?){0,3})?[ :]{0,3}`
const DASH = ' ?[-‐‑‒–—−] ?'

/** Labelled, with a dash before the check digit, or with points between thousands: nothing else looks like it. */
const CERTAIN = new RegExp(
  String.raw`[([]? ?(?:${LABEL}(?:${BODY})(?:(?:${DASH})?[\dk])?|(?<![\d.])(?:${BODY})${DASH}[\dk]|(?<![\d.])\d{1,2}(?:\.\d{3}){2}k?)(?![\dk]) ?[)\]]?`,
  'gi',
)
/** A run of digits is one only when its check digit is right: companies have numbers for names too. */
const RUN = /(?<![\d.])(\d{7,8})([\dk])(?![\dk])/gi

/**
 * Removes Chilean national id numbers (RUT, RUN) from a person's name, with the words and brackets around them
 * (decisions, Records: they are neither stored nor served). The name is a clean text.
 */
export function withoutNationalIds(name: string): string {
  if (!/\d{3}/.test(name)) {
    return name
  }
  const named = name
    .replace(CERTAIN, ' ')
    .replace(RUN, (run, body, check) => (isRight(body, check) ? ' ' : run))
  return named === name ? name : withoutSigns(named.replace(/ {2,}/g, ' '))
}

/** The check digit of a national id: a sum of its digits, weighted from the last, modulo 11. */
function isRight(body: string, check: string): boolean {
  const sum = [...body]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (2 + (index % 6)), 0)
  const right = 11 - (sum % 11)
  return check.toLowerCase() === (right === 11 ? '0' : right === 10 ? 'k' : String(right))
}
