import { styleText } from 'node:util'

/** The style of a text. The text must be clear without the style, which is lost in a pipe. */
export type Style = 'bold' | 'dim' | 'green' | 'yellow' | 'red'

/** A terminal, a pipe or a file as the target of output. */
export interface Screen {
  /** The number of columns; infinite for a pipe or a file. */
  readonly width: number
  paint(style: Style, text: string): string
}

/** The screen for a pipe or a file: nothing is shortened, wrapped or coloured. */
export const PIPE: Screen = { width: Number.POSITIVE_INFINITY, paint: (_, text) => text }

/** The assumed width of a terminal that does not report its width. */
const NARROW = 80

/** Returns the screen of a stream. Node decides on colours by the terminal, NO_COLOR, FORCE_COLOR and TERM=dumb. */
export const screenOf = (stream: NodeJS.WriteStream): Screen => ({
  width: stream.isTTY ? stream.columns || NARROW : PIPE.width,
  paint: (style, text) => styleText(style, text, { stream }),
})
