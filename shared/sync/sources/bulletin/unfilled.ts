import { isTemplateField } from '../../text/template-field.ts'

/** Matches a text that consists of template fields (`«…»`, `[…]`), or begins with a field such as `«Nombre»`. */
const IN_SIGNS = /^(?:\s*(?:«[^«»]+»|\[[^[\]]+\]))+\s*$|^«[^\s«»]+»/
/** Matches a text with at least three letters, all of them x, and without digits: `XXX Xxxxxx`. */
const ONLY_X = /^(?:[^\p{L}\p{N}]*x){3,}[^\p{L}\p{N}]*$/iu
/** Matches an error value of a formula in a sheet, in Spanish or English, such as `#N/A`. */
const SHEET_ERROR = /(?<!\S)#(?:N\/[AD]|[¡¿]?[\p{Lu}\d/_]+[!?])(?!\S)/u

/** Returns whether the words of an event are an unfilled field of a template, or contain an error value of a sheet. */
export const isUnfilled = (words: string): boolean =>
  isTemplateField(words) || IN_SIGNS.test(words) || ONLY_X.test(words) || SHEET_ERROR.test(words)
