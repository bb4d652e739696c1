import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SyncError } from '../../../sync-error.ts'
import { readMarca } from './read-marca.ts'
import { readSaved, type SavedAnswer } from './read-saved.ts'

let folder: string
let file: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'saved-answers-'))
  file = join(folder, 'saved.json')
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function readFrom(path: string): Promise<SavedAnswer[]> {
  const answers: SavedAnswer[] = []
  for await (const answer of readSaved(path)) {
    answers.push(answer)
  }
  return answers
}

async function read(content: string | Uint8Array): Promise<SavedAnswer[]> {
  await writeFile(file, content)
  return readFrom(file)
}

const refusal = (reading: Promise<unknown>): Promise<unknown> =>
  reading.then(
    () => 'read',
    (error) => (error instanceof SyncError ? [error.code, error.message] : error),
  )

const marca = (NumeroSolicitud: unknown) => ({ NumeroSolicitud, Denominacion: 'ÑANDÚ' })
const ONE = marca('1.241.347')
const TWO = marca(1241348)
const asMarca = (answer: unknown) => ({ Hash: 'h', Marca: answer })
const asObject = (answer: unknown) => ({ d: asMarca(answer) })
const asText = (answer: unknown) => ({ d: JSON.stringify(asMarca(answer)) })
const FORMS = { bare: (answer: unknown) => answer, asMarca, asObject, asText }

const both = [
  { position: 1, nroSolicitud: '1241347', answer: ONE },
  { position: 2, nroSolicitud: '1241348', answer: TWO },
]

describe('saved answers', () => {
  test.each(Object.entries(FORMS))('may be one, an array, or one per line: %s', async (_, form) => {
    const [one, two] = [JSON.stringify(form(ONE)), JSON.stringify(form(TWO))]
    expect(await read(one)).toEqual(both.slice(0, 1))
    expect(await read(JSON.stringify(form(ONE), null, 2))).toEqual(both.slice(0, 1))
    expect(await read(`[${one},\n${two}]`)).toEqual(both)
    expect(await read(`\ufeff\r\n${one}\r\n\r\n  ${two}`)).toEqual(both)
    expect(await read(`[${one}]\n${two}\n`)).toEqual(both)
    expect(await read(Buffer.from(`\ufeff${one}\r\n${two}\r\n`, 'utf16le'))).toEqual(both)
  })

  test('may have several forms in one file', async () => {
    const forms = Object.values(FORMS).map((form) => form(ONE))
    const wanted = forms.map((_, index) => ({ position: index + 1, nroSolicitud: '1241347', answer: ONE }))
    expect(await read(JSON.stringify(forms))).toEqual(wanted)
    expect(await read(forms.map((form) => JSON.stringify(form)).join('\n'))).toEqual(wanted)
  })

  test('are read with any line separators in their texts', async () => {
    const answer = { ...ONE, Denominacion: 'A\u2028B\u2029C\nD \ud83d\ude00' }
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...Object.values(FORMS)), { minLength: 1 }),
        async (forms) => {
          const lines = forms.map((form) => JSON.stringify(form(answer)))
          const wanted = lines.map((_, index) => ({ position: index + 1, nroSolicitud: '1241347', answer }))
          expect(await read(lines.join('\n'))).toEqual(wanted)
          expect(await read(`[${lines.join(',')}]`)).toEqual(wanted)
        },
      ),
      { numRuns: 20 },
    )
  })

  test('without a number are returned, for readMarca to reject', async () => {
    const odd = [
      1,
      null,
      'x',
      {},
      marca('x'),
      marca('0'),
      marca({}),
      { d: null },
      { d: '5' },
      { Marca: null },
    ]
    const answers = await read(JSON.stringify(odd))
    expect(answers.map(({ nroSolicitud }) => nroSolicitud)).toEqual(odd.map(() => null))
    expect(answers.map(({ answer }) => answer)).toEqual([...odd.slice(0, 7), null, 5, null])
    for (const { answer, nroSolicitud } of answers) {
      expect(readMarca(answer, nroSolicitud ?? '')).toHaveProperty('reason')
    }
  })

  test('with a number are applications, even if they have fields of a wrapper', async () => {
    const answer = { ...ONE, d: 'x', Marca: 'y' }
    expect(await read(JSON.stringify(answer))).toEqual([{ position: 1, nroSolicitud: '1241347', answer }])
  })
})

