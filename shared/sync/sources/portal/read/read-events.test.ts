import { describe, expect, test } from 'vitest'
import { readEvents } from './read-events.ts'

const read = (marca: object) => {
  const reasons: string[] = []
  const result = readEvents(marca as never, (reason) => reasons.push(reason))
  return reasons[0] === undefined ? result : { ...result, reason: reasons[0] }
}
const instancias = (...Instancias: object[]) => read({ Instancias })
const anotaciones = (...Anotaciones: unknown[]) => read({ Anotaciones })
const ON = { Fecha: '24/06/2019' }

describe('an event', () => {
  test('has the office’s words, its day, kind and resolution', () => {
    const Instancia = {
      Numero: 1,
      Fecha: '24/06/2019',
      EstadoCodigo: '009',
      EstadoDescripcion: ' RESOLUCIÓN  de aceptación a trámite de marca',
      Observacion: 'Resolución 2026/221639',
    }
    const Anotacion = {
      Numero: 1,
      Fecha: '2020-01-02',
      Descripcion: 'Anotación de transferencia',
      Observacion: '',
    }
    expect(read({ Instancias: [Instancia], Anotaciones: [Anotacion] })).toEqual({
      events: [
        {
          fecha: '2019-06-24',
          tipo: 'ACEPTACION_TRAMITE',
          descripcion: 'RESOLUCIÓN de aceptación a trámite de marca',
          resolucion: '2026/221639',
        },
        {
          fecha: '2020-01-02',
          tipo: 'TRANSFERENCIA',
          descripcion: 'Anotación de transferencia',
          resolucion: null,
        },
      ],
      undated: 0,
    })
  })

  const kindsAndWords = (EstadoCodigo: unknown, EstadoDescripcion: unknown) =>
    instancias({ ...ON, EstadoCodigo, EstadoDescripcion }).events.map(({ tipo, descripcion }) => [
      tipo,
      descripcion,
    ])

  test('has the kind of its code, else of its words', () => {
    expect(kindsAndWords('425', 'Aviso')).toEqual([['PUBLICACION', 'Aviso']])
    expect(kindsAndWords(647, '')).toEqual([['OBSERVACION_FONDO', 'Resolución de observaciones de fondo']])
    expect(kindsAndWords('1046', null)).toEqual([['CADUCIDAD', 'No existe renovación en plazo']])
    expect(kindsAndWords('', 'Presentación de demanda de oposición')).toEqual([
      ['OPOSICION', 'Presentación de demanda de oposición'],
    ])
    expect(kindsAndWords('777', 'Se hace presente')).toEqual([['OTRA', 'Se hace presente']])
  })

  test('has words without a leading code, as in the bulletin', () => {
    const wanted = [['PUBLICACION', 'Publicación']]
    expect([
      kindsAndWords('425', '425 Publicación'),
      kindsAndWords('', '425 - Publicación'),
      kindsAndWords('425', 'Publicación'),
    ]).toEqual([wanted, wanted, wanted])
    expect(kindsAndWords('777', '2020 fue renovada')).toEqual([['OTRA', '2020 fue renovada']])
    expect(kindsAndWords('', '425')).toEqual([['PUBLICACION', 'Publicación de marca en Diario Oficial']])
  })

  test('without words is skipped and counted', () => {
    const silent = [{}, { EstadoDescripcion: ' - ' }, { EstadoCodigo: '777' }, { EstadoCodigo: '016' }]
    const long = { EstadoDescripcion: 'x'.repeat(1001) }
    const result = instancias(...[...silent, long].map((event) => ({ ...ON, ...event })))
    expect(result).toEqual({ events: [], undated: 5 })
  })

  test('with an unreadable day rejects its answer', () => {
    for (const Fecha of ['31/02/2019', 'ayer', '43640', 43_640]) {
      const reason = `the day of an event is no date: "${Fecha}"`
      expect(instancias({ Fecha, EstadoDescripcion: 'Publicada' })).toHaveProperty('reason', reason)
      expect(anotaciones({ Fecha, Descripcion: 'Anotación' })).toHaveProperty('reason', reason)
    }
    expect(instancias({ Fecha: '24-06-19' })).toHaveProperty(
      'reason',
      expect.stringContaining('several days'),
    )
  })

  test('without a day is skipped and counted', () => {
    const days = ['', null, undefined, '-', '01/01/0001']
    const result = instancias(...days.map((Fecha) => ({ Fecha, EstadoDescripcion: 'Publicada' })))
    expect(result).toEqual({ events: [], undated: days.length })
  })

  test('has a length limit in code points, not UTF-16 units', () => {
    expect(kindsAndWords('', '𝄞'.repeat(1000))).toEqual([['OTRA', '𝄞'.repeat(1000)]])
  })
})

