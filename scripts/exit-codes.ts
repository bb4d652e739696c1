/** What the commands end with; the same number means the same everywhere. `ConfigError` has the one of a setting. */
export const EXIT = { done: 0, refused: 1, wrongSetting: 2, interrupted: 130 } as const

/** The same in words, for the help. */
export const EXIT_MEANINGS: Readonly<Record<number, string>> = {
  [EXIT.done]: 'done',
  [EXIT.refused]: 'not done: a mistake in what was typed, or what standard error says',
  [EXIT.wrongSetting]: 'not begun: a setting is wrong',
  [EXIT.interrupted]: 'interrupted, as by Ctrl-C',
}
