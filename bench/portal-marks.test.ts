import { describe, expect, test } from '@jest/globals'
import { ESTADOS } from '../schemas/catalogs.ts'
import { type PortalMark, readMarca } from '../shared/sync/portal/read/read-marca.ts'
import { marcaOf } from '../test/support/office/marca.ts'
import { applicationsOf, publishedOn, RECORDS } from './portal-marks.ts'

const TODAY = '2026-11-20'
const rounds = applicationsOf(3, '1700000', TODAY)
const all = rounds.flat()
const read = (mark: (typeof all)[number]) => readMarca(marcaOf(mark), mark.nroSolicitud) as PortalMark

describe('the applications of all rounds', () => {
  test('are as many as a run asks for in each round, numbered in turn behind the last known one', () => {
    expect(rounds.map(({ length }) => length)).toEqual([RECORDS, RECORDS, RECORDS])
    expect(all.map(({ nroSolicitud }) => nroSolicitud)).toEqual(
      all.map((_, place) => String(1_700_001 + place)),
    )
  })

  test('can all be read, and are under way before and behind their next step, so that the portal is asked again', () => {
    for (const mark of all) {
      for (const each of [read(mark), read(publishedOn(mark, TODAY))]) {
        expect(ESTADOS[each.record.estado].phase).toBe('pending')
      }
    }
  })

  test('differ from themselves one step further, in their status and by one event', () => {
    for (const mark of all) {
      const [before, behind] = [read(mark), read(publishedOn(mark, TODAY))]
      expect(behind.record).toEqual({
        ...before.record,
        estado: 'PUBLICADA',
        estadoOficina: 'Publicación de marca en Diario Oficial',
        fechaPublicacion: TODAY,
      })
      expect(behind.events.slice(0, -1)).toEqual(before.events)
    }
  })
})
