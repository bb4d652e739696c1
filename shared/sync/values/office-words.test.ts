import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { codes, ESTADOS, type Estado, TIPOS_DE_SIGNO, type TipoDeSigno } from '../../../schemas/catalogs.ts'
import { anyCharacter } from '../../../test/support/any-character.ts'
import { readEstado, readTipoSigno } from './office-words.ts'

/** The office's texts as the decisions list them (Records). */
const OFFICE: Readonly<Partial<Record<Estado, readonly string[]>>> = {
  SOLICITADA: ['Solicitada', 'Solicitud', 'Pendiente'],
  EN_TRAMITE: ['En Trámite', 'ET', '016'],
  ACEPTADA_TRAMITE: ['009', 'M2', 'Aceptada a trámite', 'Resolución de aceptación a trámite de marca'],
  PUBLICADA: ['Publicada', '425', 'Publicación de marca en Diario Oficial'],
  OBSERVADA: [
    'Observaciones de forma',
    'Observaciones de fondo',
    '647',
    'M3',
    'Resolución de observaciones de fondo',
  ],
  EN_OPOSICION: ['Oposición', 'En oposición', 'Presentación de demanda'],
  ACEPTADA_REGISTRO: ['Resolución de aceptación a registro', 'Aceptada a registro'],
  EN_APELACION: ['Recurso de apelación', 'TDPI', 'En apelación'],
  REGISTRADA: ['Registrada', 'Concedida', 'C', 'M5'],
  VENCIDA: ['Vencida', 'Expirada', 'V', '1046', 'No existe renovación en plazo'],
  DENEGADA: ['Denegada', 'Rechazada', 'Rechazada definitivamente', 'N'],
  NO_PRESENTADA: ['Tenida por no presentada'],
  ABANDONADA: ['Abandonada'],
  DESISTIDA: ['Desistida', 'D'],
  CADUCADA: ['Caducada', 'Caducado', 'U', 'No Vigente'],
  CANCELADA: ['Cancelada'],
  ANULADA: ['Anulada', 'A', 'Nulidad'],
  RENUNCIADA: ['Renuncia', 'Renunciada'],
  SIN_CLASIFICAR: ['VER INSTANCIA', 'P', '', 'anything else'],
}

const spoil = (text: string): string => new TextDecoder('windows-1252').decode(new TextEncoder().encode(text))

describe('the status', () => {
  test('is found by the text of the office, in any case, with or without accents, or encoded twice', () => {
    for (const [estado, texts] of Object.entries(OFFICE)) {
      for (const text of texts) {
        const bare = text.normalize('NFD').replace(/\p{M}/gu, '')
        const forms = [text, text.toUpperCase(), bare, ` ${text}. `, spoil(text), text.replaceAll(' ', '  ')]
        expect([text, ...forms.map(readEstado)]).toEqual([text, ...forms.map(() => estado)])
      }
    }
  })

  test('may have any gender or number, and a noun before it', () => {
    const forms = [
      'Registrado',
      'Registradas',
      'Marca registrada',
      'Marca Registrada.',
      'Solicitud de marca registrada',
    ]
    expect(forms.map(readEstado)).toEqual(forms.map(() => 'REGISTRADA'))
    expect(
      ['Solicitud denegada', 'Registro caducado', 'Marca vencida', 'Solicitud tenida por no presentada'].map(
        readEstado,
      ),
    ).toEqual(['DENEGADA', 'CADUCADA', 'VENCIDA', 'NO_PRESENTADA'])
  })

  test('may come with the code of its event, or as a number that lost its zeros', () => {
    expect(
      ['009 Resolución de aceptación a trámite de marca', '425 - Publicada', '9', '16'].map(readEstado),
    ).toEqual(['ACEPTADA_TRAMITE', 'PUBLICADA', 'ACEPTADA_TRAMITE', 'EN_TRAMITE'])
  })

  test('is never guessed from a part of the text', () => {
    for (const text of [
      'No registrada',
      'No concedida',
      'Registrada parcialmente',
      'Registrada con observaciones',
      'Aceptada',
      'Solicitud de nulidad',
      'Marca',
      'Marca C',
      'Registro',
      'CC',
      '4250',
      'x'.repeat(1000),
    ]) {
      expect([text, readEstado(text)]).toEqual([text, 'SIN_CLASIFICAR'])
    }
  })
})

describe('the kind of sign', () => {
  test('is read from its name, its code or a synonym', () => {
    const words: Partial<Record<TipoDeSigno, string[]>> = {
      DENOMINATIVA: ['Denominativa', 'DENOMINATIVO', 'Marca denominativa', 'Palabra'],
      FIGURATIVA: ['Figurativa', 'Figurativo'],
      MIXTA: ['Mixta', 'Mixto', 'MIXTAS', 'Marca Mixta'],
      TRIDIMENSIONAL: ['Tridimensional', '3D'],
      SONORA: ['Sonora', 'Sonido'],
      TACTIL: ['Táctil', 'tactil'],
      POSICION: ['De posición', 'Marca de posición', 'POSICION'],
      COLORES: ['Color', 'Combinación de colores'],
      FRASE_PROPAGANDA: ['Frase de propaganda', 'FRASES DE PROPAGANDA'],
      OTRA: ['Otra', 'Otro', 'No figurativa', '', 'Desconocida', 'Figurativa y algo más'],
    }
    for (const [tipo, texts] of Object.entries(words)) {
      expect([tipo, ...texts.map(readTipoSigno)]).toEqual([tipo, ...texts.map(() => tipo)])
    }
  })
})

test('every code is read from itself and from its own words', () => {
  for (const estado of codes(ESTADOS)) {
    expect([readEstado(estado), readEstado(ESTADOS[estado].es)]).toEqual([estado, estado])
  }
  for (const tipo of codes(TIPOS_DE_SIGNO)) {
    expect([readTipoSigno(tipo), readTipoSigno(TIPOS_DE_SIGNO[tipo].es)]).toEqual([tipo, tipo])
  }
})

test('any text is read as a code of the catalog', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      expect(codes(ESTADOS)).toContain(readEstado(text))
      expect(codes(TIPOS_DE_SIGNO)).toContain(readTipoSigno(text))
    }),
  )
})