describe('a resolution', () => {
  const resolution = (Observacion: unknown) =>
    instancias({ ...ON, EstadoCodigo: '425', Observacion }).events[0]?.resolucion

  test('is a number with a year in a remark; the rest is not stored', () => {
    for (const text of [
      '2026/221639',
      'Res. N°2026/221639.',
      '(2026/221639), Juan Pérez',
      'de 2026/221639-',
    ]) {
      expect([text, resolution(text)]).toEqual([text, '2026/221639'])
    }
    expect(resolution('2019/1 y 2020/2')).toBe('2019/1')
  })

  test('is not part of a date, a national id or another number', () => {
    for (const text of [
      '',
      null,
      2026,
      'Juan Pérez',
      '2026/09/04',
      '24/06/2019',
      '12.345.678/5',
      '12345678/5',
      '12342026/5',
      '12.34.2026/5',
      '2026/12345678',
      '2026/12345678-5',
      '2026/1234567-5',
      '2026/1234567-K',
      '2026/123.456',
      '226/221639',
      '3026/221639',
    ]) {
      expect([text, resolution(text)]).toEqual([text, null])
    }
  })
})

describe('an annotation', () => {
  const inText = (text: string) =>
    anotaciones(text).events.map(({ fecha, tipo, descripcion }) => [fecha, tipo, descripcion])

  test('may be a text that begins with a date', () => {
    const wanted = [['2019-06-24', 'LICENCIA', 'Anotación de licencia']]
    for (const day of [
      '24/06/2019',
      '24-06-2019 ',
      ' 2019-06-24:',
      '24/06/2019 10:20:30 - ',
      '24.06.2019,',
    ]) {
      expect([day, inText(`${day} Anotación de licencia`)]).toEqual([day, wanted])
    }
    expect(inText('24/06/2019 425')).toEqual([
      ['2019-06-24', 'PUBLICACION', 'Publicación de marca en Diario Oficial'],
    ])
  })

  test('that is a text without a valid date is skipped and counted', () => {
    const texts = [
      'Anotación de licencia',
      '31/02/2019 Anotación',
      'El 24/06/2019 se anota',
      '24/06/20199 Anotación',
      '24/06-2019 Anotación',
      '43640 Anotación',
      '24/06/2019',
    ]
    expect(anotaciones(...texts)).toEqual({ events: [], undated: texts.length })
  })

  test('that is empty is ignored', () => {
    expect(anotaciones('', null)).toEqual({ events: [], undated: 0 })
  })
})

describe('events', () => {
  const words = (result: ReturnType<typeof readEvents>) => result.events.map(({ descripcion }) => descripcion)

  test('are sorted by day, then list, then number, then position', () => {
    const event = (Fecha: string, Numero: unknown, text: string) => ({
      Fecha,
      Numero,
      EstadoDescripcion: text,
      Descripcion: text,
    })
    const Instancias = [
      event('02/01/2020', 1, 'e'),
      event('01/01/2020', '10', 'c'),
      event('01/01/2020', 9, 'a'),
      event('01/01/2020', 9, 'b'),
    ]
    const Anotaciones = [event('03/01/2020', 1, 'f'), event('01/01/2020', 1, 'd')]
    expect(words(read({ Instancias, Anotaciones })).join('')).toBe('abcdef')
  })

  test('that are repeated count once, and those that differ count each', () => {
    const event = { ...ON, EstadoDescripcion: 'Publicada' }
    const others = [
      { ...event, Fecha: '25/06/2019' },
      { ...event, EstadoDescripcion: 'Publicación' },
      { ...event, Observacion: '2026/1' },
    ]
    const again = { ...event, EstadoDescripcion: ' Publicada ' }
    expect(instancias(event, again, ...others, event).events).toHaveLength(4)
    const oppositions = [1, 2, 2].map((Numero) => ({ ...ON, Numero, EstadoDescripcion: 'Oposición' }))
    expect(instancias(...oppositions).events).toHaveLength(2)
    const Anotaciones = [{ ...ON, Descripcion: 'Publicada' }, '24/06/2019 Publicada']
    expect(words(read({ Instancias: [event], Anotaciones }))).toEqual(['Publicada'])
  })

  test('contain no national id', () => {
    const text = 'Anotación de transferencia a Ana, RUT 12.345.678-5'
    expect(words(anotaciones({ ...ON, Descripcion: text }, `24/06/2019 ${text} `))).toEqual([
      'Anotación de transferencia a Ana',
    ])
    const hidden = 'Cesión de 12345678\u00ad0' // no right check digit: it is one by its dash
    expect(words(anotaciones(`24/06/2019 ${hidden}`))).toEqual(['Cesión de'])
    expect(words(instancias({ ...ON, EstadoDescripcion: hidden }))).toEqual(['Cesión de'])
  })
})
