/** Marks that were filed after the sheet was published: the portal alone knows them. */

import { TODAY } from '../../../bench/corpus/calendar.ts'
import { drawClasses } from '../../../bench/corpus/classes.ts'
import { officeDayAfter } from '../../../bench/corpus/days.ts'
import { drawKind, type Kind } from '../../../bench/corpus/kinds.ts'
import { drawSlogan } from '../../../bench/corpus/names.ts'
import { partiesFor, personsOf } from '../../../bench/corpus/parties.ts'
import { type Dice, dice } from '../../../bench/corpus/random.ts'
import { type Title, titles } from '../../../bench/corpus/titles.ts'
import { APPLICATIONS, numberOn, resolutionOn, SHEETS_OF } from '../marks.ts'
import { FILED, PUBLISHED, type ToldEvent, type ToldMark } from './told-mark.ts'

const SEED = 20_261_124
const MARKS = 40
const LAST_DAY = '2026-11-20'
/** As many owners as the sheet's marks have: some of those file again. */
const OWNED = 4_800

const PARTIES = partiesFor(OWNED)

/**
 * All that were filed by a day, numbered above the sheet's `highest` as they came, each as it stands on that day. The
 * same at every call: of a day later, the same marks and more, some of which have come further.
 */
export function newMarks(highest: number, today: string): ToldMark[] {
  const chances = dice(SEED)
  const drawTitle = titles(PARTIES)
  const ofSheet = { ...APPLICATIONS, from: SHEETS_OF, first: highest }
  let number = highest
  return filingDays()
    .map((filed) => {
      number = Math.max(number + 1, numberOn(filed, ofSheet, chances))
      return standingOn(today, drawMark(String(number), filed, drawTitle, chances))
    })
    .filter(({ fechaPresentacion }) => fechaPresentacion <= today)
}

/** The day of each mark, spread evenly over the office days after the sheet's. */
function filingDays(): string[] {
  const days: string[] = []
  for (let day = officeDayAfter(SHEETS_OF, 1); day <= LAST_DAY; day = officeDayAfter(day, 1)) {
    days.push(day)
  }
  return Array.from(
    { length: MARKS },
    (_, place) => days[Math.floor((place * days.length) / MARKS)] as string,
  )
}

/** A mark with all that will come to it. */
function drawMark(
  nroSolicitud: string,
  filed: string,
  drawTitle: (chances: Dice) => Title,
  chances: Dice,
): ToldMark {
  const kind = drawKind(TODAY, chances)
  const { denominacion, parties } = drawTitle(chances)
  return {
    nroSolicitud,
    nroRegistro: null,
    denominacion: nameOf(kind, denominacion, chances),
    estadoOficina: chances.pick(['Solicitada', 'Solicitada', 'Pendiente']),
    tipoSigno: kind.words,
    fechaPresentacion: filed,
    ...{ fechaPublicacion: null, fechaRegistro: null, fechaVencimiento: null },
    clases: drawClasses(chances),
    personas: personsOf(parties, false),
    eventos: drawEvents(filed, chances),
  }
}

const nameOf = ({ wordless, slogan }: Kind, name: string, chances: Dice): string =>
  wordless ? '' : slogan ? drawSlogan(chances) : name

const STEPS = {
  filed: FILED,
  underWay: 'En trámite',
  objected: 'Resolución de observaciones de forma',
  accepted: 'Resolución de aceptación a trámite de marca',
  published: PUBLISHED,
} as const

/** Each step with the days since the one before, at least and at most. */
const SMOOTH = [
  ['filed', 0, 0],
  ['underWay', 1, 3],
  ['accepted', 4, 9],
  ['published', 8, 16],
] as const
const OBJECTED = [...SMOOTH.slice(0, 2), ['objected', 3, 7]] as const
const OBJECTED_SHARE = 0.2

function drawEvents(filed: string, chances: Dice): ToldEvent[] {
  const steps = chances.chance(OBJECTED_SHARE) ? OBJECTED : SMOOTH
  let fecha = filed
  return steps.map(([step, min, max]) => {
    if (max > 0) fecha = officeDayAfter(fecha, chances.between(min, max))
    const isDecided = step === 'objected' || step === 'accepted'
    return { fecha, descripcion: STEPS[step], resolucion: isDecided ? resolutionOn(fecha, chances) : null }
  })
}

/** The mark without what comes later; it is called as its last step is, where it has made one since it was filed. */
function standingOn(today: string, mark: ToldMark): ToldMark {
  const eventos = mark.eventos.filter(({ fecha }) => fecha <= today)
  const last = eventos.at(-1)?.descripcion ?? FILED
  return {
    ...mark,
    estadoOficina: last === FILED ? mark.estadoOficina : last,
    fechaPublicacion: eventos.find(({ descripcion }) => descripcion === PUBLISHED)?.fecha ?? null,
    eventos,
  }
}
