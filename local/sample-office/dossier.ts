/** What the office knows of one mark before it has numbers: drawn by chance, but so that its facts agree. */

import { daysBetween, officeDayAfter } from '../../bench/corpus/days.ts'
import type { Dice } from '../../bench/corpus/random.ts'
import { TRADES } from '../../bench/corpus/trades.ts'
import { APELLIDOS, LUGARES, NOMBRES, REPRESENTANTES, VENTAS_VARIAS } from '../../bench/corpus/vocabulary.ts'
import type { Estado, TipoDeSigno } from '../../schemas/catalogs.ts'
import { EVENTS, type EventName, HISTORIES, type History } from './histories.ts'
import { SINGULAR_MARKS, type SingularMark } from './singular-marks.ts'

interface Party {
  nombre: string
  pais: string | null
}

export interface Dossier {
  denominacion: string
  clases: readonly number[]
  tipoSigno: TipoDeSigno
  ventas: string
  estado: Estado
  estadoOficina: string
  fechaPresentacion: string
  timeline: readonly { name: EventName; fecha: string }[]
  solicitante: Party
  titular: Party
  representante: Party | null
  /** Only where it is another mark's too. */
  nroRegistro?: string
}

interface Idea extends SingularMark {
  ventas: string
  empresas: readonly string[]
}

// Signs that Chilean law admits since Ley 21.355 came into force.
export const LEY_21355 = '2022-05-09'
export const OLD_SIGNS: readonly TipoDeSigno[] = [
  'DENOMINATIVA',
  'MIXTA',
  'FIGURATIVA',
  'SONORA',
  'FRASE_PROPAGANDA',
  'OTRA',
]

const VARIOUS = {
  ventas: VENTAS_VARIAS,
  empresas: ['Comercial {l} SpA', 'Inversiones {a} Ltda.', '{l} S.A.'],
}

const IDEAS: readonly Idea[] = [
  ...SINGULAR_MARKS.map((mark) => ({ ...VARIOUS, ...mark })),
  ...TRADES.flatMap(({ ventas, empresas, marcas }) =>
    marcas.map(([denominacion, ...clases]) => ({ denominacion, clases, ventas, empresas })),
  ),
]

/** The days on which an idea can have been filed with this history; none where they do not meet. */
function filingDays({ from, to }: History, { filed = ['2000-01-01', '2026-10-30'], tipoSigno }: Idea) {
  const lawful = tipoSigno && !OLD_SIGNS.includes(tipoSigno) ? LEY_21355 : from
  const first = [from, filed[0], lawful].toSorted().at(-1) ?? from
  return { first, days: daysBetween(first, to < filed[1] ? to : filed[1]) }
}

function suits(history: History, idea: Idea) {
  if (idea.estado && idea.estado !== history.estado) return false
  if (filingDays(history, idea).days < 0) return false
  // A name that was written out stays what it is.
  return (
    !idea.solicitante || !history.events.some((name) => name.startsWith('renamed') || name === 'transferred')
  )
}

function fillIn(pattern: string, { shuffle }: Dice) {
  const surnames = shuffle(APELLIDOS)
  const places = shuffle(LUGARES)
  return pattern.replace(/\{[al]\}/g, (slot) => (slot === '{a}' ? surnames.pop() : places.pop()) ?? '')
}

function applicantOf(
  { solicitante, empresas }: Idea,
  history: History,
  { pick, chance, ...rest }: Dice,
): Party {
  if (solicitante) return { nombre: solicitante[0], pais: solicitante[1] }
  const isPerson = chance(0.22) && !history.events.some((name) => name.startsWith('renamed'))
  const pattern = isPerson ? `${pick(NOMBRES)} {a} {a}` : pick(empresas)
  return { nombre: fillIn(pattern, { pick, chance, ...rest }), pais: chance(0.05) ? null : 'CL' }
}

/** A company takes another legal form. */
const renamed = (nombre: string) =>
  nombre.endsWith('SpA') ? nombre.replace(/SpA$/, 'S.A.') : nombre.replace(/ (S\.A\.|Ltda\.|EIRL)$|$/, ' SpA')

function holderOf(applicant: Party, idea: Idea, history: History, chances: Dice): Party {
  const { events } = history
  const bought = events.includes('transferred')
  const first = bought ? { nombre: fillIn(chances.pick(idea.empresas), chances), pais: 'CL' } : applicant
  return events.some((name) => name.startsWith('renamed'))
    ? { ...first, nombre: renamed(first.nombre) }
    : first
}

function representativeOf(applicant: Party, { pick, chance }: Dice): Party | null {
  // Whoever lives abroad has to name one.
  const mustHave = applicant.pais !== null && applicant.pais !== 'CL'
  return mustHave || chance(0.8) ? { nombre: pick(REPRESENTANTES), pais: chance(0.06) ? null : 'CL' } : null
}

function timelineOf(history: History, fechaPresentacion: string, { between }: Dice) {
  let fecha = fechaPresentacion
  return history.events.map((name) => {
    const [min, max] = EVENTS[name].days
    if (max > 0) fecha = officeDayAfter(fecha, between(min, max))
    return { name, fecha }
  })
}

function draw(idea: Idea, history: History, chances: Dice): Dossier {
  const { denominacion, clases, ventas } = idea
  const { estado, oficina: estadoOficina } = history
  const { first, days } = filingDays(history, idea)
  const fechaPresentacion = officeDayAfter(first, chances.between(0, days))
  const solicitante = applicantOf(idea, history, chances)
  return {
    ...{ denominacion, clases, ventas, estado, estadoOficina, fechaPresentacion, solicitante },
    tipoSigno: idea.tipoSigno ?? (chances.chance(0.55) ? 'DENOMINATIVA' : 'MIXTA'),
    timeline: timelineOf(history, fechaPresentacion, chances),
    titular: holderOf(solicitante, idea, history, chances),
    representante: representativeOf(solicitante, chances),
  }
}

/** One dossier for every idea, each with a history that suits it; the choosy ones come first. */
export function drawDossiers(chances: Dice): Dossier[] {
  const left = chances.shuffle(HISTORIES)
  return IDEAS.map((idea) => {
    const [history] = left.splice(
      left.findIndex((each) => suits(each, idea)),
      1,
    )
    if (!history) throw new Error(`There are fewer histories than marks: ${idea.denominacion} has none`)
    return draw(idea, history, chances)
  })
}
