/** Generates an invented register of any size: plausible marks, one by one, without keeping them in memory. */

import { codes, TIPOS_DE_SIGNO, type TipoDeSigno } from '../../schemas/catalogs.ts'
import { createRandom, type Random } from '../../test/support/random.ts'
import { names } from './names.ts'
import { applicants, drawPersons } from './parties.ts'
import { drawProcedure, filingDay } from './procedures.ts'
import type { SheetClass, SheetMark } from './sheet-mark.ts'
import { weightedChoice } from './weighted-choice.ts'

const SEED = 20_260_711

// The numbers are in the same range as the numbers of the marks in the sample data.
const FIRST_APPLICATION = 909_001
const APPLICATIONS = 649_000
/** The minimum mean distance between two application numbers. */
const LEAST_STEP = 1.1
const REGISTRATIONS_AHEAD = 105_000

/**
 * Draws `count` marks in the order of their application numbers. Application numbers and registration numbers are unique. The
 * same count, seed and names give the same marks.
 *
 * @param given names to use unchanged, spread evenly over the marks; all other names are invented
 */
export function* generateMarks(
  count: number,
  seed: number = SEED,
  given: readonly string[] = [],
): Generator<SheetMark, void, undefined> {
  const random = createRandom(seed)
  const drawName = names()
  const drawApplicant = applicants(count)
  const step = Math.max(LEAST_STEP, APPLICATIONS / count)
  for (let place = 0; place < count; place++) {
    const name = givenAt(place, count, given)
    const number = FIRST_APPLICATION + Math.floor(place * step) + random.between(0, Math.floor(step) - 1)
    const procedure = drawProcedure(filingDay((place + 0.5) / count), random)
    const isRegistered = procedure.fechaRegistro !== null
    const tipoSigno = name === undefined ? TIPO(random) : 'DENOMINATIVA'
    yield {
      nroSolicitud: String(number),
      nroRegistro: isRegistered ? String(number + REGISTRATIONS_AHEAD) : null,
      denominacion: name ?? (WORDLESS.has(tipoSigno) ? '' : drawName(random)),
      tipoSigno: TIPOS_DE_SIGNO[tipoSigno].es,
      ...procedure,
      clases: drawClasses(random),
      personas: drawPersons(drawApplicant, isRegistered, random),
    }
  }
}

/** Returns the given name for this position; undefined if the position gets an invented name. */
function givenAt(place: number, count: number, given: readonly string[]): string | undefined {
  const before = Math.floor((place * given.length) / count)
  const after = Math.floor(((place + 1) * given.length) / count)
  return after > before ? given[before] : undefined
}

/** How often the frequent kinds of signs occur among a hundred thousand marks. */
const FREQUENT: Readonly<Partial<Record<TipoDeSigno, number>>> = {
  DENOMINATIVA: 55_200,
  MIXTA: 38_100,
  FIGURATIVA: 4_200,
  FRASE_PROPAGANDA: 1_900,
}
const TIPO = weightedChoice(codes(TIPOS_DE_SIGNO).map((tipo) => [tipo, FREQUENT[tipo] ?? 50]))
const WORDLESS = new Set<TipoDeSigno>('FIGURATIVA POSICION PATRON COLORES OLFATIVA TACTIL'.split(' ') as [])

/** How often the classes 1, 2, 3 and so on occur among a thousand classes of marks. */
const CLASS_SHARES = `10 5 38 5 56 10 16 5 86 16 18 18 1 10 1 30 5 18 10 14 15 3 1 10 70
  3 3 17 36 58 22 28 28 4 132 34 28 18 24 9 68 44 54 30 12`.split(/\s+/)
const CLASS = weightedChoice(CLASS_SHARES.map((share, place) => [place + 1, Number(share)]))
/** How many of a thousand marks have one class, two classes, and so on. */
const CLASS_COUNTS = [590, 205, 110, 50, 22, 10, 5, 3, 2, 1, 1, 1]
const CLASS_COUNT = weightedChoice(CLASS_COUNTS.map((marks, place) => [place + 1, marks]))

/** Goods and services. Any class has any of them, because no figure depends on their meaning. */
const GOODS = [
  'Productos químicos para la industria, la minería y la agricultura',
  'Productos farmacéuticos y veterinarios; complementos alimenticios para personas o animales',
  'Máquinas, máquinas herramientas y sus partes',
  'Prendas de vestir, calzado, artículos de sombrerería',
  'Café, té y yerba mate; harinas; pan, pastelería y confitería; helados; miel; sal, especias y condimentos',
  'Vinos; vinos espumantes; pisco; licores',
  'Servicios de venta al por mayor y al detalle, también por internet; publicidad',
  'Educación; formación; servicios de entretenimiento; actividades deportivas y culturales',
  'Diseño y desarrollo de programas computacionales; software como servicio (SaaS)',
  'Servicios de restaurante, cafetería y bar; hospedaje temporal',
]

/** Draws the classes of one mark: one to twelve classes (1.8 on average), ordered by number. */
function drawClasses(random: Random): SheetClass[] {
  const count = CLASS_COUNT(random)
  const clases = new Set<number>()
  while (clases.size < count) clases.add(CLASS(random))
  return [...clases].sort((a, b) => a - b).map((clase) => ({ clase, cobertura: drawGoods(random) }))
}

const drawGoods = ({ chance, pick }: Random): string | null => (chance(0.03) ? null : `${pick(GOODS)}.`)
