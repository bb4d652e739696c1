/**
 * Number formats that every workbook has without defining them and that show a day (ECMA-376 part 1,
 * 18.8.30), East Asian ones included. Those of a time alone (18-21, 32, 33, 45-47) are not among them.
 */
const BUILT_IN_DATES: ReadonlySet<number> = new Set([
  14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58,
])

/** Whether the number format of this id, defined by the workbook or built in, shows a day. */
export const isDateFormat = (id: number, defined: ReadonlyMap<number, string>): boolean => {
  const code = defined.get(id)
  return code === undefined ? BUILT_IN_DATES.has(id) : isDateCode(code)
}

/** What stands in a code for itself: quoted and escaped text, the width of a character, a fill. */
const LITERALS = /"[^"]*"|\\.|_.|\*./gs

/** Colours, conditions, currencies and languages; not elapsed time such as `[hh]`. */
const BRACKETS = /\[(?!(?:h+|m+|s+)\])[^\][]*\]/gi

/**
 * Whether a format code shows a day: it has a year or day, or an `m` that is a month because neither hours
 * nor seconds stand in the code.
 */
export function isDateCode(code: string): boolean {
  const bare = code.replaceAll(LITERALS, '').replaceAll(BRACKETS, '').toLowerCase()
  return /[dy]/.test(bare) || (bare.includes('m') && !/[hs]|\[m+\]/.test(bare))
}
