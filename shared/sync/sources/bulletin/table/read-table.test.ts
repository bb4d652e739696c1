import { existsSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SyncErrorCode } from '../../../sync-error.ts'
import { readEdition } from '../read-edition.ts'

// A real edition, which is not part of the repository. Its test is skipped if the file is missing.
const REAL = fileURLToPath(
  new URL('../../../../../../shared/realdata/bulletin/estado_diario_2026-09-04.tsv', import.meta.url),
)
const onRealDay = existsSync(REAL) ? test : test.skip

const { signal } = new AbortController()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'bulletin-table-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function read(content: string | Uint8Array) {
  const path = join(folder, 'edition.tsv')
  await writeFile(path, content)
  return readEdition(path, signal)
}

const refusal = (code: SyncErrorCode, message: string | RegExp = '') =>
  expect.objectContaining({ name: 'SyncError', code, message: expect.stringMatching(message) })

describe('an edition as a table', () => {
  onRealDay('is read with all 200 entries of a real day', async () => {
    const { entries, rejections, rows } = await readEdition(REAL, signal)
    expect([entries.length, rejections, rows]).toEqual([200, [], 200])
    const tally = new Map<string, number>()
    for (const { tipo, estado, descripcion } of entries) {
      const key = `${descripcion} ${tipo} ${estado}`
      tally.set(key, (tally.get(key) ?? 0) + 1)
    }
    expect(Object.fromEntries(tally)).toEqual({
      'Resolución de aceptación a trámite de marca ACEPTACION_TRAMITE ACEPTADA_TRAMITE': 19,
      'Sección M3 OTRA OBSERVADA': 45,
      'Sección M4 OTRA null': 20,
      'Sección M5 CONCESION REGISTRADA': 100,
      'Sección M7 OTRA null': 16,
    })
    expect(entries.filter(({ resolucion }) => resolucion !== null)).toHaveLength(19)
    expect(entries.find(({ nroSolicitud }) => nroSolicitud === '1673959')).toMatchObject({
      resolucion: '2026/221639',
      fecha: '2026-09-04',
    })
  })

  test('is found by its headers in any order, encoding and separator', async () => {
    const text =
      'Boletín\nResolución;Evento;N° de la Solicitud;Fecha;Sección\n2026/1;425 Publicación de marca en Diario Oficial;1.604.543;4/9/2026;M5\n'
    const entry = {
      rowNumber: 3,
      nroSolicitud: '1604543',
      fecha: '2026-09-04',
      tipo: 'PUBLICACION',
      descripcion: 'Publicación de marca en Diario Oficial',
      resolucion: '2026/1',
      estado: 'PUBLICADA',
    }
    for (const bytes of [text, `\ufeff${text}`, Buffer.from(text, 'latin1'), text.replaceAll(';', '\t')]) {
      expect((await read(bytes)).entries).toEqual([entry])
    }
  })

  test('reads an event from a code, words, or both', async () => {
    const rows = [
      '1600001\tM2\t009\t',
      '1600002\tM7\t\tAnotación de prenda',
      '1600003\tM3\t647\t647 RESOLUCIÓN DE OBSER VACIONES DE FONDO',
    ]
    const { entries } = await read(
      ['nroSolicitud\tseccion\tcodigo_evento\tdescripcion', ...rows, ''].join('\n'),
    )
    expect(entries.map(({ tipo, descripcion, estado }) => [tipo, descripcion, estado])).toEqual([
      ['ACEPTACION_TRAMITE', 'Resolución de aceptación a trámite de marca', 'ACEPTADA_TRAMITE'],
      ['PRENDA', 'Anotación de prenda', null],
      ['OBSERVACION_FONDO', 'Resolución de observaciones de fondo', 'OBSERVADA'],
    ])
  })

  test('is read without national ids in events and sections, and without placeholders', async () => {
    const rows = [
      '1600001\tM2\t\tDemanda de Ana Pérez, RUT 12.345.678-5\tS/N',
      '1600002\tM7 - Anotaciones de 12.345.678-5\t\tNo informado\tS/N',
      '1600003\tM2\t009\t\t2026/12345678',
    ]
    const { entries } = await read(
      ['nroSolicitud\tseccion\tcodigo_evento\tdescripcion\tresolucion', ...rows, ''].join('\n'),
    )
    expect(entries.map(({ descripcion, resolucion }) => [descripcion, resolucion])).toEqual([
      ['Demanda de Ana Pérez', null],
      ['Anotaciones de', null],
      ['Resolución de aceptación a trámite de marca', '2026/12345678'],
    ])
  })

  test('removes duplicates, unless they have different ids', async () => {
    const rows = (ids: readonly string[]) =>
      read(`nroSolicitud,seccion,evento,evento_id\n${ids.map((id) => `1600001,M7,Demanda,${id}\n`).join('')}`)
    expect((await rows(['', ''])).entries).toHaveLength(1)
    expect((await rows(['1', '2', '2'])).entries).toHaveLength(2)
  })

  test('rejects a row without a valid number or day', async () => {
    const good = Array.from({ length: 30 }, (_, index) => `${1_600_000 + index},M2,,2026-09-04`)
    const bad = ['x,M2,,2026-09-04', ',M2,,2026-09-04', '1700000,M2,,2026-02-30']
    const { entries, rejections } = await read(
      ['N° Solicitud,Sección,Evento,Fecha', ...good, ...bad, ''].join('\n'),
    )
    expect(entries).toHaveLength(30)
    expect(rejections.map(({ rowNumber, nroSolicitud }) => [rowNumber, nroSolicitud])).toEqual([
      [32, null],
      [33, null],
      [34, '1700000'],
    ])
  })

  test('rejects an entry with a remark that revokes or corrects it', async () => {
    const good = Array.from({ length: 20 }, (_, index) => `${1_600_001 + index};M2;Plazo de 30 días\n`).join(
      '',
    )
    const { entries, rejections } = await read(
      `N° Solicitud;Sección;Observaciones\n1600000;M2;Rectificada el 03/09\n${good}`,
    )
    expect([entries.length, rejections]).toEqual([
      20,
      [
        {
          rowNumber: 2,
          nroSolicitud: '1600000',
          reason: 'Its remark "Rectificada el 03/09" says that the entry is revoked or wrong.',
        },
      ],
    ])
  })

  test('is refused if it contains an error message of the program that wrote it', async () => {
    const text = (line: string) => `N° de la Solicitud;Fecha;Evento\n1;4/9/2026;009 Resolución\n${line}\n`
    for (const line of ['<br />', '<b>Fatal error</b>:  Maximum execution time of 30 seconds exceeded']) {
      await expect(read(text(line))).rejects.toEqual(
        refusal('cut_off', /^Row 3 says that rows may be missing/),
      )
    }
  })

  test('rejects an entry with a cell that is too long', async () => {
    const good = Array.from({ length: 20 }, (_, index) => `${1_600_001 + index};M2;\n`).join('')
    const { rejections } = await read(
      `N° Solicitud;Sección;Evento\n1600000;M2;${'x'.repeat(32_768)}\n${good}`,
    )
    expect(rejections).toEqual([
      {
        rowNumber: 2,
        nroSolicitud: '1600000',
        reason: 'Column C cannot be read: it has more than 32,767 characters.',
      },
    ])
  })

  test.each([
    ['425 Resolución de observaciones de fondo', '', /^The code 425 has the words .* instead of/],
    ['777 Antecedente 009 Resolución', '', /contains a second event code/],
    ['ECOS 009 Resolución', '', /contains a second event code/],
    ['777 Antecedente de 1.604.544', '', /contains an application number/],
    ['777 Antecedente 2026/2', '', /contains a resolution/],
    ['aceptación a trámite', '', /begins in the middle/],
    ['12 Presentación', '', /has no code of three digits/],
    ['777 Presentación de', '', /ends in the middle/],
    ['777 Antecedente', 'de aceptación a 2026/2', /^The resolution .* does not have the form/],
    ['777 Antecedente', '2026/1 2026/2', /^The resolution .* does not have the form/],
  ])(
    'rejects an entry that may have text of another entry, or only a part of its own: %s %s',
    async (event, resolution, reason) => {
      const good = Array.from({ length: 10 }, (_, index) => `${1_600_000 + index};M2;;`)
      const { entries, rejections } = await read(
        ['N° Solicitud;Sección;Evento;Resolución', ...good, `1700000;M2;${event};${resolution}`, ''].join(
          '\n',
        ),
      )
      expect(entries).toHaveLength(10)
      expect(rejections).toEqual([
        { rowNumber: 12, nroSolicitud: '1700000', reason: expect.stringMatching(reason) },
      ])
    },
  )

  test('has the day of the file that its rows name, and is refused if they name files of several days', async () => {
    const header = 'nroSolicitud\tseccion\tarchivo'
    const row = (number: number, day: string) => `${number}\tM2\tED_MD_${day}.pdf`
    const { entries } = await read([header, row(1_600_000, '2026-09-04'), ''].join('\n'))
    expect(entries).toMatchObject([{ fecha: '2026-09-04' }])
    await expect(
      read([header, row(1_600_000, '2026-09-04'), row(1_600_001, '2026-09-03'), ''].join('\n')),
    ).rejects.toEqual(
      refusal('layout_unknown', /of several days: "ED_MD_2026-09-04.pdf" and "ED_MD_2026-09-03.pdf"/),
    )
  })

  test('rejects its last entry if the file ends without a line break', async () => {
    const rows = Array.from({ length: 11 }, (_, index) => `${1_600_000 + index};M2;2026/22164${index}`)
    const { entries, rejections } = await read(['N° Solicitud;Sección;Resolución', ...rows].join('\n'))
    expect(entries).toHaveLength(10)
    expect(rejections).toEqual([
      expect.objectContaining({
        rowNumber: 12,
        reason: expect.stringMatching(/^Column C .* so the cell may be cut off/),
      }),
    ])
  })

  test.each([
    ['M3 REGISTROS', 'layout_unknown'],
    ['M5 Marcas con observaciones', 'layout_unknown'],
    ['M3 Observaciones a solicitudes de registro', undefined],
    ['M4 REGISTROS', undefined],
  ])(
    'without events is refused only if code and title of its section contradict each other: %s',
    async (section, code) => {
      const reading = read(`N° Solicitud;Sección\n1600000;${section}\n`).catch((error) => error)
      expect((await reading).code).toBe(code)
    },
  )

  test('without rows, with other headers, or too long is refused', async () => {
    await expect(read('nroSolicitud\tseccion\n')).rejects.toEqual(refusal('no_rows'))
    await expect(read('nombre\tcolor\nCasa\trojo\n')).rejects.toEqual(
      refusal('layout_unknown', /"nombre color"/),
    )
    await expect(read('uno\tdos\n1\t2\n')).rejects.toEqual(refusal('not_a_bulletin'))
    await expect(read('N° Solicitud;Sección\nx;M2\n1600000;M2\n')).rejects.toEqual(
      refusal('layout_unknown', /^1 of its 2 rows/),
    )
    const many = Array.from({ length: 50_001 }, (_, index) => `${1_600_000 + index},M2\n`)
    await expect(read(`nroSolicitud,seccion\n${many.join('')}`)).rejects.toEqual(refusal('too_large'))
  })
})
