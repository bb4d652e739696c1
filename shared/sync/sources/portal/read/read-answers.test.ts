import { expect, test } from '@jest/globals'
import { createAnswerReader } from './read-answers.ts'

/** Returns the reading of an application that was filed on `ambiguous`, after applications that were filed on `days`. */
function filedAfter(days: readonly string[], ambiguous: string): string {
  const reader = createAnswerReader()
  const answer = (NumeroSolicitud: string, FechaPresentacion: string) =>
    reader.read({ NumeroSolicitud, Denominacion: 'A', Estado: 'C', FechaPresentacion }, NumeroSolicitud)
  const waiting = answer('1', ambiguous)
  days.forEach((day, index) => void answer(String(index + 2), day))
  const read = 'ambiguous' in waiting ? reader.readAmbiguous(waiting.ambiguous) : waiting
  return 'reason' in read ? read.reason : read.record.fechaPresentacion
}

test('days that may have either order have the day first, unless answers of the run have the month first', () => {
  expect(filedAfter([], '05/06/2019')).toBe('2019-06-05')
  expect(filedAfter(['24/06/2019'], '05/06/2019')).toBe('2019-06-05')
})

test('days that may have either order have the month first if three answers prove it, and none the opposite', () => {
  const three = ['06/24/2019', '06/25/2019', '06/26/2019']
  expect(filedAfter(three, '05/06/2019')).toBe('2019-05-06')
  expect(filedAfter(three.slice(1), '05/06/2019')).toMatch(
    /^its days may have the day or the month first: 2 other/,
  )
  expect(filedAfter([...three, '24/06/2019'], '05/06/2019')).toMatch(/3 other answers .* 1 the day$/)
})
