import { withoutSigns } from '../text/clean-text.ts'

/** What stands before some: `RUT`, `R.U.T. N°:`, `RUN (`, `C.I.` */
const LABEL = String.raw`(?<!\p{L})(?:r\.? ?u\.? ?[tn]|c\.?i)(?!\p{L})\.?[ :=-]{0,3}(?:n(?:[°º.]|ro\.?|o\.?){0,3})?[ :=([]{0,3}`
/** What may stand between thousands. */
const THOUSAND = "(?:[.,'’‘´`·•‧٬] ?| )?"
/** Six digits, of the oldest numbers, count behind a label alone. */
const BODY = String.raw`0{0,9}[1-9]\d?${THOUSAND}\d{3}${THOUSAND}\d{3}|0{0,9}[1-9]\d{2}${THOUSAND}\d{3}`
/** What may stand before the check digit: its name, or a few signs. */
const GAP = String.raw`[ ,;(/\p{Pd}]{0,3}d\.? ?v\.?[ :.\p{Pd}]{0,3}|[ \p{Pd}−⁃/\\_.,:~*=]{0,3}`
const CANDIDATE = new RegExp(
  String.raw`(?<open>[([] ?)?(?<label>${LABEL})?(?<!\d)(?<body>${BODY})(?:(?<gap>${GAP})(?<check>[\dk])(?!\d)|(?!\d))`,
  'giu',
)
/** A gap that nothing but a check digit comes behind. */
const CLEAR_GAP = /v|^ ?[\p{Pd}−⁃] ?$/iu
const POINTS = /^\d+(?:\. ?\d{3}){2}$/
const LETTER = /^\p{L}/u
const CLOSE = /^ ?[)\]]/

/**
 * Removes Chilean national id numbers (RUT, RUN) from a person's name, with the words and brackets around them
 * (docs/decisions.md#records; they are neither stored nor served). The name is a clean text; one without a number in it
 * comes back as it is.
 */
export function withoutNationalIds(name: string): string {
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
  // What stood around one may be another one.
  return from === 0 ? name : withoutNationalIds(tidied([...kept, text.slice(from)].join(' ')))
}

const tidied = (text: string): string =>
  withoutSigns(text.replace(/ {2,}/g, ' ').replace(/ (?=[,;.)\]])/g, ''))

/** A soft hyphen within a number was meant to be seen: the dash that cleaning would take away. */
export const withSeenHyphens = (text: string): string =>
  text.includes('\u00ad') ? text.replace(/(?<=\p{Nd}\s?)\u00ad(?=\s?[\p{Nd}k])/giu, '-') : text

interface Span {
  start: number
  end: number
}

/** Where the next number stands, with all that belongs to it. What is none may yet hold the beginning of one. */
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

/** Brackets go along where both of them do. */
function withBrackets({ 0: all, index, groups }: RegExpExecArray, end: number, text: string): Span {
  const close = /[([]/.test(all) ? (CLOSE.exec(text.slice(end, end + 2))?.[0].length ?? 0) : 0
  return { start: close === 0 ? index + (groups?.open?.length ?? 0) : index, end: end + close }
}

/** Where a candidate ends that is a national id: behind its check digit, or before what is none of its own. */
function endOfId({ 0: all, index, groups = {} }: RegExpExecArray, text: string): number | undefined {
  const { label, body = '', gap = '', check = '' } = groups
  const end = index + all.length
  const written: Written = { isLabelled: label !== undefined, body, gap, check }
  const isInNumber = IN_NUMBER.test(text.slice(Math.max(0, index - 2), index))
  if (isInNumber) {
    return gap !== '' && isRight(digitsOf(body), check) ? end : undefined
  }
  if (check !== '' && hasCheckDigit(written, LETTER.test(text.slice(end, end + 2)))) {
    return end
  }
  const bodyEnd = end - gap.length - check.length
  const isLonger = /^(?:\d|\.\d{3})/.test(text.slice(bodyEnd, bodyEnd + 4))
  return !isLonger && isNumber(written) ? bodyEnd : undefined
}

/** Written `1.12345678`: more of a number stands before it. */
const IN_NUMBER = /^\d\.$/

interface Written {
  isLabelled: boolean
  body: string
  /** What stands before the check digit, and that; both are empty without one. */
  gap: string
  check: string
}

/**
 * Whether the check digit is one: clearly written as such, or right. A K that a word begins with is hardly one, and
 * six digits are only a number with a label.
 */
function hasCheckDigit({ isLabelled, body, gap, check }: Written, isInWord: boolean): boolean {
  const digits = digitsOf(body)
  const isClear = CLEAR_GAP.test(gap)
  if (digits.length === 6 && !isLabelled) {
    return false
  }
  if (/k/i.test(check) && isInWord) {
    return isClear && isRight(digits, check)
  }
  const isJoined = gap === ''
  return isClear || (isJoined && isLabelled) || (isRight(digits, check) && !(isJoined && body.includes(' ')))
}

/** Whether it is a number without a check digit behind it: labelled, with points, or with the digit as its last. */
function isNumber({ isLabelled, body }: Written): boolean {
  const digits = digitsOf(body)
  const isRun = /^\d+$/.test(body) && digits.length === 8 && isRight(digits.slice(0, -1), digits.slice(-1))
  return digits.length > 6 && (isLabelled || POINTS.test(body) || isRun)
}

const digitsOf = (body: string): string => body.replace(/\D/g, '').replace(/^0+/, '')

/** The check digit of a national id: a sum of its digits, weighted from the last, modulo 11. */
function isRight(body: string, check: string): boolean {
  const sum = [...body]
    .reverse()
    .reduce((total, digit, index) => total + Number(digit) * (2 + (index % 6)), 0)
  const right = 11 - (sum % 11)
  return check.toLowerCase() === (right === 11 ? '0' : right === 10 ? 'k' : String(right))
}

/** Digits of other scripts, and full-width signs and letters. */
const FOREIGN = /(?!\d)\p{Nd}|[\uff01-\uff5e]/gu
const DIGIT = /^\p{Nd}$/u

function toAscii(character: string): string {
  return DIGIT.test(character) ? String(digitValue(character)) : character.normalize('NFKC')
}

/** Unicode has the digits of a script in their order, from zero. */
function digitValue(character: string): number {
  const code = character.codePointAt(0) ?? 0
  let zero = code
  while (DIGIT.test(String.fromCodePoint(zero - 1))) {
    zero--
  }
  return (code - zero) % 10
}
