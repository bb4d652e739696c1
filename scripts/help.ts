import { styleText } from 'node:util'
import { type Command, Help, type Option } from 'commander'
import { typedCommand } from '../shared/platform/typed-command.ts'
import { VERSION } from '../shared/platform/version.ts'
import { GUIDES } from './examples.ts'
import { EXIT_MEANINGS } from './exit-codes.ts'

/** The width of a help that goes into a pipe. */
const USUAL = 80
/** A description that has less room than this stands as it is: nobody could read it. */
const NARROWEST = 16

/** A program and its commands, each with its name. */
export const commandsOf = (program: Command): [command: Command, name: string][] => [
  [program, program.name()],
  ...program.commands.map((command): [Command, string] => [command, `${program.name()} ${command.name()}`]),
]

/** A command of a program as it is typed here. */
export function asTyped(name: string, args = ''): string {
  const [script = '', ...command] = name.split(' ')
  return typedCommand(script, [...command, args].join(' ').trim())
}

/** Gives every command of a program the same help: its examples, its exit codes, and titles that stand out on a terminal. */
export function addHelp(program: Command): void {
  program.version(`Trademark Read Service ${VERSION}`, '--version', 'show the version')
  for (const [command, name] of commandsOf(program)) {
    const takesH = command.options.some(({ short }) => short === '-h')
    command
      .helpOption(takesH ? '--help' : '-h, --help', 'show this help')
      .configureHelp({
        minWidthToWrap: NARROWEST,
        commandUsage: (shown) => asTyped(name, shown.usage()),
        visibleOptions,
        styleTitle: (title) => styleText('bold', title, { validateStream: false }), // commander looks at the stream
      })
      .addHelpText('after', ({ error }) => guideOf(command, name, error))
  }
  if (program.commands.length > 0) {
    program.helpCommand('help [command]', 'Show this help, or that of a command.')
  }
}

/** A section of a help: names and what they mean, as commander shows options. */
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

/** What stands behind the options that only this command has. */
const LAST = ['reason', 'json', 'version', 'help']

function visibleOptions(this: Help, command: Command): Option[] {
  const place = (option: Option) => LAST.indexOf(option.attributeName())
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

/** The help of a command as wide as where it is shown. */
function helpOf(command: Command, isError: boolean): Help & { helpWidth: number } {
  const { getOutHelpWidth, getErrHelpWidth } = command.configureOutput()
  const helpWidth = (isError ? getErrHelpWidth : getOutHelpWidth)?.() ?? USUAL
  const help = command.createHelp()
  help.prepareContext({ helpWidth })
  return Object.assign(help, { helpWidth })
}

const wrapped = (help: Help & { helpWidth: number }, text: string, indent: number): string[] =>
  help
    .boxWrap(text, help.helpWidth - indent)
    .split('\n')
    .map((line) => ' '.repeat(indent) + line)

/** An option with its value, what a shell redirects with its file, or a word. */
const PART = /(?:-\S+|<|>)(?: (?![-<>])(?:"[^"]*"|\S+))?|"[^"]*"|\S+/g

/** A command on as many lines as it needs, each of which a shell reads on from. */
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
