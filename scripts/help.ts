import { styleText } from 'node:util'
import { type Command, Help, type Option } from 'commander'
import { typedCommand } from '../shared/platform/typed-command.ts'
import { VERSION } from '../shared/platform/version.ts'
import { GUIDES } from './examples.ts'
import { EXIT_MEANINGS } from './exit-codes.ts'

/** The width of the help in a pipe. */
const PIPE_WIDTH = 80
/** Descriptions wrap only if at least this many columns are left. */
const MIN_WRAP_WIDTH = 16

/** Returns a program and its commands, each with its full name. */
export const commandsOf = (program: Command): [command: Command, name: string][] => [
  [program, program.name()],
  ...program.commands.map((command): [Command, string] => [command, `${program.name()} ${command.name()}`]),
]

/** Returns a command as the user types it. */
export function asTyped(name: string, args = ''): string {
  const [script = '', ...command] = name.split(' ')
  return typedCommand(script, [...command, args].join(' ').trim())
}

/** Adds examples, exit codes and styled titles to the help of every command. */
export function addHelp(program: Command): void {
  program.version(`Trademark Read Service ${VERSION}`, '--version', 'show the version')
  for (const [command, name] of commandsOf(program)) {
    const takesH = command.options.some(({ short }) => short === '-h')
    command
      .helpOption(takesH ? '--help' : '-h, --help', 'show this help')
      .configureHelp({
        minWidthToWrap: MIN_WRAP_WIDTH,
        commandUsage: (shown) => asTyped(name, shown.usage()),
        visibleOptions,
        styleTitle: (title) => styleText('bold', title, { validateStream: false }), // commander strips styles in pipes
      })
      .addHelpText('after', ({ error }) => guideOf(command, name, error))
  }
  if (program.commands.length > 0) {
    program.helpCommand('help [command]', 'Show this help, or the help of a command.')
  }
}

/** Returns a section of the help, formatted like the section of the options. */
export function section(
  command: Command,
  title: string,
  entries: readonly [name: string, meaning: string][],
  isError: boolean,
): string {
  const help = helpOf(command, isError)
  const widest = Math.max(...entries.map(([name]) => name.length))
  const items = entries.map(([name, meaning]) => help.formatItem(name, widest, meaning, help))
  return ['', help.styleTitle(title), ...items].join('\n')
}

/** The help lists these options last. */
const COMMON_OPTIONS = ['reason', 'json', 'version', 'help']

function visibleOptions(this: Help, command: Command): Option[] {
  const place = (option: Option) => COMMON_OPTIONS.indexOf(option.attributeName())
  return Help.prototype.visibleOptions.call(this, command).sort((one, other) => place(one) - place(other))
}

function guideOf(command: Command, name: string, isError: boolean): string {
  const { examples = [], exits = {} } = GUIDES[name] ?? {}
  const help = helpOf(command, isError)
  const shown = examples.flatMap(([typed, meaning]) => [
    ...breakCommand(asTyped(name, typed), help.helpWidth - 2).map((line) => `  ${line}`),
    ...wrapped(help, meaning, 6),
  ])
  return [
    ...['', help.styleTitle('Examples:'), ...shown],
    section(command, 'Exit codes:', Object.entries({ ...EXIT_MEANINGS, ...exits }), isError),
  ].join('\n')
}

function helpOf(command: Command, isError: boolean): Help & { helpWidth: number } {
  const { getOutHelpWidth, getErrHelpWidth } = command.configureOutput()
  const helpWidth = (isError ? getErrHelpWidth : getOutHelpWidth)?.() ?? PIPE_WIDTH
  const help = command.createHelp()
  help.prepareContext({ helpWidth })
  return Object.assign(help, { helpWidth })
}

const wrapped = (help: Help & { helpWidth: number }, text: string, indent: number): string[] =>
  help
    .boxWrap(text, help.helpWidth - indent)
    .split('\n')
    .map((line) => ' '.repeat(indent) + line)

/** Matches a part of a command that must stay on one line, such as `--file data.csv` or `> out.txt`. */
const PART = /(?:-\S+|<|>)(?: (?![-<>])(?:"[^"]*"|\S+))?|"[^"]*"|\S+/g

/** Breaks a command into lines, with a backslash before each line break. */
export function breakCommand(typed: string, width: number): string[] {
  const lines: string[] = []
  for (const part of typed.match(PART) ?? []) {
    const last = lines.at(-1)
    if (last !== undefined && `${last} ${part} \\`.length <= width) {
      lines[lines.length - 1] = `${last} ${part}`
    } else {
      lines.push(last === undefined ? part : `  ${part}`)
    }
  }
  return lines.map((line, index) => (index < lines.length - 1 ? `${line} \\` : line))
}
