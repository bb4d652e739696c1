/** Accents that some files contain as separate characters, each with its combining character. */
const ACCENTS: Readonly<Record<string, string>> = {
  ...{ '´': '\u0301', '¨': '\u0308', '˜': '\u0303', ˆ: '\u0302', '`': '\u0300', '¸': '\u0327' },
}
const ACCENT_BEFORE_LETTER = /(?<before>.?)(?<accent>[´¨˜ˆ`¸])(?<letter>[aeiouAEIOUnNcCı])/gu
/** A text up to a letter with an ambiguous accent: an apostrophe (`D´A`), or an accent after a space (`resoluci ´o`). */
const AMBIGUOUS = /(?:^|\P{L})\p{L}.\p{Lu}$|\s.\p{L}$/u

/**
 * Combines each separate accent with the letter after it: `resoluci´on` becomes `resolución`. An accent stays separate if it is
 * `AMBIGUOUS`, or if Unicode does not have the accented letter.
 */
export const withAccents = (text: string): string =>
  text.replace(ACCENT_BEFORE_LETTER, (whole, before: string, accent: string, letter: string, at: number) => {
    const joined = `${letter === 'ı' ? 'i' : letter}${ACCENTS[accent]}`.normalize('NFC')
    const isKnown = joined.length === 1 && !AMBIGUOUS.test(text.slice(0, at + whole.length))
    return isKnown ? before + joined : whole
  })

/**
 * A sign of a lost letter: U+FFFD, a private-use character, a question mark within a word, or an accent that is separate from
 * its letter.
 */
const LOST = /(?<=\p{L})\?(?=\p{L})|[\ufffd\p{Co}]|[´¨˜ˆ`¸](?=[aeiouAEIOUnNcCı])/u

/** Returns whether a text contains a sign of a lost letter. */
export const hasLostLetter = (text: string): boolean => LOST.test(text)

/** Control characters between letters. They replace letters that the font of a PDF does not map to Unicode. */
const CONTROL = /(?<=\p{L})(?:(?!\s)\p{Cc})+(?=\p{L})/gu

/** Replaces the `CONTROL` characters in the text of a PDF by U+FFFD, which marks a lost letter. */
export const markLostLetters = (text: string): string => text.replace(CONTROL, '\ufffd')
