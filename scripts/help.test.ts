import { Command, type CommanderError } from 'commander'
import { afterEach, describe, expect, test } from 'vitest'
import { program as bench } from '../bench/main.ts'
import { textWidth } from '../local/text-width.ts'
import { program as backup } from './backup.ts'
import { program as build } from './build.ts'
import { program as clientTypes } from './client-types.ts'
import { GUIDES } from './examples.ts'
import { breakCommand, commandsOf } from './help.ts'
import { program as invoke } from './invoke.ts'
import { program as keys } from './keys.ts'
import { program as migrate } from './migrate.ts'
import { program as openapi } from './openapi.ts'
import { program as reindex } from './reindex.ts'
import { program as restore } from './restore.ts'
import { errorSentences, prepare } from './run-command.ts'
import { program as sync } from './sync.ts'

const programs = [keys, sync, backup, restore, migrate, reindex, openapi, clientTypes, build, invoke, bench]
programs.forEach(prepare)
const commands = programs.flatMap(commandsOf)
const isHelp = ([, name]: [Command, string]): boolean => name.endsWith(' help')
const names = commands.filter((each) => !isHelp(each)).map(([, name]) => name)

/** Returns the output of a program for these arguments, on a terminal with `columns` columns, and its exit code. */
async function typed(program: Command, args: string[], columns?: number, colours = false) {
  const said = { out: '', err: '', code: 0, acted: false }
  for (const [command] of commandsOf(program)) {
    command
      .configureOutput({
        writeOut: (text) => (said.out += text),
        writeErr: (text) => (said.err += text),
        getOutHelpWidth: () => columns as number, // in a pipe, commander returns undefined
        getErrHelpWidth: () => columns as number,
        getOutHasColors: () => colours,
        getErrHasColors: () => colours,
      })
      .exitOverride()
    if (Reflect.get(command, '_actionHandler') !== null) {
      command.action(() => {
        said.acted = true
      })
    }
  }
  await program.parseAsync(args, { from: 'user' }).catch((error: CommanderError) => {
    said.code = error.exitCode
  })
  return said
}

const programOf = (name: string): Command =>
  programs.find((program) => program.name() === name.split(' ')[0]) ?? new Command()

/** Returns the help that a command prints with `--help`. */
const helpOf = async (name: string, columns?: number, colours = false): Promise<string> =>
  (await typed(programOf(name), [...name.split(' ').slice(1), '--help'], columns, colours)).out

/** Returns the arguments that a shell would pass for a command line, without redirections. */
const words = (line: string): string[] =>
  [...line.replace(/[<>] \S+/, '').matchAll(/"([^"]*)"|(\S+)/g)].map(
    ([, quoted, word]) => quoted ?? word ?? '',
  )

