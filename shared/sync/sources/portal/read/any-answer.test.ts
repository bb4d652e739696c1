import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codes, ESTADOS, ROLES, TIPOS_DE_SIGNO } from '../../../../../schemas/catalogs.ts'
import { anyCharacter } from '../../../../../test/support/any-character.ts'
import type { MarkRecord } from '../../../values/mark-record.ts'
import { withoutNationalIds } from '../../../values/national-ids.ts'
import { readEstado } from '../../../values/office-words.ts'
import { sortPersons } from '../../../values/persons.ts'
import { readMarca } from './read-marca.ts'

const GOOD = {
  NumeroSolicitud: '1241347',
  Denominacion: 'BAR',
  EstadoDescripcion: 'VER INSTANCIA',
  FechaPresentacion: '24/06/2019',
}

const FIELDS =
  'NumeroSolicitud NumeroRegistro Denominacion Estado EstadoDescripcion TipoMarca Clases Titulares'
    .concat(
      ' Representantes Solicitantes Instancias Anotaciones FechaPresentacion FechaRegistro Otro __proto__',
    )
    .split(' ')
const INNER = 'Numero Clase Descripcion Nombre RazonSocial Pais Rut Fecha EstadoCodigo Observacion'.split(' ')

const text = fc.oneof(
  fc.string({ unit: anyCharacter }),
  fc.string({ unit: fc.constantFrom(...'0123456789./-;|()[]: ykKRUT\n\0ÃÂ±') }),
  fc.constantFrom('24/06/2019', '31/02/2019', '1241347', 'VER INSTANCIA', '425', '29, 30', '12.345.678-5'),
)
const value = fc.oneof(text, fc.double(), fc.integer(), fc.constant(null), fc.boolean(), fc.jsonValue())
const entry = fc.oneof(value, fc.dictionary(fc.oneof(fc.constantFrom(...INNER), text), value, { maxKeys: 6 }))
const field = fc.oneof(
  fc.constantFrom(...FIELDS),
  fc.constantFrom('Clases', 'Titulares', 'Instancias', 'Anotaciones'),
)
const fields = fc.dictionary(field, fc.oneof(value, fc.array(entry, { maxLength: 5 })), { maxKeys: 6 })

describe('any JSON answer', () => {
  test('is read as a canonical record or rejected with a short reason', () => {
    const answers = fc.oneof(
      fc.jsonValue(),
      fields,
      fields.map((value) => ({ ...GOOD, ...value })),
    )
    fc.assert(
      fc.property(answers, (answer) => {
        const value = JSON.stringify(answer)
        const result = readMarca(JSON.parse(value), '1241347')
        if ('reason' in result) {
          expect(result.reason).toMatch(/^[^\p{Cc}]{1,160}$/u)
        } else {
          expectCanonical(result.record)
          expect(result.events.every(({ fecha }) => /^(?:18|19|20|21)\d\d-\d\d-\d\d$/.test(fecha))).toBe(true)
          expect(result.unknownFields.filter((name) => name !== name.trim() || name.length > 120)).toEqual([])
        }
        expect(JSON.stringify(answer)).toBe(value)
      }),
      { numRuns: 50 },
    )
  })

  test('is read or rejected with texts of the maximum length', () => {
    for (const unit of ['x', '- ', 'Ã©', 'RUT:::', '1.', '(', '12345678 DV ', 'Clase 29 ', '0', '1;', '\n']) {
      const long = unit.repeat(32_767 / unit.length)
      const of = (length: number, value: unknown) => Array.from({ length }, () => value)
      const Instancias = of(2, {
        Fecha: long,
        EstadoCodigo: long,
        EstadoDescripcion: long,
        Observacion: long,
      })
      const value = { Instancias, Anotaciones: of(2, long), Titulares: of(2, long), Clases: of(2, long) }
      expect(readMarca({ ...GOOD, ...value }, '1241347')).toBeTruthy()
    }
  })
})

function expectCanonical(record: MarkRecord): void {
  const numbers = record.clases.map(({ clase }) => clase)
  const texts = [record.denominacion, record.estadoOficina, ...record.personas.map(({ nombre }) => nombre)]
  expect(record.nroSolicitud).toBe('1241347')
  expect(record.fechaPresentacion).toMatch(/^(?:18|19|20|21)\d\d-\d\d-\d\d$/)
  expect(numbers).toEqual([...new Set(numbers)].sort((a, b) => a - b))
  expect(numbers.every((number) => number >= 1 && number <= 45)).toBe(true)
  expect(texts.filter((each) => /[\p{Cc}\p{Bidi_Control}]|^\s|\s$|\s\s/u.test(each))).toEqual([])
}

const word = fc.oneof(
  fc.string({ unit: fc.constantFrom(...'abcdefgñáéíóúABCÑÜ&.-/\'"!¿«»日𝄞'), minLength: 1, maxLength: 12 }),
  fc.integer({ min: 0, max: 9999 }).map(String),
)
const words = (most: number) =>
  fc
    .array(word, { minLength: 1, maxLength: most })
    .map((all) => `Ñ ${all.join(' ')}`)
    .filter((text) => withoutNationalIds(text) === text && !text.endsWith('...'))
