/** Accents that are written as separate characters, and the combining character for each accent. */
const ACCENTS: Readonly<Record<string, string>> = {
  ...{ '´': '\u0301', '¨': '\u0308', '˜': '\u0303', ˆ: '\u0302', '`': '\u0300', '¸': '\u0327' },
}
const ACCENT_BEFORE_LETTER = /(?<before>.?)(?<accent>[´¨˜ˆ`¸])(?<letter>[aeiouAEIOUnNcCı])/gu
/** Matches if the sign before the last letter may not be an accent: after one letter (`D´A`) or a space (`resoluci ´o`). */
const AMBIGUOUS = /(?:^|\P{L})\p{L}.\p{Lu}$|\s.\p{L}$/u

/**
 * Combines each separate accent with the next letter: `resoluci´on` becomes `resolución`.
 * A sign that may not be an accent stays unchanged, such as the apostrophe of `D´A`.
 */
export const withAccents = (text: string): string =>
  text.replace(ACCENT_BEFORE_LETTER, (whole, before: string, accent: string, letter: string, at: number) => {
    const joined = `${letter === 'ı' ? 'i' : letter}${ACCENTS[accent]}`.normalize('NFC')
    const isKnown = joined.length === 1 && !AMBIGUOUS.test(text.slice(0, at + whole.length))
    return isKnown ? before + joined : whole
  })

const LOST = /(?<=\p{L})\?(?=\p{L})|[\ufffd\p{Co}]|[´¨˜ˆ`¸](?=[aeiouAEIOUnNcCı])/u

/** Returns whether a letter seems to be lost (`NI?O`, `NI\ufffdO`) or separate from its accent (`RESOLUCI´ON`). */
export const hasLostLetter = (text: string): boolean => LOST.test(text)

const CONTROL = /(?<=\p{L})(?:(?!\s)\p{Cc})+(?=\p{L})/gu

/** Replaces control characters within a word by U+FFFD. In a PDF, a control character is a letter without a Unicode mapping. */
export const markLostLetters = (text: string): string => text.replace(CONTROL, '\ufffd')
