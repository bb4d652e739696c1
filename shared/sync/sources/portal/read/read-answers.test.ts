import { expect, test } from 'vitest'
import { createAnswerReader } from './read-answers.ts'

/** Returns the filing date as read from `ambiguous`, in a run whose other answers have the filing dates `days`. */
function filedAfter(days: readonly string[], ambiguous: string): string {
  const reader = createAnswerReader()
  const answer = (NumeroSolicitud: string, FechaPresentacion: string) =>
    reader.read({ NumeroSolicitud, Denominacion: 'A', Estado: 'C', FechaPresentacion }, NumeroSolicitud)
  const waiting = answer('1', ambiguous)
  days.forEach((day, index) => void answer(String(index + 2), day))
  const read = 'ambiguous' in waiting ? reader.readAmbiguous(waiting.ambiguous) : waiting
  return 'reason' in read ? read.reason : read.record.fechaPresentacion
}

test('ambiguous days are read with the day first, unless other answers of the run have the month first', () => {
  expect(filedAfter([], '05/06/2019')).toBe('2019-06-05')
  expect(filedAfter(['24/06/2019'], '05/06/2019')).toBe('2019-06-05')
})

test('ambiguous days are read with the month first if three answers prove it, and none proves the opposite', () => {
  const three = ['06/24/2019', '06/25/2019', '06/26/2019']
  expect(filedAfter(three, '05/06/2019')).toBe('2019-05-06')
  expect(filedAfter(three.slice(1), '05/06/2019')).toMatch(
    /^its dates may have the day or the month first \(other answers of the run: 2 with the month first, /,
  )
  expect(filedAfter([...three, '24/06/2019'], '05/06/2019')).toMatch(
    /other answers of the run: 3 with the month first, 1 with the day first\)$/,
  )
})

test('an application that was filed in the future is rejected', () => {
  expect(filedAfter([], '24/06/2099')).toBe('the filing date 2099-06-24 is in the future')
  expect(filedAfter([], '05/06/2099')).toBe('the filing date 2099-06-05 is in the future')
})

/** Returns the result for an answer after all answers of its run were read. */
function readAfter(others: readonly object[], answer: object): object {
  const reader = createAnswerReader()
  const [first, ...rest] = [answer, ...others].map((fields, index) => {
    const NumeroSolicitud = String(index + 1)
    return reader.read({ NumeroSolicitud, Denominacion: 'A', Estado: 'C', ...fields }, NumeroSolicitud)
  })
  expect(rest.every((read) => !('record' in read))).toBe(true)
  const read = first as ReturnType<typeof reader.read>
  return 'ambiguous' in read ? reader.readAmbiguous(read.ambiguous) : read
}
const uncertain = (field: string) => ({
  reason: `the order of day and month in ${field} is uncertain, because another answer has the opposite order`,
})

test('days are not read if another answer has both orders, with the opposite one in the same field', () => {
  const mixed = { FechaPresentacion: '06/24/2019', FechaRegistro: '25/09/2019' }
  const dayFirst = { FechaPresentacion: '05/06/2019', FechaRegistro: '26/09/2019' }
  expect(readAfter([mixed], dayFirst)).toEqual(uncertain('FechaPresentacion'))
  expect(readAfter([mixed], { ...dayFirst, FechaPresentacion: '24/06/2019' })).toHaveProperty('record')
  const other = { FechaPresentacion: '24/06/2019', FechaRegistro: '05/09/2019' }
  expect(readAfter([mixed], other)).toHaveProperty('record.fechaRegistro', '2019-09-05')
})

test('ambiguous days with the year first are not read if another answer has the day before the month', () => {
  const odd = { FechaPresentacion: '2019-24-06' }
  expect(readAfter([odd], { FechaPresentacion: '2019-05-06' })).toEqual(uncertain('FechaPresentacion'))
  expect(readAfter([odd], { FechaPresentacion: '2019-05-26' })).toHaveProperty(
    'record.fechaPresentacion',
    '2019-05-26',
  )
  expect(readAfter([], { FechaPresentacion: '2019-05-06' })).toHaveProperty(
    'record.fechaPresentacion',
    '2019-05-06',
  )
})
