import { describe, expect, test } from 'vitest'
import { readHeading } from '../sources/bulletin/sections.ts'
import { meaningOf, readEvent } from './office-events.ts'

const means = (text: string, section: string | null = null) => {
  const { tipo, estado } = meaningOf(readEvent(text), section)
  return [tipo, estado]
}

describe('an event', () => {
  test.each([
    ['009 Resolución de aceptación a trámite de marca', 'ACEPTACION_TRAMITE', 'ACEPTADA_TRAMITE'],
    ['9', 'ACEPTACION_TRAMITE', 'ACEPTADA_TRAMITE'],
    ['425 - PUBLICACIÓN DE MARCA EN DIARIO OFICIAL', 'PUBLICACION', 'PUBLICADA'],
    ['Evento 647 Resolución de observaciones de fondo', 'OBSERVACION_FONDO', 'OBSERVADA'],
    ['1046 No existe renovación en plazo', 'CADUCIDAD', 'VENCIDA'],
    ['016 En trámite', 'OTRA', 'EN_TRAMITE'],
    ['Resolución de observaciones de forma', 'OBSERVACION_FORMA', 'OBSERVADA'],
    ['Presentación de demanda de oposición', 'OPOSICION', 'EN_OPOSICION'],
    ['Resolución de aceptación a registro', 'ACEPTACION_REGISTRO', 'ACEPTADA_REGISTRO'],
    ['Resolución de concesión de registro de marca', 'CONCESION', 'REGISTRADA'],
    ['Anotación de transferencia total de registro', 'TRANSFERENCIA', null],
    ['Anotación de transferencia parcial', 'TRANSFERENCIA', null],
    ['999 Se hace presente la Oposición de un tercero', 'OTRA', null],
    ['C', 'OTRA', null],
    ['Ver instancia', 'OTRA', null],
  ])('%s means %s and %s', (text, tipo, estado) => {
    expect(means(text)).toEqual([tipo, estado])
  })

  test('takes precedence over its section, even if its meaning is unknown', () => {
    expect(means('425 Publicación', 'M5')).toEqual(['PUBLICACION', 'PUBLICADA'])
    expect(means('999', 'M5')).toEqual(['OTRA', null])
  })
})

describe('a section alone', () => {
  test.each([
    ['M2', 'ACEPTACION_TRAMITE', 'ACEPTADA_TRAMITE'],
    ['M3', 'OTRA', 'OBSERVADA'],
    ['M4', 'OTRA', null],
    ['M5', 'CONCESION', 'REGISTRADA'],
    ['M7', 'OTRA', null],
    ['constructor', 'OTRA', null],
  ])('%s means %s and %s', (section, tipo, estado) => {
    expect(means('', section)).toEqual([tipo, estado])
  })

  test.each([
    ['M2', 'M2', null],
    ['SECCIÓN M2', 'M2', null],
    ['Sección m8:', 'M8', null],
    ['M2. Marcas aceptadas a trámite', 'M2', 'Marcas aceptadas a trámite'],
    ['M5 - REGISTROS DE MARCAS', 'M5', 'REGISTROS DE MARCAS'],
    ['M 12 Otras', 'M12', 'Otras'],
    ['M5 REGISTROS (23)', 'M5', 'REGISTROS'],
  ])('%s is the heading of %s', (text, code, title) => {
    expect(readHeading(text)).toMatchObject({ code, title })
  })

  test.each(['m2', 'M2X', 'M123', 'MARCAS M2', 'M', 'M5 2026', `M2. ${'a'.repeat(200)}`])(
    '%s is no heading',
    (text) => {
      expect(readHeading(text)).toBeNull()
    },
  )
})
