import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MarkRecord } from '../../../values/mark-record.ts'
import { provenOrder } from './day-order.ts'
import { type PortalMark, readMarca } from './read-marca.ts'

const ASKED = '1241347'
const GOOD = {
  NumeroSolicitud: '1.241.347',
  Denominacion: ' BAR  "EL RINCÓN" ',
  EstadoDescripcion: 'Registrada',
  FechaPresentacion: '24/06/2019',
}

const read = (fields: object, asked = ASKED) => readMarca({ ...GOOD, ...fields }, asked)
const mark = (fields: object): PortalMark => {
  const result = read(fields)
  if ('reason' in result) {
    throw new Error(result.reason)
  }
  return result
}
const record = (fields: object): MarkRecord => mark(fields).record
const without = (field: keyof typeof GOOD) => readMarca({ ...GOOD, [field]: undefined }, ASKED)

describe('an answer about an application', () => {
  test('has its entities and formatting tags of HTML decoded', () => {
    expect(
      record({
        Denominacion: '<b>Vi&ntilde;a <I class="x">Sur</I></b>',
        Titulares: ['Uno<br/>Dos'],
        Clases: [{ Numero: 33, Descripcion: 'Vinos de Ju&aacute;rez' }],
      }),
    ).toMatchObject({
      denominacion: 'Viña Sur',
      personas: [{ nombre: 'Dos' }, { nombre: 'Uno' }],
      clases: [{ cobertura: 'Vinos de Juárez' }],
    })
  })

  test('is read as a record of the corpus', () => {
    const answer = {
      NumeroSolicitud: '1241347',
      NumeroRegistro: 1238280,
      Denominacion: 'CAFÃ‰ Ã‘ANDÃš',
      Estado: 'T',
      EstadoDescripcion: 'En TrÃ¡mite',
      TipoMarca: 'M',
      TipoMarcaDescripcion: 'Mixta',
      FechaPresentacion: '24/06/2019',
      FechaPublicacion: '01/07/2019',
      FechaRegistro: '',
      FechaVencimiento: null,
      Clases: [{ Numero: '30', Descripcion: ' té  y café ' }, { Numero: '29' }],
      Titulares: [{ Nombre: 'ACME 76.123.456-7', Pais: 'Chile', Rut: '76.123.456-7' }],
      Representantes: ['B'],
      Solicitantes: [{ RazonSocial: 'A', Pais: 'pe' }],
      Instancias: [],
      Anotaciones: null,
    }
    expect(readMarca(answer, ASKED)).toEqual({
      record: {
        nroSolicitud: '1241347',
        nroRegistro: '1238280',
        denominacion: 'CAFÉ ÑANDÚ',
        estado: 'EN_TRAMITE',
        estadoOficina: 'En Trámite',
        tipoSigno: 'MIXTA',
        fechaPresentacion: '2019-06-24',
        fechaPublicacion: '2019-07-01',
        fechaRegistro: null,
        fechaVencimiento: null,
        clases: [
          { clase: 29, cobertura: null },
          { clase: 30, cobertura: 'té y café' },
        ],
        personas: [
          { rol: 'REPRESENTANTE', nombre: 'B', pais: null },
          { rol: 'SOLICITANTE', nombre: 'A', pais: 'PE' },
          { rol: 'TITULAR', nombre: 'ACME', pais: 'CL' },
        ],
      },
      events: [],
      unknownFields: [],
      undated: 0,
      dayOrder: 'day first',
    } satisfies PortalMark)
  })

  test('needs only number, name, status and filing date; name and status may be empty', () => {
    expect(read({ Denominacion: null, EstadoDescripcion: '' })).toEqual({
      record: {
        nroSolicitud: '1241347',
        nroRegistro: null,
        denominacion: '',
        estado: 'SIN_CLASIFICAR',
        estadoOficina: '',
        tipoSigno: 'OTRA',
        fechaPresentacion: '2019-06-24',
        fechaPublicacion: null,
        fechaRegistro: null,
        fechaVencimiento: null,
        clases: [],
        personas: [],
      },
      events: [],
      unknownFields: [],
      undated: 0,
      dayOrder: 'day first',
    } satisfies PortalMark)
  })

  test('has the kind of sign in words, or else as a code', () => {
    expect(record({ TipoMarcaDescripcion: '', TipoMarca: 'Figurativa' }).tipoSigno).toBe('FIGURATIVA')
    expect(record({ TipoMarcaDescripcion: 'Denominativa', TipoMarca: 'X' }).tipoSigno).toBe('DENOMINATIVA')
    expect(record({ TipoMarca: 'Q' }).tipoSigno).toBe('OTRA')
  })

  test('may have an empty text or null instead of an empty list', () => {
    for (const list of [null, '', [], undefined]) {
      expect(mark({ Clases: list, Titulares: list, Instancias: list })).toMatchObject({
        record: { clases: [], personas: [] },
        events: [],
      })
    }
  })
})