const day = fc
  .date({ min: new Date('1900-01-02T00:00Z'), max: new Date('2099-12-31T00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const dayOrNull = fc.option(day)

/** A record as the corpus may contain it: without adjacent numbers that look like a national id. */
const record: fc.Arbitrary<MarkRecord> = fc
  .record({
    nroSolicitud: fc.bigInt({ min: 1n, max: 10n ** 18n - 1n }).map(String),
    nroRegistro: fc.option(fc.integer({ min: 1 }).map(String)),
    denominacion: fc.oneof(fc.constant(''), words(20)),
    estadoOficina: fc.oneof(
      fc.constantFrom(...codes(ESTADOS).map((code) => ESTADOS[code].es)),
      fc.constantFrom('', 'C', '016', 'VER INSTANCIA'),
      words(4),
    ),
    tipoSigno: fc.constantFrom(...codes(TIPOS_DE_SIGNO)),
    fechaPresentacion: day,
    fechaPublicacion: dayOrNull,
    fechaRegistro: dayOrNull,
    fechaVencimiento: dayOrNull,
    clases: fc
      .uniqueArray(fc.record({ clase: fc.integer({ min: 1, max: 45 }), cobertura: fc.option(words(30)) }), {
        selector: ({ clase }) => clase,
      })
      .map((clases) => clases.toSorted((a, b) => a.clase - b.clase)),
    personas: fc
      .array(
        fc.record({
          rol: fc.constantFrom(...codes(ROLES)),
          nombre: words(5).filter((name) => !name.includes(' / ')), // which may be two persons
          pais: fc.option(fc.constantFrom('CL', 'US', 'PE', 'DE')),
        }),
      )
      .map(sortPersons),
  })
  .map((value) => ({ ...value, estado: readEstado(value.estadoOficina) }))

const written = (iso: string | null): string | null => iso?.split('-').reverse().join('/') ?? null

/** Returns the portal's answer for a record. */
function marcaOf(mark: MarkRecord, dots: boolean): object {
  const persons = (rol: string) =>
    mark.personas
      .filter((person) => person.rol === rol)
      .map(({ nombre, pais }) =>
        pais === null ? nombre : { Nombre: nombre, Pais: pais, Rut: '12.345.678-5' },
      )
  return {
    NumeroSolicitud: dots ? mark.nroSolicitud.replaceAll(/\B(?=(\d{3})+$)/g, '.') : mark.nroSolicitud,
    NumeroRegistro: mark.nroRegistro ?? '',
    Denominacion: mark.denominacion,
    Estado: 'Z',
    EstadoDescripcion: mark.estadoOficina,
    ...(mark.estadoOficina === '' ? { Estado: null } : {}),
    TipoMarcaDescripcion: TIPOS_DE_SIGNO[mark.tipoSigno].es,
    FechaPresentacion: written(mark.fechaPresentacion),
    FechaPublicacion: written(mark.fechaPublicacion) ?? '',
    FechaRegistro: written(mark.fechaRegistro),
    FechaVencimiento: written(mark.fechaVencimiento),
    Clases: mark.clases
      .toReversed()
      .map(({ clase, cobertura }) => (cobertura ? { Numero: String(clase), Descripcion: cobertura } : clase)),
    Titulares: persons('TITULAR'),
    Representantes: persons('REPRESENTANTE'),
    Solicitantes: persons('SOLICITANTE'),
  }
}

test('a record is read back unchanged from the portal’s answer', () => {
  fc.assert(
    fc.property(record, fc.boolean(), (mark, dots) => {
      const answer = JSON.parse(JSON.stringify(marcaOf(mark, dots)))
      expect(readMarca(answer, mark.nroSolicitud)).toEqual({
        record: mark,
        events: [],
        unknownFields: [],
        undated: 0,
        dayOrder: expect.any(String),
      })
    }),
    { numRuns: 50 },
  )
})

describe('a national id', () => {
  const checkOf = (body: number): string => {
    const sum = [...String(body)]
      .reverse()
      .reduce((total, digit, index) => total + Number(digit) * (2 + (index % 6)), 0)
    return '0123456789K0'.charAt(11 - (sum % 11) === 11 ? 0 : 11 - (sum % 11))
  }
  const id = fc
    .tuple(
      fc.integer({ min: 1_000_000, max: 99_999_999 }),
      fc.boolean(),
      fc.constantFrom('-', '-', '\u00ad', ''),
    )
    .map(([body, dotted, gap]) => ({
      body: String(body),
      written: `${dotted ? body.toLocaleString('de-DE') : body}${gap}${checkOf(body)}`,
    }))
  const around = fc.constantFrom('', 'Juan ', 'RUT ', 'R.U.T.: ', '(', 'Ana, ')

  test('is removed from every field', () => {
    fc.assert(
      fc.property(id, around, around, ({ body, written: rut }, before, behind) => {
        const value = `${before}${rut} ${behind}`.trim()
        const answer = {
          ...GOOD,
          NumeroRegistro: /^\d+$/.test(rut) ? '' : rut, // digits alone are a number of the office
          EstadoDescripcion: value,
          Titulares: [value, { Nombre: `Eva ${value}`, Pais: rut, Rut: rut }],
          Representantes: [{ RazonSocial: value, RUN: rut, [`Rut ${value}`]: rut }],
          Instancias: [{ Fecha: '01/02/2020', EstadoDescripcion: `Escrito de ${value}`, Observacion: value }],
          Anotaciones: [
            `01/02/2020 Cesión a ${value}`,
            { Fecha: '01/02/2020', Descripcion: value, Otro: rut },
          ],
          [value]: rut,
          Rut: rut,
        }
        const digits = JSON.stringify(readMarca(answer, '1241347')).replaceAll(/[^\d]/g, '')
        expect(digits).not.toContain(body)
      }),
      { numRuns: 50 },
    )
  })
})
