import { type TextLine, textOfLine } from '../../../formats/pdf/text-lines.ts'
import { foldWords } from '../../../text/fold-words.ts'
import { quote } from '../../../values/quote.ts'
import type { RawEntry } from '../raw-entry.ts'
import { startsEntry } from './alone.ts'

/** Matches, after `foldWords`, the words of a notice that corrects another text. */
const NOTICE = /\b(?:donde dice|debe decir|fe de erratas)\b/
/** Matches the application numbers within a text, but not the numbers of resolutions. */
const NUMBERS = /(?<![\d/.])(?:\d{1,3}(?:\.\d{3}){1,2}|\d{5,9})(?![\d/])/g

/**
 * Rejects the entries that a notice of correction (`donde dice … debe decir …`) mentions. Application numbers in the line
 * above or below the notice also count.
 */
export function rejectCorrected(entries: readonly RawEntry[], lines: readonly TextLine[]): RawEntry[] {
  const reasons = new Map(
    lines.flatMap((line, index) => {
      const isNotice = !startsEntry(line) && NOTICE.test(foldWords(textOfLine(line)))
      return isNotice
        ? lines
            .slice(Math.max(0, index - 1), index + 2)
            .filter((each) => !startsEntry(each))
            .flatMap((each) => textOfLine(each).match(NUMBERS) ?? [])
            .map(
              (number) => [digitsOf(number), `The notice ${quote(textOfLine(line))} corrects it.`] as const,
            )
        : []
    }),
  )
  return entries.map((entry) => ({
    ...entry,
    broken: entry.broken ?? reasons.get(digitsOf(entry.number)) ?? null,
  }))
}

const digitsOf = (number: string): string => number.replace(/\D/g, '').replace(/^0+/, '')