describe('an answer is rejected', () => {
  test('when it is about another application or has no number', () => {
    for (const number of [1241347, '01241347', ' 1.241.347 ']) {
      expect(record({ NumeroSolicitud: number }).nroSolicitud).toBe(ASKED)
      expect(read({}, String(number))).toHaveProperty('record.nroSolicitud', ASKED)
    }
    const other = { reason: 'the answer is about another application, 1241348' }
    expect(read({ NumeroSolicitud: '1241348' })).toEqual(other)
    expect(read({ NumeroSolicitud: 'x1' })).toEqual({ reason: 'NumeroSolicitud is not a number: "x1"' })
    for (const number of ['', '0', 0, null]) {
      expect(read({ NumeroSolicitud: number }, '0')).toEqual({ reason: 'has no NumeroSolicitud' })
    }
    for (const asked of ['', 'x', '0', '9'.repeat(100)]) {
      expect(read({}, asked)).toEqual({ reason: 'the answer is about another application, 1241347' })
    }
  })

  test('when an entry of its lists is of another application', () => {
    const entry = (nro: string) => ({ NumeroSolicitud: nro, Nombre: 'Viña Sur' })
    expect(mark({ Titulares: [entry(ASKED)] })).toHaveProperty('record.nroSolicitud', ASKED)
    expect(read({ Titulares: [entry('1241348')] })).toEqual({
      reason: 'Titulares has an entry of another application, "1241348"',
    })
  })

  test('when a required field is missing, with the name of the field', () => {
    expect(without('NumeroSolicitud')).toEqual({ reason: 'NumeroSolicitud is required' })
    expect(without('Denominacion')).toEqual({ reason: 'Denominacion is required' })
    expect(without('EstadoDescripcion')).toEqual({ reason: 'has neither EstadoDescripcion nor Estado' })
    expect(without('FechaPresentacion')).toEqual({ reason: 'has no filing date' })
    for (const day of ['', null, ' - ', '00/00/0000', '01/01/0001', '1/1/0001 0:00:00']) {
      expect(read({ FechaPresentacion: day })).toEqual({ reason: 'has no filing date' })
      expect(read({ FechaVencimiento: day })).toMatchObject({ record: { fechaVencimiento: null } })
    }
  })

  test('when it is not an object', () => {
    for (const answer of [null, undefined, 1, '', 'límite', true, [], [GOOD]]) {
      expect(readMarca(answer, ASKED)).toEqual({ reason: 'the answer is not an application' })
    }
  })

  test('when a part is unreadable, with the field and the reason', () => {
    const long = 'x'.repeat(1001)
    const reasons: [string, unknown, string][] = [
      ['FechaPresentacion', '31/02/2019', 'the filing date is no date: "31/02/2019"'],
      ['FechaPublicacion', 'ayer', 'the publication date is no date: "ayer"'],
      ['FechaRegistro', '43640', 'the registration date is no date: "43640"'],
      ['FechaVencimiento', 43_640.5, 'the expiry date is no date: "43640.5"'],
      ['NumeroRegistro', long, `the registration number has more than 64 characters: "${'x'.repeat(39)}…"`],
      ['NumeroRegistro', '1,24E+06', 'the registration number is a day or is not exact: "1,24E+06"'],
      [
        'Titulares',
        [{ Nombre: 'NU\ufffdEZ' }],
        'Titulares has a replacement character (U+FFFD): a character was lost',
      ],
      [
        'Titulares',
        ['Müller', 'CA\u0081A'],
        'Titulares has a control character (U+0081): a character was lost',
      ],
      ['Denominacion', 'CA\ud83d', 'Denominacion has half a character (U+D83D): a character was lost'],
      [
        'Denominacion',
        '[object Object]',
        'Denominacion has "[object Object]", which a program writes in place of a value',
      ],
      ['EstadoDescripcion', 'Anul\u0430da', 'a word of the status mixes two scripts: "Anul\u0430da"'],
      ['TipoMarcaDescripcion', '\u041cixta', 'a word of the kind of sign mixes two scripts: "\u041cixta"'],
      ['Denominacion', long, 'the name has more than 1,000 characters'],
      ['EstadoDescripcion', long, 'the status has more than 1,000 characters'],
      ['Clases', [29, 46], 'class 46 is not between 1 and 45'],
      ['Clases', ['0'], 'class 0 is not between 1 and 45'],
      ['Clases', [{ Numero: -1 }], 'class -1 is not between 1 and 45'],
      ['Clases', ['varias'], 'the classes are not numbers: "varias"'],
      ['Clases', [29.5], 'the classes are not numbers: "29.5"'],
      ['Clases', [{ Numero: '1-5' }], 'the classes may be a list or a range: "1-5"'],
      ['Clases', [{ Descripcion: 'té' }], 'a class has no number'],
      ['Titulares', ['A', { Nombre: long }], "a person's name has more than 1,000 characters"],
      ['Denominacion', 'x'.repeat(32_768), 'Denominacion must have at most 32767 characters'],
      ['Denominacion', {}, 'Denominacion must be string,null'],
      ['Denominacion', true, 'Denominacion must be string,null'],
      ['Denominacion', 1.5, 'Denominacion must be string,null'],
      ['Titulares', 'ACME', 'Titulares must have at most 0 characters'],
      ['Titulares', [['ACME']], 'Titulares item 1 must be object,string,number,null'],
      ['Instancias', [1], 'Instancias item 1 must be object,null'],
      ['Instancias', {}, 'Instancias must be array,string,null'],
    ]
    for (const [field, value, reason] of reasons) {
      expect([field, read({ [field]: value })]).toEqual([field, { reason }])
    }
  })

  test('but not for a lost character that the encoding repair restores', () => {
    expect(read({ Titulares: ['Müller', 'Ã\u0081RBOL'] })).toMatchObject({
      record: { personas: [{ nombre: 'Müller' }, { nombre: 'ÁRBOL' }] },
    })
  })

  test('when an empty field has its value under another spelling of its name', () => {
    expect(read({ Denominacion: '', denominacion: 'ÑANDÚ' })).toEqual({
      reason: 'has no Denominacion, but denominacion',
    })
    expect(read({ Titulares: [], Titular: 'Otra S.A.' })).toEqual({ reason: 'has no Titulares, but Titular' })
    expect(read({ Titulares: ['Otra S.A.'], Titular: 'Otra S.A.' })).toHaveProperty('record')
  })

  test('when a person is a former one, has a part of the name in another field, or may be two persons', () => {
    for (const other of [
      { Vigente: false },
      { Vigente: 'NO' },
      { FechaTermino: '01/09/2026' },
      { ApellidoPaterno: 'Soto' },
    ]) {
      expect(read({ Titulares: [{ Nombre: 'Juan', ...other }] })).toHaveProperty('reason')
    }
    expect(read({ Titulares: [{ Nombre: 'Juan', Vigente: true, FechaTermino: null }] })).toHaveProperty(
      'record',
    )
    expect(read({ Titulares: ['Uno SpA / Dos Ltda.'] })).toHaveProperty('reason')
  })

  test('when its status refers to an event that a remark revokes', () => {
    const Instancias = [
      { Numero: 1, Fecha: '01/02/2025', EstadoDescripcion: 'Publicada' },
      {
        Numero: 2,
        Fecha: '01/03/2025',
        EstadoDescripcion: 'Denegada',
        Observacion: 'DEJADA SIN EFECTO por resolución',
      },
    ]
    expect(read({ EstadoDescripcion: 'VER INSTANCIA', Instancias })).toEqual({
      reason: expect.stringMatching(
        /^the status is taken from the newest of the Instancias, but this Instancia may have no effect/,
      ),
    })
  })

  test('when its status and kind of sign have changed places', () => {
    const swapped = { EstadoDescripcion: 'Mixta', TipoMarcaDescripcion: 'Registrada' }
    const reason = 'its status is a kind of sign, and its kind of sign is a status'
    expect(read(swapped)).toEqual({ reason })
    expect(read({ ...swapped, TipoMarcaDescripcion: 'Xyz' })).toHaveProperty('record')
    expect(read({ ...swapped, EstadoDescripcion: 'Xyz' })).toHaveProperty('record')
  })

  test('when a list or text is too long', () => {
    const many = (length: number, entry: unknown) => Array.from({ length }, () => entry)
    const names = (length: number) => Array.from({ length }, (_, index) => `N${index}`)
    for (const [field, most, entry] of [
      ['Clases', 200, 29],
      ['Titulares', 1000, 'A'],
      ['Representantes', 1000, { Nombre: 'A' }],
      ['Solicitantes', 1000, null],
      ['Instancias', 2000, {}],
      ['Anotaciones', 2000, 'x'],
    ] as const) {
      expect(read({ [field]: many(most, entry) })).toHaveProperty('record')
      expect(read({ [field]: many(most + 1, entry) })).toHaveProperty(
        'reason',
        expect.stringMatching(`^${field} .*${most} items`),
      )
    }
    const reason = 'has more than 1,000 persons'
    expect(read({ Titulares: names(600), Representantes: names(400) })).toHaveProperty('record')
    expect(read({ Titulares: names(600), Representantes: names(401) })).toEqual({ reason })
    expect(read({ Titulares: [names(1001).join(';')] })).toEqual({ reason })
    const texts = ['a', 'b', 'c'].map((text) => ({ Numero: 1, Descripcion: text.repeat(16_000) }))
    expect(read({ Clases: texts.slice(1) })).toHaveProperty('record')
    expect(read({ Clases: texts })).toEqual({
      reason: 'the goods and services have more than 32,767 characters',
    })
  })

  test('quickly, even if a list has a million errors', () => {
    const reason = expect.stringMatching(/^Titulares .*1000 items/)
    expect(read({ Titulares: Array.from({ length: 1_000_000 }, () => []) })).toEqual({ reason })
  })

  test('but not for the maximum lengths', () => {
    const name = '𝄞'.repeat(1000)
    const Clases = [{ Numero: 1, Descripcion: 'x'.repeat(32_767) }]
    expect(record({ Denominacion: name, Titulares: [name], Clases })).toMatchObject({
      denominacion: name,
      personas: [{ nombre: name }],
    })
  })
})

