import { foldWords } from '../text/fold-words.ts'
import { LONGEST_NOTICE } from './stated-count.ts'

/** Folded words with which a program reports that it left rows out or ended with an error. */
const LEFT_OUT =
  /^(?:error|fatal error|exception|warning|br)(?: |$)|\b(?:ora \d{5}|sqlstate|traceback|fatal error|stack trace|b warning b|maximum execution time|time ?out|tiempo de espera|out of memory|msg \d+ level|omiti\w+|trunca\w+|incomplet[oa]s?|exced\w+|super\w+ el|limite de (?:filas|registros)|primer[oa]s \d+ (?:filas|registros)|solo se (?:muestran|exportan))\b/

/** Returns whether a line outside the rows reports that rows may be missing. */
export const saysLeftOut = (text: string): boolean =>
  text.length <= LONGEST_NOTICE && LEFT_OUT.test(foldWords(text))
