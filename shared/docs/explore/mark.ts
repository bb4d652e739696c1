import { ESTADOS, PHASES, TIPOS_DE_SIGNO } from '../../../schemas/catalogs.ts'
import { foreign, make } from './elements.ts'
import { type Catalog, meaning } from './meaning.ts'
import type { Speech } from './speech.ts'

const STATES: Catalog<(typeof ESTADOS)[keyof typeof ESTADOS]> = ESTADOS

/** The name of a mark as it was written, or that it has no words. */
export function nameOf(mark: { denominacion: string; tipoSigno: string }, { words }: Speech): HTMLElement {
  if (mark.denominacion !== '') {
    return foreign(mark.denominacion)
  }
  const isFigurative = mark.tipoSigno === ('FIGURATIVA' satisfies keyof typeof TIPOS_DE_SIGNO)
  return make('i', {}, isFigurative ? words.figurativeMark : words.markWithoutWords)
}

/**
 * Where a mark stands: in words, with its phase, and a shape and a colour that say the same. The office may take long to
 * tell of a renewal or of its lack: until it does, a mark whose term has run out is not said to be in force.
 */
export function stateOf(
  { estado, fechaVencimiento }: { estado: string; fechaVencimiento: string | null },
  { language, words, formats }: Speech,
): HTMLElement {
  const known = Object.hasOwn(STATES, estado) ? STATES[estado] : undefined
  if (known === undefined) {
    return state('unknown', estado)
  }
  const isOver = fechaVencimiento !== null && fechaVencimiento < formats.isoDayOf(new Date())
  return known.phase === 'in force' && isOver
    ? state('term-over', known[language], words.termOver)
    : state(known.phase.replace(' ', '-'), known[language], PHASES[known.phase][language])
}

function state(kind: string, status: string, phase = status): HTMLElement {
  const isSaid = phase.toLowerCase() === status.toLowerCase()
  return make(
    'span',
    { className: `state ${kind}` },
    make('strong', {}, status),
    ...(isSaid ? [] : [` · ${phase}`]),
  )
}

export const signOf = (tipoSigno: string, { language }: Speech): string =>
  meaning(TIPOS_DE_SIGNO, tipoSigno, language)