describe('the status', () => {
  const status = (fields: object) => {
    const { estado, estadoOficina } = record(fields)
    return [estado, estadoOficina]
  }

  test('follows the office’s words, letter or number, which are stored', () => {
    expect(status({ EstadoDescripcion: 'Concedida' })).toEqual(['REGISTRADA', 'Concedida'])
    expect(status({ EstadoDescripcion: 'C' })).toEqual(['REGISTRADA', 'C'])
    expect(status({ EstadoDescripcion: '016' })).toEqual(['EN_TRAMITE', '016'])
    expect(status({ EstadoDescripcion: 16 })).toEqual(['EN_TRAMITE', '16'])
    expect(status({ EstadoDescripcion: 'En espera' })).toEqual(['SIN_CLASIFICAR', 'En espera'])
  })

  test('follows the code if there are no words', () => {
    expect(status({ EstadoDescripcion: '', Estado: 'V' })).toEqual(['VENCIDA', 'V'])
    expect(status({ EstadoDescripcion: undefined, Estado: 'N' })).toEqual(['DENEGADA', 'N'])
    expect(status({ EstadoDescripcion: 'P', Estado: 'C' })).toEqual(['SIN_CLASIFICAR', 'P'])
    expect(status({ EstadoDescripcion: null, Estado: null })).toEqual(['SIN_CLASIFICAR', ''])
  })

  const see = (Instancias: unknown, EstadoDescripcion = 'VER INSTANCIA') =>
    status({ EstadoDescripcion, Instancias })

  test('follows the newest event if it refers to it, in upper or lower case', () => {
    const older = { Numero: 1, Fecha: '01/02/2020', EstadoDescripcion: 'Publicada' }
    const newer = {
      Numero: 2,
      Fecha: '02/01/2021',
      EstadoDescripcion: 'Resolución de observaciones de fondo',
    }
    const wanted = ['OBSERVADA', 'Resolución de observaciones de fondo']
    for (const pointer of ['VER INSTANCIA', 'Ver instáncia.', ' ver  INSTANCIA']) {
      expect(see([newer, older], pointer)).toEqual(wanted)
      expect(see([older, newer], pointer)).toEqual(wanted)
    }
  })

  test('follows the event with the highest number of a day, then the last one', () => {
    const on = (Numero: unknown, EstadoDescripcion: string) => ({
      Numero,
      EstadoDescripcion,
      Fecha: '01/02/2020',
    })
    expect(see([on(10, 'Publicada'), on('9', 'Abandonada')])[0]).toBe('PUBLICADA')
    expect(see([on(1, 'Publicada'), on(1, 'Abandonada')])[0]).toBe('ABANDONADA')
    expect(see([on(1, 'Publicada'), on(undefined, 'Abandonada')])[0]).toBe('PUBLICADA')
    const undated = { Numero: 99, Fecha: '', EstadoDescripcion: 'Abandonada' }
    expect(see([on(1, 'Publicada'), undated])[0]).toBe('PUBLICADA')
  })

  test('may follow the code of an event', () => {
    const on = (EstadoCodigo: unknown, EstadoDescripcion: unknown = '') => [
      { Fecha: '01/02/2020', EstadoCodigo, EstadoDescripcion },
    ]
    expect(see(on('425'))).toEqual(['PUBLICADA', 'Publicación de marca en Diario Oficial'])
    expect(see(on(9))).toEqual(['ACEPTADA_TRAMITE', 'Resolución de aceptación a trámite de marca'])
    expect(see(on('016'))).toEqual(['EN_TRAMITE', '016'])
    expect(see(on('425', 'Aviso'))).toEqual(['PUBLICADA', 'Aviso'])
    expect(see(on('', 'Resolución de concesión de registro de marca'))[0]).toBe('REGISTRADA')
  })

  test('is unclassified if the newest event has no known status', () => {
    const unknown = ['SIN_CLASIFICAR', 'VER INSTANCIA']
    const known = { Fecha: '01/02/2020', EstadoDescripcion: 'Publicada' }
    const then = (EstadoDescripcion: unknown) => [known, { Fecha: '01/02/2021', EstadoDescripcion }]
    expect(see(then('Se provee escrito'))).toEqual(unknown)
    expect(see(then('VER INSTANCIA'))).toEqual(unknown)
    expect(see(then(''))).toEqual(unknown)
    expect(see([{ Fecha: '01/02/2021', EstadoCodigo: '425', EstadoDescripcion: 'x'.repeat(1001) }])).toEqual(
      unknown,
    )
    expect([see([]), see(null)]).toEqual([unknown, unknown])
  })
})