describe('a file of saved answers is refused', () => {
  const unreadable = (message: string) => ['file_unreadable', message]

  test('when it is not JSON, with the line if known', async () => {
    const one = JSON.stringify(asText(ONE))
    for (const [content, message] of [
      ['<!DOCTYPE html><html>', 'The file is not JSON.'],
      ['{"d":', 'The file is not JSON.'],
      [`[${one},\n${one}\n${one}]`, 'The file is not JSON: see line 3.'],
      [`${one}\n\n${one.slice(0, -9)}\n${one}`, 'Line 3 of the file is not JSON.'],
      [`${one}\n${one} ${one}`, 'Line 2 of the file is not JSON.'],
      [`${one}\n]`, 'Line 2 of the file is not JSON.'],
      [
        JSON.stringify({ d: '{"Marca":{"Estado":"T","Estado":"R"}}' }),
        'An object in the JSON has a member twice, so it is unknown which value applies.',
      ],
      [
        JSON.stringify([asText(ONE), { d: 'límite' }]),
        'Answer 2 of the file has invalid JSON in its member d.',
      ],
    ] as const) {
      expect([content, await refusal(read(content))]).toEqual([content, unreadable(message)])
    }
  })

  test('before its first answer is returned', async () => {
    await writeFile(file, `${JSON.stringify(asText(ONE))}\n${JSON.stringify({ d: '{' })}`)
    expect(await refusal(readSaved(file).next())).toEqual(
      unreadable('Answer 2 of the file has invalid JSON in its member d.'),
    )
  })

  test('when it is neither UTF-8 nor UTF-16 with its byte order mark', async () => {
    const message = 'The file is not JSON: it is not UTF-8 text.'
    for (const encoding of ['latin1', 'utf16le'] as const) {
      const bytes = Buffer.from(`${JSON.stringify(ONE)}Ñ`, encoding)
      expect(await refusal(read(bytes))).toEqual(unreadable(message))
    }
  })

  test('when it has no answers', async () => {
    for (const content of ['', ' \n', '\ufeff']) {
      expect(await refusal(read(content))).toEqual(['no_rows', 'The file is empty.'])
    }
    expect(await refusal(read('[]'))).toEqual(['no_rows', 'There are no answers in the file.'])
  })

  test('when it is larger than 64 MB', async () => {
    await writeFile(file, JSON.stringify(ONE))
    for (const size of [64 * 1024 * 1024 + 1, 2 ** 33]) {
      await truncate(file, size)
      expect(await refusal(readFrom(file))).toEqual(['too_large', 'The file is larger than 64 MB.'])
    }
  })

  test('when it is missing or not a regular file', async () => {
    expect(await refusal(readFrom(join(folder, 'none')))).toEqual(unreadable('There is no such file.'))
    await mkdir(join(folder, 'folder'))
    expect(await refusal(readFrom(join(folder, 'folder')))).toEqual(
      unreadable('This is a folder or a pipe, not a file.'),
    )
    execFileSync('mkfifo', [join(folder, 'pipe')])
    expect(await refusal(readFrom(join(folder, 'pipe')))).toEqual(
      unreadable('This is a folder or a pipe, not a file.'),
    )
  })
})

test('an error about a file contains none of its text', async () => {
  await writeFile(file, '[{"Rut":"12.345.678-5","Nombre":tru}]')
  const error = await readFrom(file).catch((thrown: Error) => thrown)
  expect(error).toBeInstanceOf(SyncError)
  expect(`${(error as Error).stack}${String((error as Error).cause)}`).not.toMatch(/Rut|12\.345/)
})
