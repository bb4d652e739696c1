import { afterAll, beforeAll, expect, test } from 'vitest'
import { textWidth } from '../../local/text-width.ts'
import { type KeysCommand, keysCommand } from '../support/keys-command.ts'
import { onTerminals, runOnTerminal } from '../support/terminal.ts'

// biome-ignore lint/suspicious/noControlCharactersInRegex: what a terminal takes for a colour begins with one
const COLOURS = /\u001b\[\d+m/g
const ESCAPE = '\u001b'
const NAME = 'Estudio Jurídico Valdovinoz & Brañesa, 株式会社トヨタ自動車の商標部門'

let keys: KeysCommand
beforeAll(async () => {
  keys = await keysCommand()
  await keys.make({ consumer: NAME })
})
afterAll(() => keys.drop())

/** Returns the lines that `keys list`, or another subcommand, shows on a terminal of the given width. */
async function shown(columns: number, env: Record<string, string>, typed = 'list', ends = 0) {
  const settings = { DATABASE_URL: keys.url, LOG_LEVEL: 'silent', ...env }
  const { code, lines } = await runOnTerminal(columns, `keys.ts ${typed}`, settings)
  expect(code).toBe(ends)
  return lines
}

onTerminals('a terminal gets colours, and no line wider than the terminal', async () => {
  const lines = await shown(60, {})
  expect(lines.filter((line) => textWidth(line.replaceAll(COLOURS, '')) > 60)).toEqual([])
  expect(lines[0]).toContain('\u001b[1mID\u001b[22m')
  expect(lines[1]).toContain('\u001b[32mactive\u001b[39m')
  expect(lines.join('')).toContain('Estudio Jurídico')
})

onTerminals('a terminal gets the same help with --help and without arguments', async () => {
  const asked = await shown(80, {}, '--help')
  expect(asked[0]).toContain('\u001b[1mUsage:\u001b[22m ')
  expect(await shown(80, {}, '', 1)).toEqual(asked)
})

onTerminals.each([{ NO_COLOR: '1' }, { TERM: 'dumb' }])('a terminal with %j gets no colours', async (env) => {
  const lines = await shown(200, env)
  expect(lines.join('')).not.toContain(ESCAPE)
  expect(lines[1]).toContain(NAME)
})

/** Runs `keys rotate` of a new key on a terminal with typed input, and returns its output and the state of the key. */
async function rotate(options: string, typed: string) {
  const { id } = await keys.make()
  const env = { DATABASE_URL: keys.url, LOG_LEVEL: 'silent' }
  const { code, lines } = await runOnTerminal(200, `keys.ts rotate ${id} ${options}`, env, typed)
  return { id, code, text: lines.join('\n'), state: (await keys.look(id)).state }
}

onTerminals('a terminal shows a question before a rotation ends a key at once', async () => {
  const agreed = await rotate('', 'y\n')
  expect(agreed).toMatchObject({ code: 0, state: 'revoked' })
  expect(agreed.text).toContain(`${agreed.id} of tester becomes invalid as soon as the new key is created`)
  for (const typed of ['n\n', '\n', '']) {
    const refused = await rotate('', typed)
    expect(refused).toMatchObject({ code: 1, state: 'active' })
    expect(refused.text).toContain(`Nothing was changed: ${refused.id} stays valid.`)
  }
})

onTerminals.each([
  ['--now', 'revoked'],
  ['--overlap 24h', 'active'],
])('a terminal shows no question for a rotation with %s', async (options, state) => {
  const ended = await rotate(options, '')
  expect(ended).toMatchObject({ code: 0, state, text: expect.not.stringContaining('[y/N]') })
})

test('a pipe gets the full text without colours', async () => {
  const said = await keys.say('list')
  expect(said).not.toContain(ESCAPE)
  expect(said).toContain(NAME)
})