describe('the help', () => {
  const { INIT_CWD } = process.env
  afterEach(() => {
    if (INIT_CWD === undefined) delete process.env.INIT_CWD
    else process.env.INIT_CWD = INIT_CWD
  })

  test.each(names)(
    'of %s fits into 80 columns and 60, and lists its examples and exit codes',
    async (name) => {
      const [script, ...command] = name.split(' ')
      for (const [columns, byNpm] of [
        [80, true],
        [80, false],
        [60, true],
        [60, false],
      ] as const) {
        if (byNpm) process.env.INIT_CWD = '/'
        else delete process.env.INIT_CWD
        const start = [byNpm ? `npm run ${script} --` : `node scripts/${script}.ts`, ...command].join(' ')
        const help = await helpOf(name, columns)
        expect(help.split('\n').filter((line) => textWidth(line) > columns)).toEqual([])
        expect(help.slice(0, start.length + 7)).toBe(`Usage: ${start}`)
        expect(help).toContain(`\nExamples:\n  ${start.replace(/ --$/, '')}`)
        expect(help).toMatch(
          /\nExit codes:\n {2}0 {4}\S.*\n(.*\n)* {2}1 .*\n(.*\n)* {2}2 .*\n(.*\n)* {2}130 /,
        )
      }
    },
  )

  test.each(names)('of %s describes the command and each option and argument', (name) => {
    const [command = new Command()] = commands.find((each) => each[1] === name) ?? []
    expect(command.description()).toMatch(/^[A-Z].*\.$/s)
    for (const { description } of [...command.options, ...command.registeredArguments]) {
      expect(description).toMatch(/\S/)
    }
  })

  test('in a pipe has 80 columns, and help and --help are the same', async () => {
    expect(await helpOf('keys create')).toBe(await helpOf('keys create', 80))
    expect((await typed(keys, ['help', 'create'])).out).toBe(await helpOf('keys create'))
  })

  test('has colours on request, and the same text without them', async () => {
    const plain = await helpOf('sync sheets', 80)
    const coloured = await helpOf('sync sheets', 80, true)
    expect(plain).not.toContain('\u001b')
    expect(coloured).toContain('\u001b[1mExamples:\u001b[22m')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the escape sequence of a colour has a control character
    expect(coloured.replaceAll(/\u001b\[\d+m/g, '')).toBe(plain)
  })

  test('lists the options of the command before the common ones', async () => {
    const options = [...(await helpOf('keys create')).matchAll(/^ {2}(?:-h, )?(--[a-z]+)/gm)].map(
      ([, name]) => name,
    )
    expect(options).toEqual([
      ...['--consumer', '--scopes', '--unrestricted', '--quota', '--burst', '--expires'],
      ...['--reason', '--json', '--help'],
    ])
  })
})

test('every command has a guide, and every guide a command', () => {
  expect(Object.keys(GUIDES).sort()).toEqual(names.toSorted())
})

test.each(
  Object.entries(GUIDES).flatMap(([name, { examples }]) => examples.map(([args]) => `${name} ${args}`)),
)('the example "%s" is accepted', async (line) => {
  const [name = '', ...args] = words(line)
  expect(await typed(programOf(name), args)).toEqual({ out: '', err: '', code: 0, acted: true })
})

test('a long example is broken between its options with a backslash', () => {
  expect(breakCommand('npm run x -- do --name "a b" --list a,b < file', 22)).toEqual([
    'npm run x -- do \\',
    '  --name "a b" \\',
    '  --list a,b < file',
  ])
})

describe('a suggestion is shown', () => {
  test.each([
    ['keys', ['crate'], 'create'],
    ['keys', ['create', '--consumr', 'x'], '--consumer'],
    ['keys', ['create', '--consumer', 'x', '--unrestrictd'], '--unrestricted'],
    ['keys', ['update', 'key_x', '--qouta=5'], '--quota'],
    ['keys', ['create', '--scopes', 'brand:read,insight:read'], 'brands:read,insights:read'],
    ['sync', ['bulletn'], 'bulletin'],
    ['sync', ['status', '--jsn'], '--json'],
    ['backup', ['verify', '--al'], '--all'],
    ['restore', ['--idenity', 'x'], '--identity'],
    ['migrate', ['--jsno'], '--json'],
    ['reindex', ['--jsno'], '--json'],
    ['invoke', ['--lamda', 'x'], '--lambda'],
    ['bench', ['serch'], 'search'],
    ['bench', ['--mark', '5'], '--marks'],
  ] as const)('by %s for %j: %s', async (name, args, meant) => {
    const { err, code } = await typed(programOf(name), [...args])
    expect(err).toContain(`Did you mean ${meant}?`)
    expect(code).toBe(1)
  })
})

describe('an error', () => {
  test.each([
    ["error: unknown option '--x'", "Unknown option '--x'."],
    ["error: unknown option '--jsn'\n(Did you mean --json?)", "Unknown option '--jsn'. Did you mean --json?"],
    [
      "error: option '--quota <n>' argument 'x' is invalid. It must be 1.",
      "--quota cannot be 'x'. It must be 1.",
    ],
    [
      "error: option '-l, --lambda <file>' argument missing",
      "Option '-l, --lambda <file>' argument missing.",
    ],
    [
      "error: command-argument value 'x' is invalid for argument 'run'. It is a number.",
      "The run cannot be 'x'. It is a number.",
    ],
    ['error: functions/x.ts exports no function "y"', 'functions/x.ts exports no function "y".'],
  ])('%j is one sentence: %s', (message, sentence) => {
    expect(errorSentences(`${message}\n`)).toBe(sentence)
  })

  test('in an option is reported before a missing required option', async () => {
    expect((await typed(restore, ['--idenity', 'x'])).err).toMatch(/^Unknown option '--idenity'/)
    expect((await typed(restore, [])).err).toMatch(/^Required option '--identity <file>' not specified\.\n/)
  })

  test('of a missing command lists the commands on standard error', async () => {
    expect(await typed(sync, [])).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(/Commands:.*Examples:/s),
    })
  })
})
