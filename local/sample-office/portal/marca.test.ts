import { describe, expect, test } from '@jest/globals'
import { madeUpRut } from './made-up-rut.ts'
import { marcaOf } from './marca.ts'
import { type ToldMark, toldMarkOf } from './told-mark.ts'

const MARK: ToldMark = {
  nroSolicitud: '1241347',
  nroRegistro: '1301234',
  denominacion: 'Ñuke & "Mapu"',
  estadoOficina: 'Registrada',
  tipoSigno: 'Mixta',
  fechaPresentacion: '2019-03-04',
  fechaPublicacion: '2019-04-05',
  fechaRegistro: '2019-09-06',
  fechaVencimiento: '2029-09-06',
  clases: [
    { clase: 29, cobertura: 'Carne.' },
    { clase: 35, cobertura: null },
  ],
  personas: [
    { rol: 'REPRESENTANTE', nombre: 'Estudio Ruca & Cía.', pais: null },
    { rol: 'SOLICITANTE', nombre: 'Comercial Llolén SpA', pais: 'CL' },
    { rol: 'TITULAR', nombre: 'Trautenfeldt GmbH', pais: 'DE' },
  ],
  eventos: [
    {
      fecha: '2019-03-20',
      descripcion: 'Resolución de aceptación a trámite de marca',
      resolucion: '2019/70123',
    },
    { fecha: '2020-01-02', descripcion: 'Anotación de licencia de uso de marca', resolucion: '2020/12' },
    { fecha: '2020-01-03', descripcion: 'Presentación de demanda de nulidad', resolucion: null },
  ],
}

describe('a mark as the portal writes it', () => {
  test('has its numbers, words and days as the office writes them', () => {
    expect(marcaOf(MARK)).toMatchObject({
      ...{ NumeroSolicitud: '1241347', NumeroRegistro: '1301234', Denominacion: 'Ñuke & "Mapu"' },
      ...{ Estado: 'C', EstadoDescripcion: 'Registrada', TipoMarca: 'M', TipoMarcaDescripcion: 'Mixta' },
      ...{ FechaPresentacion: '04/03/2019', FechaPublicacion: '05/04/2019' },
      ...{ FechaRegistro: '06/09/2019', FechaVencimiento: '06/09/2029' },
    })
  })

  test('leaves empty what is not known', () => {
    const pending = {
      ...{ nroRegistro: null, fechaPublicacion: null, fechaRegistro: null, fechaVencimiento: null },
      ...{ denominacion: '', estadoOficina: 'Oposición', clases: [], personas: [], eventos: [] },
    }
    expect(marcaOf({ ...MARK, ...pending })).toMatchObject({
      ...{ NumeroRegistro: '', Denominacion: '', Estado: '', FechaPublicacion: '', FechaVencimiento: '' },
      ...{ Clases: [], Titulares: [], Representantes: [], Instancias: [], Anotaciones: [] },
    })
  })

  test('has its classes with what they cover', () => {
    expect(marcaOf(MARK).Clases).toEqual([
      { Numero: '29', Descripcion: 'Carne.' },
      { Numero: '35', Descripcion: '' },
    ])
  })

  test('names the holders of a registration, and the applicants before there is one', () => {
    expect(marcaOf(MARK)).toMatchObject({
      Titulares: [{ Nombre: 'Trautenfeldt GmbH', Pais: 'DE', Rut: '' }],
      Representantes: [{ Nombre: 'Estudio Ruca & Cía.', Pais: '', Rut: madeUpRut('Estudio Ruca & Cía.') }],
    })
    const applied = { ...MARK, personas: MARK.personas.slice(0, 2) }
    expect(marcaOf(applied).Titulares).toEqual([
      { Nombre: 'Comercial Llolén SpA', Pais: 'CL', Rut: expect.stringMatching(/^4\d\.\d{3}\.\d{3}-[\dK]$/) },
    ])
  })

  test('tells the steps of its procedure apart from what happened to the registration', () => {
    expect(marcaOf(MARK)).toMatchObject({
      Instancias: [
        {
          ...{ Numero: 1, Fecha: '20/03/2019', EstadoCodigo: '009' },
          EstadoDescripcion: 'Resolución de aceptación a trámite de marca',
          Observacion: 'Resolución 2019/70123',
        },
        { Numero: 2, Fecha: '03/01/2020', EstadoCodigo: '', Observacion: '' },
      ],
      Anotaciones: [{ Numero: 1, Fecha: '02/01/2020', Observacion: 'Resolución 2020/12' }],
    })
  })

  test('says of a mark what its days say, where nothing else is known', () => {
    const { eventos, ...sheetMark } = MARK
    expect(toldMarkOf(sheetMark).eventos.map(({ fecha }) => fecha)).toEqual([
      '2019-03-04',
      '2019-04-05',
      '2019-09-06',
    ])
  })
})

describe('a made-up national id', () => {
  test("is the same for the same name, and has a check digit as Chile's have", () => {
    expect(madeUpRut('Ñancuvil')).toBe(madeUpRut('Ñancuvil'))
    const ruts = Array.from({ length: 200 }, (_, place) => madeUpRut(`Inés ${place}`))
    expect(new Set(ruts).size).toBe(200)
    for (const rut of ruts) {
      const [body = '', check] = rut.replaceAll('.', '').split('-')
      const digits = [...body, check === 'K' ? '10' : check].map(Number).reverse()
      const weights = [1, 2, 3, 4, 5, 6, 7, 2, 3]
      expect(digits.reduce((sum, digit, place) => sum + digit * (weights[place] ?? 0), 0) % 11).toBe(0)
    }
  })
})