describe('days', () => {
  const filed = (...days: string[]) => {
    const [FechaPresentacion, FechaPublicacion, Fecha] = days
    const result = read({
      FechaPresentacion,
      FechaPublicacion,
      Instancias: [{ Fecha, EstadoDescripcion: 'Aviso' }],
    })
    return 'reason' in result
      ? result.reason
      : [result.record.fechaPresentacion, result.record.fechaPublicacion, result.events[0]?.fecha]
  }

  test('are read in the order of day and month that one of them proves', () => {
    expect(filed('05/06/2019', '01/07/2019', '24/07/2019')).toEqual([
      '2019-06-05',
      '2019-07-01',
      '2019-07-24',
    ])
    expect(filed('05/06/2019', '01/07/2019', '07/24/2019')).toEqual([
      '2019-05-06',
      '2019-01-07',
      '2019-07-24',
    ])
    expect(filed('5-6-2019 10:00', '2019-07-01', '7.24.2019')).toEqual([
      '2019-05-06',
      '2019-07-01',
      '2019-07-24',
    ])
    const anotacion = { Anotaciones: ['07/24/2019 Aviso'], FechaPresentacion: '05/06/2019' }
    expect([record(anotacion).fechaPresentacion, mark(anotacion).events[0]?.fecha]).toEqual([
      '2019-05-06',
      '2019-07-24',
    ])
  })

  test('that prove both orders reject the answer', () => {
    const reason = 'some of its dates have the day first, and others have the month first'
    expect(filed('05/06/2019', '24/06/2019', '06/24/2019')).toBe(reason)
  })

  test('that do not exist in any order, or are the same in both, prove nothing', () => {
    const orders = ['13/13/2019', '05/05/2019', '2019-06-24', '', '00/24/2019', '19-06-24'].map(
      (FechaPublicacion) => provenOrder({ NumeroSolicitud: '1', FechaPublicacion }),
    )
    expect(orders).toEqual(Array(6).fill('none'))
  })

  test('are read correctly in any answer that proves its order', () => {
    const date = fc.date({ min: new Date('1990-01-01'), max: new Date('2050-01-01'), noInvalidDate: true })
    const days = fc.array(
      date.map((at) => at.toISOString().slice(0, 10)),
      { minLength: 1, maxLength: 8 },
    )
    const written = (day: string, isMonthFirst: boolean): string => {
      const [year, month, of] = day.split('-')
      return (isMonthFirst ? [month, of, year] : [of, month, year]).join('/')
    }
    fc.assert(
      fc.property(days, fc.boolean(), (meant, isMonthFirst) => {
        const Instancias = meant.map((day) => ({
          Fecha: written(day, isMonthFirst),
          EstadoDescripcion: 'Aviso',
        }))
        const result = mark({ FechaPresentacion: '2000-01-01', Instancias })
        const isProven = meant.some((day) => Number(day.slice(8)) > 12)
        if (isProven || !isMonthFirst) {
          expect(result.events.map(({ fecha }) => fecha)).toEqual([...new Set(meant)].sort())
        }
        expect(['day first', 'month first'].includes(result.dayOrder)).toBe(isProven)
      }),
    )
  })
})

