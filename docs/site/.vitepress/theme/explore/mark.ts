import { ESTADOS, PHASES, TIPOS_DE_SIGNO } from '../../../../../schemas/catalogs.ts'
import { isolated, make } from './elements.ts'
import type { Localization } from './localization.ts'
import { type Catalog, meaning } from './meaning.ts'

const STATES: Catalog<(typeof ESTADOS)[keyof typeof ESTADOS]> = ESTADOS

/** Returns the name of a mark, or a note that it has no words. */
export function nameOf(
  mark: { denominacion: string; tipoSigno: string },
  { texts }: Localization,
): HTMLElement {
  if (mark.denominacion !== '') {
    return isolated(mark.denominacion)
  }
  const isFigurative = mark.tipoSigno === ('FIGURATIVA' satisfies keyof typeof TIPOS_DE_SIGNO)
  return make('i', {}, isFigurative ? texts.figurativeMark : texts.markWithoutWords)
}

/**
 * Returns the status of a mark with its phase; its shape and colour repeat the phase. The office may report a renewal late:
 * until it does, a mark whose term is over is not shown as in force.
 */
export function stateOf(
  { estado, fechaVencimiento }: { estado: string; fechaVencimiento: string | null },
  { language, texts, formats }: Localization,
): HTMLElement {
  const known = Object.hasOwn(STATES, estado) ? STATES[estado] : undefined
  if (known === undefined) {
    return state('desconocida', estado)
  }
  const isOver = fechaVencimiento !== null && fechaVencimiento < formats.isoDayOf(new Date())
  return known.phase === 'vigente' && isOver
    ? state('term-over', known[language], texts.termOver)
    : state(known.phase.replace('_', '-'), known[language], PHASES[known.phase][language])
}

function state(kind: string, status: string, phase = status): HTMLElement {
  const isRepeated = phase.toLowerCase() === status.toLowerCase()
  return make(
    'span',
    { className: `state ${kind}` },
    make('strong', {}, status),
    ...(isRepeated ? [] : [` · ${phase}`]),
  )
}

export const signTypeOf = (tipoSigno: string, { language }: Localization): string =>
  meaning(TIPOS_DE_SIGNO, tipoSigno, language)
