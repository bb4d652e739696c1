import { styleText } from 'node:util'

/** What a word is shown in. The word itself always says the same: nothing is told by its colour alone. */
export type Style = 'bold' | 'dim' | 'green' | 'yellow' | 'red'

/** Where something is printed. */
export interface Screen {
  /** Its columns; without end where nobody looks at lines: in a pipe, in a file. */
  readonly width: number
  paint(style: Style, text: string): string
}

/** A pipe or a file, for which nothing is shortened, wrapped or coloured. */
export const PIPE: Screen = { width: Number.POSITIVE_INFINITY, paint: (_, text) => text }

/** The width of a terminal that does not tell its own. */
const NARROW = 80

/** What a stream goes to. Node knows whether it wants colours: by the terminal, NO_COLOR, FORCE_COLOR and TERM=dumb. */
export const screenOf = (stream: NodeJS.WriteStream): Screen => ({
  width: stream.isTTY ? stream.columns || NARROW : PIPE.width,
  paint: (style, text) => styleText(style, text, { stream }),
})
