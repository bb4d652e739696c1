import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Sheet, SheetRow } from '../sheet.ts'
import { openDelimited } from './open-delimited.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trademark-delimited-'))
})
afterAll(() => rm(folder, { recursive: true }))

const fileOf = async (content: string | Uint8Array): Promise<string> => {
  const path = join(folder, 'sheet.csv')
  await writeFile(path, content)
  return path
}

async function allRows(sheet: Sheet): Promise<SheetRow[]> {
  const rows: SheetRow[] = []
  for await (const batch of sheet.rows) {
    rows.push(...batch)
  }
  return rows
}

async function rowsOf(content: string | Uint8Array): Promise<SheetRow[]> {
  const sheet = await openDelimited(await fileOf(content))
  try {
    return await allRows(sheet)
  } finally {
    await sheet.close()
  }
}

const cellsOf = async (content: string | Uint8Array) => (await rowsOf(content)).map(({ cells }) => cells)
const windows1252 = (text: string): Buffer => Buffer.from(text, 'latin1')

describe('rows of a delimited text', () => {
  test('are its records, numbered by their first line; empty records are left out', async () => {
    expect(await rowsOf('a;b\r\n\r\n;;\r\n"1\r\n2";x;;\r\nlast;')).toEqual([
      { number: 1, cells: ['a', 'b'], written: 2 },
      { number: 4, cells: ['1\r\n2', 'x'], written: 4 },
      { number: 6, cells: ['last'], written: 2 },
    ])
  })

  test('have texts as cells, and null for a blank cell', async () => {
    expect(await cellsOf('a;b;c\n 1 ;;01/02/2019\n ;"";x\n')).toEqual([
      ['a', 'b', 'c'],
      [' 1 ', null, '01/02/2019'],
      [null, null, 'x'],
    ])
  })

  test('are read back unchanged, with any characters in their cells', async () => {
    const cell = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', 'ñ', '"', ';', ',', '\t', '\n', '\r', ' ', '€') }),
      fc.string({ unit: 'grapheme' }),
    )
    const table = fc.array(fc.tuple(cell, cell, cell), { maxLength: 8 })
    const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`
    await fc.assert(
      fc.asyncProperty(table, async (rows) => {
        const lines = rows.map((cells) => `${cells.map(quoted).join(';')};"x"\r\n`)
        const read = await cellsOf(`"a";"b";"c";"d"\r\n${lines.join('')}`)
        const wanted = rows.map((cells) => [...cells.map((text) => (isBlank(text) ? null : text)), 'x'])
        expect(read).toEqual([['a', 'b', 'c', 'd'], ...wanted])
      }),
      { numRuns: 30 },
    )
    function isBlank(text: string): boolean {
      return text === '' || (text.charCodeAt(0) <= 0x20 && text.trim() === '')
    }
  })

  test('may have quotes inside a cell, escaped or not', async () => {
    expect(await cellsOf('n;m;e\n1;BAR "EL RINCON";x\n2;"LUCKY ""D""";y\n3;"EL SOL" BAR;z\n')).toEqual([
      ['n', 'm', 'e'],
      ['1', 'BAR "EL RINCON"', 'x'],
      ['2', 'LUCKY "D"', 'y'],
      ['3', '"EL SOL" BAR', 'z'],
    ])
  })

  test('are split at the separator that gives the most rows the most columns', async () => {
    const names = (separator: string) =>
      ['N°', 'Marca', 'Cobertura'].join(separator) + `\n1${separator}A${separator}"x, y; z\t, ; "\n`.repeat(3)
    for (const separator of [';', ',', '\t', '|']) {
      expect((await cellsOf(names(separator)))[1]).toEqual(['1', 'A', 'x, y; z\t, ; '])
    }
    expect(await cellsOf('Listado, al 3 de mayo, de 2019\n\nN°;Marca\n1;A, B, C, D y otros\n')).toEqual([
      ['Listado, al 3 de mayo, de 2019'],
      ['N°', 'Marca'],
      ['1', 'A, B, C, D y otros'],
    ])
    expect(await cellsOf('N°,Marca,Estado')).toEqual([['N°', 'Marca', 'Estado']])
  })

  test('may escape quotes with backslashes, which are not part of the text', async () => {
    const text = '1;"La \\"Casa\\"";"";x\n2;"A \\"B\\"; C";"C:\\\\";x\n'
    expect(await cellsOf(text)).toEqual([
      ['1', 'La "Casa"', null, 'x'],
      ['2', 'A "B"; C', 'C:\\', 'x'],
    ])
    expect(await cellsOf('1;"El ""A""";"C:\\"\n2;b;c\n')).toEqual([
      ['1', 'El "A"', 'C:\\'],
      ['2', 'b', 'c'],
    ])
  })

  test('have an unreadable cell if its text is too long', async () => {
    expect(await rowsOf(`1;${'x'.repeat(32_768)};2\n`)).toEqual([
      {
        number: 1,
        cells: ['1', null, '2'],
        written: 3,
        unreadable: new Map([[1, 'it has more than 32,767 characters']]),
      },
    ])
  })

  test('may end in LF, CRLF, a mixture of both, or CR', async () => {
    const wanted = [['a', 'b'], ['c', 'd'], ['e']]
    for (const text of ['a;b\nc;d\ne;', 'a;b\r\nc;d\r\ne\r\n', 'a;b\nc;d\r\ne\n', 'a;b\rc;d\re\r']) {
      expect(await cellsOf(text)).toEqual(wanted)
    }
  })

  test('are cut off if the last line has no line break and fewer cells than most rows', async () => {
    const many = 'a;b\nc;d;e\nf;g\n'
    for (const end of ['h', 'h"', '"h"']) {
      await expect(cellsOf(many + end)).rejects.toMatchObject({ code: 'cut_off' })
    }
    for (const end of ['h\n', 'h;i', 'h;', 'h;i;j;k']) {
      expect(await cellsOf(many + end)).toHaveLength(4)
    }
  })

  test('have an unreadable last cell if the file may be cut off in that cell', async () => {
    const lastCell = async (content: string, isComplete?: boolean) => {
      const sheet = await openDelimited(await fileOf(content), isComplete)
      const row = (await allRows(sheet)).at(-1)
      await sheet.close()
      return row?.unreadable?.get(1) ?? row?.cells[1] ?? null
    }
    for (const cell of ['ACME', '9', '', '02/01/20', '2026-01-2', 'BAR "EL SOL"', '"a" b']) {
      const text = `a;b\nc;${cell}`
      expect(await lastCell(text, false)).toBe(
        'the file ends in this cell without a line break, so the cell may be cut off',
      )
      expect(await lastCell(text, true)).toBe(cell || null)
      expect(await lastCell(text)).toBe(cell || null)
      expect(await lastCell(`${text}\n`, false)).toBe(cell || null)
    }
    for (const cell of ['02/01/2026', '2026-01-02 10:', '"ACME"', '"BAR ""EL SOL"""', '""']) {
      expect(await lastCell(`a;b\nc;${cell}`, false)).toBe(await lastCell(`a;b\nc;${cell}\n`, false))
    }
  })

  test('end before a DOS end-of-file byte (0x1A), which is not part of a row', async () => {
    for (const end of ['\x1a', ' \x1a ', '\x1a\r\n', '\x1a\x1a\x1a\n\n']) {
      for (const last of ['c;d', 'c;d;e', 'c']) {
        expect(await cellsOf(`a;b\r\nx;y\r\n${last}\r\n${end}`)).toEqual([
          ['a', 'b'],
          ['x', 'y'],
          last.split(';'),
        ])
      }
    }
    await expect(cellsOf('a;b\nc;d\ne\x1a')).rejects.toMatchObject({ code: 'cut_off' })
  })

  test('may have many lines in a cell', async () => {
    for (const cell of ['carne; pescado\nqueso; leche', '29; carne\n30; pan', 'x\n1.2; y', 'x\n12345 y; z']) {
      expect(await cellsOf(`N°;Cobertura;Estado\n1000001;"${cell}";x\n`)).toEqual([
        ['N°', 'Cobertura', 'Estado'],
        ['1000001', cell, 'x'],
      ])
    }
  })

  test('do not exist in an empty file', async () => {
    expect(await rowsOf('')).toEqual([])
  })
})

describe('the encoding', () => {
  test('may be UTF-8 with or without a byte order mark, UTF-16 with one, or Windows-1252', async () => {
    const text = 'Denominación;“Ñandú”;€\n'
    const utf16 = Buffer.from(`\ufeff${text}`, 'utf16le')
    const contents = [text, `\ufeff${text}`, utf16, Buffer.from(utf16).swap16()]
    for (const content of [...contents, windows1252('Denominaci\xf3n;\x93\xd1and\xfa\x94;\x80\n')]) {
      expect(await cellsOf(content)).toEqual([['Denominación', '“Ñandú”', '€']])
    }
  })

  test('is detected even if the first accent comes after megabytes', async () => {
    const plain = `1;${'x'.repeat(100)}\n`.repeat(30_000)
    expect((await cellsOf(`${plain}2;Ñandú`)).at(-1)).toEqual(['2', 'Ñandú'])
    expect((await cellsOf(windows1252(`${plain}2;\xd1and\xfa`))).at(-1)).toEqual(['2', 'Ñandú'])
  })

  test('is detected as UTF-8 even if chunks end within a character', async () => {
    const names = Array.from({ length: 50 }, () => 'ñ€𝄞'.repeat(1_000))
    for (const shift of [0, 1, 2, 3]) {
      const cells = ['a', 'x'.repeat(shift + 1), ...names]
      expect(await cellsOf(cells.join(';'))).toEqual([cells])
    }
  })

  const names = 'NIÑO;Señorío;Trámite;José;CAFÉ;PEÑALOLÉN;ANGÉLICA\n'
  const encoded = (characters: string, text: string): Buffer =>
    Buffer.from(
      [...text].map((character) => {
        const upper = characters.indexOf(character)
        return upper < 0 ? character.charCodeAt(0) : 0x80 + upper
      }),
    )

  test.each([
    ['code page 850', 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑ'],
    ['Mac Roman', 'ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨'],
  ])(
    'is %s if that gives Spanish letters, and Windows-1252 gives signs within words',
    async (_, characters) => {
      expect(await cellsOf(encoded(characters, names))).toEqual([names.trim().split(';')])
    },
  )

  test('is Windows-1252 even if a few words contain signs', async () => {
    const text = '\xd1and\xfa;Pe\xf1a;Se\xf1or;A\x95B;D\x92OR;10 \x80;\xbfQu\xe9?;ACME\xae\n'
    expect(await cellsOf(windows1252(text))).toEqual([
      ['Ñandú', 'Peña', 'Señor', 'A•B', 'D’OR', '10 €', '¿Qué?', 'ACME®'],
    ])
  })

  test('is Windows-1252 for a text whose only accent is its last letter', async () => {
    expect(await cellsOf(windows1252('a;CAF\xc9'))).toEqual([['a', 'CAFÉ']])
  })
})

describe('a file is refused', () => {
  const refusal = async (content: string | Uint8Array) => {
    const error = await rowsOf(content).catch((thrown) => thrown)
    return { code: error.code, message: error.message }
  }

  test('when it is not delimited text, with a message that names the apparent format', async () => {
    const others: [string | Uint8Array, string][] = [
      ['<!DOCTYPE html>\n<html><body>Acceso denegado</body></html>', 'a web page (HTML)'],
      ['\ufeff \n<HTML lang="es">', 'a web page (HTML)'],
      ['<!-- listado --><TABLE><tr><td>1</td></tr></TABLE>', 'a web page (HTML)'],
      [Buffer.from('\ufeff<table><tr><td>1</td></tr></table>', 'utf16le'), 'a web page (HTML)'],
      ['<?xml version="1.0"?><r/>', 'an XML document'],
      ['{"d": "[]"}', 'JSON'],
      ['[{"a": 1}]', 'JSON'],
      ['%PDF-1.7\n', 'a PDF'],
      [windows1252('\x1f\x8b\x08abc'), 'a file compressed with gzip'],
      [windows1252('PK\x03\x04abc'), 'a ZIP archive or an Excel workbook'],
    ]
    for (const [content, kind] of others) {
      const message = `The file is not delimited text: it looks like ${kind}.`
      expect(await refusal(content)).toEqual({ code: 'not_a_sheet', message })
    }
  })

  test('when its columns are aligned with spaces', async () => {
    const lines = [
      'Solicitud   Marca      Estado',
      '1241347     ÑANDÚ      Registrada',
      '1241348     B, C       Denegada',
    ]
    expect(await refusal(`${lines.join('\n')}\n`)).toEqual({
      code: 'not_a_sheet',
      message:
        'The columns of the file are aligned with spaces (fixed width), without separators: save it as .csv or .xlsx.',
    })
  })

  test('when its encoding is ambiguous, with a message that names the line and both readings', async () => {
    expect(await refusal(Buffer.from('1;NI\xa5O\n2;x\n', 'latin1'))).toEqual({
      code: 'not_a_sheet',
      message:
        'The encoding of the file is not certain: a word on line 1 contains "¥" if read as Windows-1252, ' +
        'or "Ñ" if read as code page 850. Save the file as UTF-8.',
    })
    const mixed = 'NI\xa5O;A\xa5O;Se\xa4or;'.repeat(10) + 'Pe\xf1a;Se\xf1or;'.repeat(20)
    expect(await refusal(Buffer.from(mixed, 'latin1'))).toMatchObject({ code: 'not_a_sheet' })
  })

  test('when it is UTF-32, or UTF-16 without a byte order mark', async () => {
    const text = 'N°;Marca\n1;ÑANDÚ\n'
    const utf32 = Buffer.concat(
      [...`\ufeff${text}`].map((one) => Buffer.from(Uint32Array.of(one.codePointAt(0) ?? 0).buffer)),
    )
    const utf16 = Buffer.from(text, 'utf16le')
    const contents = [
      utf32,
      Buffer.from(utf32).swap32(),
      utf32.subarray(4),
      utf16,
      Buffer.from(utf16).swap16(),
    ]
    for (const content of contents) {
      expect(await refusal(content)).toEqual({
        code: 'not_a_sheet',
        message: 'The encoding of the file is UTF-32, or UTF-16 without a byte order mark: save it as UTF-8.',
      })
    }
  })

  test('when it contains a NUL at any position, or many control characters', async () => {
    for (const content of [`${'a;b\n'.repeat(100_000)}a;\0`, `a;b\n${'\x01\x02'.repeat(100)}`]) {
      expect(await refusal(content)).toMatchObject({ code: 'not_a_sheet' })
    }
  })

  test('but not for a stray control character', async () => {
    expect(await cellsOf('a;\x0b\x1f\x02')).toEqual([['a', '\x0b\x1f\x02']])
  })

  test('when far more lines have the maximum length than any shorter length, because longer lines were cut off', async () => {
    const names = Array.from(
      { length: 60 },
      (_, place) => `${'M'.repeat(30 + place)};${'R'.repeat(10 + (place % 7))}`,
    )
    const cut = names.map((line) => line.slice(0, 80))
    expect(await refusal(`${cut.join('\n')}\n`)).toEqual({
      code: 'cut_off',
      message:
        'Long lines were cut off: 24 lines, such as line 35, have the maximum length of 80 characters (not counting quotes).',
    })
    const padded = names.map((line, place) => `${line.padEnd(100)};${1_000_000 + place}`)
    for (const lines of [names, padded, cut.map((line) => line.slice(1))]) {
      expect(await cellsOf(`${lines.join('\n')}\n`)).toHaveLength(60)
    }
  })

  test('when it ends within quotes or within a character', async () => {
    const message = 'The file ends within quotes that were opened in the record of line 2: it was cut off.'
    expect(await refusal('a;b\n1;"x\ny')).toEqual({ code: 'cut_off', message })
    expect(await refusal(Buffer.from('ñ;b\n1;ñ').subarray(0, -1))).toMatchObject({ code: 'cut_off' })
  })

  test('when it is UTF-8 with a few broken bytes, with a message that names the line of the first one', async () => {
    const good = Buffer.from('1;Ñandú\r\n'.repeat(40_000))
    const bad = Buffer.from([0x31, 0x3b, 0xd1, 0x0d, 0x0a])
    for (const [content, line] of [
      [[good, bad, good], 40_001],
      [[bad, good], 1],
      [[good, bad, good.subarray(0, 3)], 40_001],
      [[good, bad, good, bad, good], 40_001],
      [[good.subarray(0, 1_100), bad, bad, bad, bad, bad], 101],
    ] as const) {
      expect(await refusal(Buffer.concat(content))).toEqual({
        code: 'not_a_sheet',
        message: `The file is UTF-8 with broken bytes, the first of them on line ${line}: it was damaged.`,
      })
    }
  })

  test('but not for broken UTF-8 with few multi-byte characters, which is read as Windows-1252', async () => {
    const spoilt = Buffer.from('1;CafÃ©\n'.repeat(30), 'latin1')
    const content = Buffer.concat([spoilt, windows1252('2;\xd1and\xfa\n'.repeat(3))])
    expect((await cellsOf(content)).at(-1)).toEqual(['2', 'Ñandú'])
  })

  test('when an unclosed quote spans further rows, with a message that names the line where the record begins', async () => {
    const message =
      'A row begins within a cell of the record of line 2: perhaps a quote on line 2 never closes.'
    for (const [start, number] of [
      ['1000001;"EL GATO', '1000002'],
      ['"1000001";"EL GATO', '"1000002"'],
      ['1.000.001;"EL GATO', '1.000.002'],
      ['"1000001;EL GATO', '1000002'],
    ]) {
      for (const lineEnd of ['\n', '\r\n']) {
        const lines = [
          'N°;Marca;Estado',
          `${start};Registrada`,
          `${number};PERRO;x`,
          '1000003;LA "CASA";y',
          '',
        ]
        expect(await refusal(lines.join(lineEnd))).toEqual({ code: 'cut_off', message })
      }
    }
  })

  test('when stray quotes in two rows join the cells between them, whatever their first cells are', async () => {
    for (const [first, second] of [
      ['7', '8'],
      ['A', 'B'],
      ['', ''],
    ]) {
      const lines = [
        'N°;Marca;Estado;Fecha',
        `${first};"EL SOL;x;02/01/2026`,
        `${second};LUNA";y;2026-01-02`,
        '9;C;z;',
        '',
      ]
      expect(await refusal(lines.join('\n'))).toMatchObject({ code: 'cut_off' })
    }
    const dated = '1;"al 02/01/2026; y\n30; pan";x\n'
    expect(await cellsOf(dated)).toEqual([['1', 'al 02/01/2026; y\n30; pan', 'x']])
  })

  test('when a record is longer than 1 MiB, has more than 16,384 columns, or a quote never closes', async () => {
    const tooMuch = 'x'.repeat(1024 * 1024 + 2)
    const tooLong = { code: 'too_large', message: expect.stringContaining('record that begins on line 2 is') }
    for (const content of [`a;b\n1;${tooMuch}`, `a;b\n1;"x\n${'y;z\n'.repeat(500_000)}`]) {
      expect(await refusal(content)).toEqual(tooLong)
    }
    expect(await refusal(`a;b\n${';'.repeat(2_000_000)}`)).toEqual(tooLong)
    expect(await refusal(`a;b\n${';'.repeat(16_384)}`)).toMatchObject({ code: 'too_large' })
    expect(await cellsOf(`a;b\n${';'.repeat(16_383)}`)).toEqual([['a', 'b']])
  })

  test('when it cannot be read, without its path in the message', async () => {
    for (const path of [folder, join(folder, 'absent.csv')]) {
      const error = await openDelimited(path).catch((thrown) => thrown)
      expect(error).toMatchObject({ code: 'file_unreadable', message: 'The file cannot be read.' })
    }
  })
})

