import type { SheetMark } from '../../../bench/corpus/sheet-mark.ts'
import { dueAt, publicationDays } from '../../../shared/publication-calendar.ts'
import type { PrintedSection } from '../../../shared/sync/bulletin/testing/printed.ts'
import { readEvent } from '../../../shared/sync/office-events.ts'
import { EDITIONS, editionSections } from '../editions/edition-entries.ts'
import { GRANTED, type ToldEvent } from './told-mark.ts'

/** From when on the portal tells what editions did: as far back as the office's page goes on the sheet's day. */
const FIRST_DAY = '2026-10-03'
/** From this day on the finished editions take their turns. */
const FIRST_TURN = '2026-01-02'

/** Which of the finished editions is that of which publication day, up to a day. */
export const turnsUntil = (today: string): [day: string, turn: number][] =>
  publicationDays(FIRST_TURN, today).map((day, place) => [day, (place + 1) % EDITIONS])

/** What the editions told of an application: on which day, in their words, and in which section. */
interface Entry extends ToldEvent {
  section: string
}

/** What the editions that are out on a day of Chile at an instant have told, by application number, oldest first. */
export function toldByEditions(today: string, now: Date): Map<string, Entry[]> {
  const editions = editionSections()
  const told = new Map<string, Entry[]>()
  const isOut = (day: string) => day >= FIRST_DAY && dueAt(day) <= now
  for (const [day, turn] of turnsUntil(today).filter(([day]) => isOut(day))) {
    for (const [number, entry] of entriesOf(editions[turn] ?? [], day)) {
      told.set(number, [...(told.get(number) ?? []), entry])
    }
  }
  return told
}

const entriesOf = (sections: readonly PrintedSection[], fecha: string): [string, Entry][] =>
  sections.flatMap(({ heading, entries }) =>
    entries.map(({ numero, evento, resolucion }): [string, Entry] => [
      numero.replaceAll('.', ''),
      {
        fecha,
        descripcion: readEvent(evento).words,
        resolucion: resolucion || null,
        section: heading?.slice(0, 2) ?? '',
      },
    ]),
  )

/** What a section says of an entry without an event, in the words of the event that it means. */
const WORDS_OF_SECTIONS: Readonly<Record<string, string>> = {
  M2: 'Resolución de aceptación a trámite de marca',
  M5: GRANTED,
}

/** Events of a mark as the portal tells them: in words, and none from before it was filed. */
export const eventsOf = (mark: SheetMark, entries: readonly Entry[] = []): ToldEvent[] =>
  entries
    .filter(({ fecha }) => fecha >= mark.fechaPresentacion)
    .map(({ fecha, descripcion, resolucion, section }) => ({
      fecha,
      descripcion: descripcion || (WORDS_OF_SECTIONS[section] ?? objectionOf(mark)),
      resolucion,
    }))

const objectionOf = ({ estadoOficina }: SheetMark): string =>
  `Resolución de observaciones de ${estadoOficina.includes('fondo') ? 'fondo' : 'forma'}`
