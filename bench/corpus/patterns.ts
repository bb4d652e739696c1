/**
 * Patterns of names with their relative frequencies. A capital letter or a 9 is a slot, for which a word is drawn:
 *
 *   W  a word, everyday or coined
 *   C  a word, mostly coined
 *   J  two words in one
 *   K  two or three letters
 *   T  a trade before a name
 *   Q  a word after a name
 *   G  a weak word (WEAK_WORDS in words.ts)
 *   H  Chile
 *   P  a town
 *   R  a region
 *   9  a number
 *
 * All other characters are used unchanged.
 */

export const PATTERNS: readonly (readonly [string, number])[] = [
  ['C', 280],
  ['J', 50],
  ['K', 12],
  ['C.cl', 13],
  ['C9', 17],
  ['www.C.cl', 3],
  ['J.cl', 5],

  ['W W', 116],
  ['9 W', 4],
  ['T W', 84],
  ['W Q', 52],
  ['K W', 26],
  ['G W', 14],
  ['W H', 11],
  ['el W', 13],
  ['la W', 9],
  ['los W', 4],
  ['W 9', 18],
  ["W's W", 3],
  ['W’s', 2],

  ['W W W', 42],
  ['T W W', 12],
  ['W & W', 15],
  ['W del W', 7],
  ['T del W', 7],
  ['W by W', 9],
  ['K W Q', 7],
  ['W W 9', 4],
  ['W y W', 5],
  ['W de P', 4],
  ['W de W', 4],
  ['T de W', 4],
  ['the W Q', 6],
  ['la W W', 4],
  ['el W W', 4],
  ['T W & W', 4],
  ['T W H', 3],
  ['G W P', 4],

  ['W W W W', 17],
  ['W W del W', 6],
  ['T W del R', 5],
  ['la W de W', 3],
  ['el W de W', 3],
  ['la W del W', 5],
  ['el W del W', 4],
  ['W de la W', 3],
  ['T y T W', 3.5],
  ['T W de P', 3.5],
  ['W - W W', 4],
  ['T W by W', 4],
  ['T los W W', 5],
  ['W W, W W', 3],

  ['W W W W W', 5],
  ['T y T W W', 2.5],
  ['W, W y W W', 4],
  ['the W Q by W W', 3],
  ['T W W del R', 2],
  ['W W de la W', 1.5],
  ['los W y las W del W', 1.5],

  ['W W W W y W', 2],
  ['K W W W W W', 3],
  ['T de W y W W', 3],
  ['el W que W tu W', 3],
  ['T y T W W & W', 2],
  ['T W W W y W P', 3],
  ['K W W by W W Q', 3],
  ['T de W, W y W del R', 2],
  ['W W W, la W de tu W', 3],
  ['todo el W y la W en un W', 2],
]

export const SLOGANS: readonly (readonly [string, number])[] = [
  ['el W que W tu W', 3],
  ['W W, W W', 4],
  ['tu W, nuestra W', 3],
  ['más W para tu W', 3],
  ['donde la W es W', 2],
  ['W con W del R', 2],
  ['la W de W W W', 2],
  ['¡W, W y W!', 2],
  ['W W W W W', 3],
]
