import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { tags } from '../support/lambda/intrinsic-functions.ts'
import { runProgram } from '../support/run-script.ts'

const read = (path: string): Promise<string> => readFile(new URL(`../../${path}`, import.meta.url), 'utf8')

const page = await read('docs/operate/lambda.md')
const template: { Parameters: object; Outputs: object } = parse(await read('template.yaml'), {
  customTags: tags,
})

const named = (pattern: RegExp): string[] => [
  ...new Set([...page.matchAll(pattern)].map(({ groups }) => groups?.name ?? '')),
]

describe('the page on deploying the stack', () => {
  test('uses existing outputs of the template, and all of them', () => {
    const asked = named(/\b(?:output|invoke) (?<name>[A-Z]\w+)/g)
    const outputs = Object.keys(template.Outputs)
    expect(asked.filter((name) => !outputs.includes(name))).toEqual([])
    expect(outputs.filter((name) => !page.includes(name))).toEqual([])
  })

  test('sets existing parameters of the template', () => {
    const set = named(/[ `](?<name>[A-Z][a-zA-Z]+)=/g).filter((name) => !/^[A-Z_]+$/.test(name))
    expect(set).toEqual(expect.arrayContaining(['EngineVersion', 'DatabaseReady', 'ZoneA']))
    expect(set.filter((name) => !Object.hasOwn(template.Parameters, name))).toEqual([])
  })
})

/** Replaces the AWS CLI, because there is no account: writes the output of an invocation and ends with its exit code. */
const CLI = `#!/bin/sh
case "$*" in *describe-stacks*) echo the-function; exit;; esac
for last; do :; done
case "$THE_FUNCTION" in
  answers) printf '{"applied":[]}' > "$last"; echo None ;;
  fails) printf '{"errorMessage":"refused"}' > "$last"; echo Unhandled ;;
  *) echo 'Could not connect' >&2; exit 255 ;;
esac
`

describe('its command that invokes a function', () => {
  let folder: string
  let commands: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'lambda-page-'))
    await writeFile(join(folder, 'aws'), CLI)
    await chmod(join(folder, 'aws'), 0o755)
    commands = /^deploy\(\) \{.*?(?=^```)/ms.exec(page)?.[0] ?? ''
  })
  afterAll(() => rm(folder, { recursive: true, force: true }))

  test.each([
    ['continues if the function succeeds', 'answers', '{"applied":[]}\nwent on\n'],
    ['stops if the function fails, and shows its error', 'fails', '{"errorMessage":"refused"}\n'],
    ['stops if nothing answers', 'is not there', '\n'],
  ])('%s', async (_, state, out) => {
    const script = `${commands}\ninvoke MigrateFunction '{}' && echo went on`
    const env = { PATH: `${folder}:${process.env.PATH}`, TMPDIR: folder, THE_FUNCTION: state }
    expect(await runProgram('bash', ['-c', script], { env })).toMatchObject({ out })
  })
})
