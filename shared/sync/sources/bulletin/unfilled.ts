import { isTemplateField } from '../../text/template-field.ts'

/** Unfilled fields of a template: a text of only such fields, or a text that begins with a field without a space. */
const IN_SIGNS = /^(?:\s*(?:«[^«»]+»|\[[^[\]]+\]))+\s*$|^«[^\s«»]+»/
/** `XXX Xxxxxx`. */
const ONLY_X = /^(?:[^\p{L}\p{N}]*x){3,}[^\p{L}\p{N}]*$/iu
/** The error values of formulas in a sheet, in Spanish or English. */
const SHEET_ERROR = /(?<!\S)#(?:N\/[AD]|[¡¿]?[\p{Lu}\d/_]+[!?])(?!\S)/u

/** Returns whether the words of an event are a field of a template, or an error of a sheet, in place of its words. */
export const isUnfilled = (words: string): boolean =>
  isTemplateField(words) || IN_SIGNS.test(words) || ONLY_X.test(words) || SHEET_ERROR.test(words)
