import { cleanText, withoutSigns } from '../text/clean-text.ts'

/** The label of an id: `RUT`, `R.U.T. N°:`, `RUN (`, `C.I.` */
const LABEL = String.raw`(?<!\p{L})(?:r\.? ?u\.? ?[tn]|c\.?i)(?!\p{L})\.?[ :=-]{0,3}(?:n(?:[°º.]|ro\.?|o\.?){0,3})?[ :=([]{0,3}`
const THOUSAND = "(?:[.,'’‘´`·•‧٬] ?| )?"
/** The six to eight digits before the check digit. */
const BODY = String.raw`0{0,9}[1-9]\d?${THOUSAND}\d{3}${THOUSAND}\d{3}|0{0,9}[1-9]\d{2}${THOUSAND}\d{3}`
/** The gap before the check digit: `DV`, or a few punctuation characters. */
const GAP = String.raw`[ ,;(/\p{Pd}]{0,3}d\.? ?v\.?[ :.\p{Pd}]{0,3}|[ \p{Pd}−⁃/\\_.,:~*=]{0,3}`
const CANDIDATE = new RegExp(
  String.raw`(?<open>[([] ?)?(?<label>${LABEL})?(?<!\d)(?<body>${BODY})(?:(?<gap>${GAP})(?<check>[\dk])(?!\d)|(?!\d))`,
  'giu',
)
/** A gap that proves that the next character is a check digit: `DV` or a dash. */
const CLEAR_GAP = /v|^ ?[\p{Pd}−⁃] ?$/iu
const POINTS = /^\d+(?:\. ?\d{3}){2}$/
const LETTER = /^\p{L}/u
const CLOSE = /^ ?[)\]]/

/** Longer texts are not searched for ids. Other checks reject these texts. */
const MAX_SEARCHED = 4096

/**
 * Cleans a text, and removes Chilean national id numbers (RUT, RUN).
 * Call this function for every text that may name a person (docs/decisions.md#records).
 */
export function withoutNationalIds(text: string): string {
  const clean = cleanText(text)
  return clean.length > MAX_SEARCHED ? clean : withoutIds(clean)
}

function withoutIds(name: string): string {
  if (!/\p{Nd}{3}/u.test(name)) {
    return name
  }
  const text = name.replace(FOREIGN, toAscii)
  const kept: string[] = []
  let from = 0
  for (let span = nextId(text, 0); span !== undefined; span = nextId(text, from)) {
    kept.push(text.slice(from, span.start))
    from = span.end
  }
  // The texts before and after a removed id may together form another id.
  return from === 0 ? name : withoutIds(tidied([...kept, text.slice(from)].join(' ')))
}

const tidied = (text: string): string =>
  withoutSigns(text.replace(/ {2,}/g, ' ').replace(/ (?=[,;.)\]])/g, ''))

interface Span {
  start: number
  end: number
}

/**
 * Returns the next id from a position.
 * If a candidate is not an id, the search continues at its second character, because an id may begin within it.
 */
function nextId(text: string, from: number): Span | undefined {
  CANDIDATE.lastIndex = from
  for (let match = CANDIDATE.exec(text); match !== null; match = CANDIDATE.exec(text)) {
    const end = endOfId(match, text)
    if (end !== undefined) {
      return withBrackets(match, end, text)
    }
    CANDIDATE.lastIndex = match.index + 1
  }
  return undefined
}

function withBrackets({ 0: all, index, groups }: RegExpExecArray, end: number, text: string): Span {
  const close = /[([]/.test(all) ? (CLOSE.exec(text.slice(end, end + 2))?.[0].length ?? 0) : 0
  return { start: close === 0 ? index + (groups?.open?.length ?? 0) : index, end: end + close }
}

/** Returns the position after an id; undefined if the candidate is not an id. */
function endOfId({ 0: all, index, groups = {} }: RegExpExecArray, text: string): number | undefined {
  const { label, body = '', gap = '', check = '' } = groups
  const end = index + all.length
  const written: Written = { isLabelled: label !== undefined, body, gap, check }
  const isInNumber = IN_NUMBER.test(text.slice(Math.max(0, index - 2), index))
  if (isInNumber) {
    return gap !== '' && isCorrect(digitsOf(body), check) ? end : undefined
  }
  if (check !== '' && hasCheckDigit(written, LETTER.test(text.slice(end, end + 2)))) {
    return end
  }
  const bodyEnd = end - gap.length - check.length
  const isLonger = /^(?:\d|\.\d{3})/.test(text.slice(bodyEnd, bodyEnd + 4))
  return !isLonger && isNumber(written) ? bodyEnd : undefined
}

/** Matches the two characters before a candidate that is part of a longer number: `1.` in `1.12345678`. */
const IN_NUMBER = /^\d\.$/

interface Written {
  isLabelled: boolean
  body: string
  gap: string
  /** Empty without a check digit. */
  check: string
}

/**
 * Returns whether the last character of a candidate is a check digit.
 * A K that begins a word, such as `Karen`, counts only if it is the correct check digit and follows a clear gap.
 */
function hasCheckDigit({ isLabelled, body, gap, check }: Written, isInWord: boolean): boolean {
  const digits = digitsOf(body)
  const isClear = CLEAR_GAP.test(gap)
  if (digits.length === 6 && !isLabelled) {
    return false
  }
  if (/k/i.test(check) && isInWord) {
    return isClear && isCorrect(digits, check)
  }
  const isJoined = gap === ''
  return (
    isClear || (isJoined && isLabelled) || (isCorrect(digits, check) && !(isJoined && body.includes(' ')))
  )
}

function isNumber({ isLabelled, body }: Written): boolean {
  const digits = digitsOf(body)
  const isRun = /^\d+$/.test(body) && digits.length === 8 && isCorrect(digits.slice(0, -1), digits.slice(-1))
  return digits.length > 6 && (isLabelled || POINTS.test(body) || isRun)
}

const digitsOf = (body: string): string => body.replace(/\D/g, '').replace(/^0+/, '')

/** Returns whether a check digit is correct: modulo 11, with the weights 2 to 7 from the last digit of the body. */
function isCorrect(body: string, check: string): boolean {
  const sum = [...body]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (2 + (index % 6)), 0)
  const right = 11 - (sum % 11)
  return check.toLowerCase() === (right === 11 ? '0' : right === 10 ? 'k' : String(right))
}

const FOREIGN = /(?!\d)\p{Nd}|[\uff01-\uff5e]/gu
const DIGIT = /^\p{Nd}$/u

function toAscii(character: string): string {
  return DIGIT.test(character) ? String(digitValue(character)) : character.normalize('NFKC')
}

/** Returns the value of a digit of any script. In Unicode, the digits of a script are consecutive, from 0 to 9. */
function digitValue(character: string): number {
  const code = character.codePointAt(0) ?? 0
  let zero = code
  while (DIGIT.test(String.fromCodePoint(zero - 1))) {
    zero--
  }
  return (code - zero) % 10
}
