import type { RawEntry } from './raw-entry.ts'

const REASON =
  'It has a resolution and no event, and others of its section have events: a cell may extend over several rows.'

/**
 * Returns the entries of a table, with those rejected that have a resolution without an event in a section in which others have
 * events: where a cell extends over several rows, only one of them has its text.
 */
export function rejectMissingEvents(entries: readonly RawEntry[]): RawEntry[] {
  const codeOf = ({ section }: RawEntry): string | null | undefined => section?.code || section?.title
  const withEvents = new Set(entries.filter(({ event }) => event !== '').map(codeOf))
  return entries.map((entry) =>
    entry.event === '' && entry.resolution !== '' && withEvents.has(codeOf(entry))
      ? { ...entry, broken: entry.broken ?? REASON }
      : entry,
  )
}