describe('an open sheet', () => {
  test('reports its progress', async () => {
    const sheet = await openDelimited(await fileOf('1;ñandú\n'.repeat(100_000)))
    const parts: number[] = [sheet.progress()]
    for await (const _ of sheet.rows) {
      parts.push(sheet.progress())
    }
    expect(parts.length).toBeGreaterThan(4)
    expect(parts).toEqual([...parts].sort((a, b) => a - b))
    expect([parts[0], parts.at(-1)]).toEqual([0, 1])
    await sheet.close()
  })

  test('may be closed before its end, and repeatedly; further reads fail', async () => {
    const sheet = await openDelimited(await fileOf('1;a\n'.repeat(100_000)))
    const rows = sheet.rows[Symbol.asyncIterator]()
    expect((await rows.next()).done).toBe(false)
    await sheet.close()
    await sheet.close()
    await expect(rows.next()).rejects.toMatchObject({ code: 'file_unreadable' })
  })
})

const REAL = fileURLToPath(
  new URL('../../../../../shared/realdata/sheets/solicitudes-2019-1.csv', import.meta.url),
)
const whereReal = existsSync(REAL) ? test : test.skip

whereReal('all rows of a real sheet are read, with the line numbers of an editor', async () => {
  const sheet = await openDelimited(REAL)
  const rows = await allRows(sheet)
  await sheet.close()
  expect(rows).toHaveLength(24_873)
  expect(rows[0]?.cells[2]).toBe('Denominación')
  expect(rows.map(({ number }) => number)).toEqual(rows.map((_, index) => index + 1))
})
