/** The exit codes of the commands. A `ConfigError` ends a command with `wrongSetting`. */
export const EXIT = { done: 0, refused: 1, wrongSetting: 2, interrupted: 130 } as const

/** The meaning of each exit code, for the help. */
export const EXIT_MEANINGS: Readonly<Record<number, string>> = {
  [EXIT.done]: 'done',
  [EXIT.refused]: 'not done: wrong arguments, or an error that standard error reports',
  [EXIT.wrongSetting]: 'not started: a setting is wrong',
  [EXIT.interrupted]: 'interrupted, as by Ctrl-C',
}
