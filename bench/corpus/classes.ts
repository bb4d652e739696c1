/** The classes of marks, with their goods and services. */

import type { Random } from './random.ts'
import type { SheetClass } from './sheet-mark.ts'
import { TRADES } from './trades.ts'
import { COBERTURAS } from './vocabulary.ts'
import { type Draw, weightedChoice } from './weighted-choice.ts'

// How often the classes 1, 2, 3 and so on occur among a thousand classes of marks.
const ENTRIES = `10 5 38 5 56 10 16 5 86 16 18 18 1 10 1 30 5 18 10 14 15 3 1 10 70
  3 3 17 36 58 22 28 28 4 132 34 28 18 24 9 68 44 54 30 12`.split(/\s+/)

const HOW_MANY = weightedChoice<number>([
  [1, 590],
  [2, 205],
  [3, 110],
  [4, 50],
  [5, 22],
  [6, 10],
  [7, 5],
  [8, 3],
  [10, 3],
  [12, 2],
])

/** Returns variants of the goods and services of a class: applicants claim all of them or a part. */
function coverages(clase: number): string[] {
  const sentence = COBERTURAS[clase] ?? ''
  const goods = sentence.includes('{ventas}') ? TRADES.map(({ ventas }) => ventas) : ['']
  return goods.flatMap((ventas) => {
    const parts = sentence.replace('{ventas}', ventas).slice(0, -1).split('; ')
    return [parts, parts.slice(0, 1), parts.slice(-1), parts.slice(0, 2)].map((some) => `${some.join('; ')}.`)
  })
}

/** Returns a function that draws a class with one of its few texts of goods and services, or without a text. */
const entriesOf = (clase: number): Draw<SheetClass> => {
  const written = coverages(clase)
  const entry = (cobertura: string | null, weight: number): [SheetClass, number] => [
    { clase, cobertura },
    weight,
  ]
  return weightedChoice([...written.map((text) => entry(text, 0.97)), entry(null, 0.03 * written.length)])
}

const CLASSES = weightedChoice(ENTRIES.map((share, place) => [place + 1, Number(share)]))
const ENTRIES_OF = Array.from({ length: 46 }, (_, clase) => entriesOf(clase))

const byNumber = (one: SheetClass, other: SheetClass) => one.clase - other.clase

/** Draws the classes of one mark: one to twelve classes (1.8 on average), ordered by number. */
export function drawClasses(chances: Random): SheetClass[] {
  const count = HOW_MANY(chances)
  const drawn: SheetClass[] = []
  while (drawn.length < count) {
    const clase = CLASSES(chances)
    if (!drawn.some((each) => each.clase === clase)) drawn.push(draw(clase, chances))
  }
  return count === 1 ? drawn : drawn.sort(byNumber)
}

const draw = (clase: number, chances: Random) => (ENTRIES_OF[clase] as Draw<SheetClass>)(chances)
