import { expect, test } from '@jest/globals'
import { dayNumber, TODAY } from './calendar.ts'
import { drawCareer, WORDS } from './careers.ts'
import { dice } from './random.ts'

const texts = Object.entries(WORDS).flatMap(([stage, words]) => words.map(([text]) => [text, stage] as const))
const careers = (filed: number) => {
  const chances = dice(5)
  return Array.from({ length: 400 }, () => drawCareer(filed, chances))
}
const stages = (filed: number) =>
  new Set(careers(filed).map(({ estadoOficina }) => new Map(texts).get(estadoOficina)))

test('a text of the office stands for one stage only', () => {
  expect(new Set(texts.map(([text]) => text)).size).toBe(texts.length)
})

test('what is filed on the last day is still where it starts', () => {
  expect(stages(TODAY)).toEqual(new Set(['SOLICITADA']))
})

test('what was filed twelve years ago has come to its end', () => {
  const ended = [...stages(dayNumber('2014-10-30'))]
  const pending = ['SOLICITADA', 'EN_TRAMITE', 'PUBLICADA', 'EN_OPOSICION', 'EN_APELACION', 'REGISTRADA']
  expect(ended.filter((stage) => pending.includes(String(stage)))).toEqual([])
})

test('a registration that ran out this summer can still be renewed: it has expired, not lapsed', () => {
  const registered = careers(dayNumber('2016-01-04')).filter(({ registered }) => registered !== null)
  const late = registered.filter(({ registered }) => Number(registered) > dayNumber('2016-05-02'))
  const words = new Set(late.map(({ estadoOficina }) => new Map(texts).get(estadoOficina)))
  expect(words.has('VENCIDA')).toBe(true)
  expect(words.has('CADUCADA')).toBe(false)
})