describe('classes', () => {
  const clases = (list: unknown) => record({ Clases: list }).clases.map(Object.values)

  test('may be numbers, texts, or objects with goods and services', () => {
    expect(clases([35, '30', 'Clase 29', null, '', '-', { Numero: 9 }, { Clase: '05' }])).toEqual(
      [5, 9, 29, 30, 35].map((clase) => [clase, null]),
    )
    expect(clases(['29, 30 y 35'])).toEqual([29, 30, 35].map((clase) => [clase, null]))
    expect(
      clases([
        { Numero: '1', Descripcion: null },
        { Clase: 2, Cobertura: 'té' },
      ]),
    ).toEqual([
      [1, null],
      [2, 'té'],
    ])
  })

  test('that are repeated are merged, with their distinct goods and services', () => {
    const entries = ['té', '', 'café', 'té'].map((Descripcion) => ({ Numero: 30, Descripcion }))
    expect(clases([...entries, 30])).toEqual([[30, 'té; café']])
  })
})

describe('persons', () => {
  const persons = (fields: object) => record(fields).personas.map(({ nombre, pais }) => [nombre, pais])

  test('may be names only, or have a country by name or code', () => {
    const Titulares = [
      'A',
      { Nombre: 'B', Pais: 'Estados Unidos' },
      { Nombre: '', RazonSocial: 'C', Pais: 'DE' },
    ]
    expect(
      persons({ Titulares: [...Titulares, 1234, null, '', { Pais: 'CL' }, { Nombre: 'D', Pais: 'Z' }] }),
    ).toEqual([
      ['1234', null],
      ['A', null],
      ['B', 'US'],
      ['C', 'DE'],
      ['D', null],
    ])
  })

  test('appear once each', () => {
    const Titulares = ['A', { Nombre: 'A', Pais: 'CL' }, ' A ']
    expect(persons({ Titulares, Representantes: ['A'] })).toEqual([
      ['A', null],
      ['A', 'CL'],
    ])
  })

  test('have no national id, and a name that is only a national id is dropped', () => {
    const Titulares = [
      '12.345.678-5',
      { Nombre: 'RUT 12345678-5 Juan', Rut: '12345678-5' },
      'Ana 12345678\u00ad5',
    ]
    expect(persons({ Titulares })).toEqual([
      ['Ana', null],
      ['Juan', null],
    ])
  })
})

