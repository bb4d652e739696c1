/** Accents that some files have as letters of their own, and the combining ones. */
const ACCENTS: Readonly<Record<string, string>> = {
  ...{ '´': '\u0301', '¨': '\u0308', '˜': '\u0303', ˆ: '\u0302', '`': '\u0300', '¸': '\u0327' },
}
const ACCENT_BEFORE_LETTER = /(?<before>.?)(?<accent>[´¨˜ˆ`¸])(?<letter>[aeiouAEIOUnNcCı])/gu
/** In `D´Angelo` the accent is an apostrophe; below a space, the word may have begun before it. */
const AMBIGUOUS = /(?:^|\P{L})\p{L}.\p{Lu}$|\s.\p{L}$/u

/**
 * Returns a text in which accents of their own are part of the letter that follows: `resoluci´on` is `resolución`. An accent
 * stays where it may be an apostrophe, or where its letter is not known.
 */
export const withAccents = (text: string): string =>
  text.replace(ACCENT_BEFORE_LETTER, (whole, before: string, accent: string, letter: string, at: number) => {
    const joined = `${letter === 'ı' ? 'i' : letter}${ACCENTS[accent]}`.normalize('NFC')
    const isKnown = joined.length === 1 && !AMBIGUOUS.test(text.slice(0, at + whole.length))
    return isKnown ? before + joined : whole
  })

/**
 * A letter that a file does not define: U+FFFD, a private one, a question mark, or an accent that does not belong to a letter.
 */
const LOST = /(?<=\p{L})\?(?=\p{L})|[\ufffd\p{Co}]|[´¨˜ˆ`¸](?=[aeiouAEIOUnNcCı])/u

/** Returns whether a text has a letter that its file does not define. */
export const hasLostLetter = (text: string): boolean => LOST.test(text)

/** Control characters between letters are letters of a font without names for them. */
const CONTROL = /(?<=\p{L})(?:(?!\s)\p{Cc})+(?=\p{L})/gu

/** Returns the text of a PDF with U+FFFD for each letter of a font without names. */
export const markLostLetters = (text: string): string => text.replace(CONTROL, '\ufffd')
