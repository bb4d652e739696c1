import type { TextLine } from '../../../shared/sync/formats/pdf/text-lines.ts'

const SIZE = 9
const LEADING = 12
const WIDTH = 5

/**
 * Lines as a PDF would have them, from plain text in letters of one width: two spaces or more set pieces
 * apart, an empty line is a gap, and a form feed begins a page.
 */
export function linesOfText(text: string): TextLine[][] {
  let number = 0
  return text.split('\f').map((page, index) =>
    page.split('\n').flatMap((line, row): TextLine[] => {
      const pieces = [...line.matchAll(/\S+(?: \S+)*/g)].map(({ 0: words, index: at }) => ({
        x: at * WIDTH,
        end: (at + words.length) * WIDTH,
        text: words,
      }))
      number += pieces.length === 0 ? 0 : 1
      return pieces.length === 0 ? [] : [{ number, page: index + 1, y: row * LEADING, size: SIZE, pieces }]
    }),
  )
}