test('a registration number that is a national id is dropped', () => {
  const registration = (NumeroRegistro: unknown) => record({ NumeroRegistro }).nroRegistro
  expect(['', null, '0', '-'].map(registration)).toEqual([null, null, null, null])
  expect(['1.238.280', '0012', 'P-77'].map(registration)).toEqual(['1238280', '12', 'P-77'])
  expect(['12.345.678-5', '12345678-K'].map(registration)).toEqual([null, null])
})

describe('unknown fields', () => {
  const unknown = (fields: object) => mark(fields).unknownFields

  test('are named once each, list fields with the name of the list', () => {
    const Instancias = [{ Usuario: 'x' }, { Usuario: 'y', Fecha: '' }]
    const fields = { Traduccion: 'secreto', Etiqueta: { a: [1] }, Titulares: ['abc', { Rut: 1, Sexo: 2 }] }
    expect(unknown({ ...fields, Instancias })).toEqual([
      'Traduccion',
      'Etiqueta',
      'Titulares.Sexo',
      'Instancias.Usuario',
    ])
  })

  test('are limited in count and in length, and cleaned', () => {
    const many = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`a${index}`, 0]))
    expect(unknown(many)).toHaveLength(50)
    expect(unknown({ [`${'ñ'.repeat(59)}𝄞${'x'.repeat(99_999)}`]: 1 })).toEqual([`${'ñ'.repeat(59)}𝄞`])
    expect(unknown({ ' a\u202e\n b ': 1, '': 1, '\0': 1, constructor: 1 })).toEqual(['a b', 'constructor'])
    const hostile = JSON.parse(`{"__proto__":1,${JSON.stringify(GOOD).slice(1)}`)
    expect(readMarca(hostile, ASKED)).toHaveProperty('unknownFields', ['__proto__'])
  })

  test('are named without the digits of a national id', () => {
    expect(unknown({ 'Rut 12.345.678-5': 1, param17: 1 })).toEqual(['Rut ##.###.###-#', 'param17'])
  })
})

test('an answer is rejected if its filing date is far from the event of its filing', () => {
  const filed = (Fecha: string, EstadoDescripcion = 'Solicitud de registro ingresada') => ({
    Instancias: [{ Numero: '1', Fecha, EstadoCodigo: '100', EstadoDescripcion }],
  })
  expect(read(filed('25/06/2023'))).toEqual({
    reason:
      'the filing date 2019-06-24 is far from 2023-06-25, the day of the event "Solicitud de registro ingresada"',
  })
  for (const fields of [
    filed('24/06/2019'),
    filed('20/12/2019'),
    filed('25/06/2023', 'Solicitud de renovación'),
  ]) {
    expect(mark(fields).events).toHaveLength(1)
  }
})
