const SOFT_HYPHEN = /\u00ad$/
/** A word that was broken at a line's end; codes and numbers are none. */
const BROKEN_WORD = /(?<=\p{Ll})[-‐]$/u

/** A text from the lines that it takes; a word that a hyphen breaks at a line's end is whole again. */
export const joinLines = (lines: readonly string[]): string =>
  lines
    .filter((line) => line !== '')
    .reduce((text, line) => {
      if (SOFT_HYPHEN.test(text) || (BROKEN_WORD.test(text) && /^\p{Ll}/u.test(line))) {
        return text.slice(0, -1) + line
      }
      return text === '' || text.endsWith('/') ? text + line : `${text} ${line}`
    }, '')
