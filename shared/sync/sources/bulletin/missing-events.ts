import { quote } from '../../values/quote.ts'
import type { RawEntry } from './raw-entry.ts'

const MISSING =
  'It has a resolution and no event, and other entries of its section have events: a cell may extend over several rows.'

const NO_RESOLUTION =
  'It has no resolution, and other entries of its section with the same event have one: a cell may extend over several rows.'

const NO_EVENT =
  'It has no event, and most other entries of its section have one: a cell may extend over several rows.'

const moved = (number: string): string =>
  `The resolutions of its section may be in other rows: ${quote(number)} has a resolution and no event, and the nearest row with an event has no resolution.`

/**
 * Rejects the entries that may lack the text of a cell: if a cell of the table extends over several rows, only one of these
 * rows has the text of the cell. If the resolutions of a section may be in wrong rows, all entries of the section are rejected.
 */
export function rejectMissingEvents(entries: readonly RawEntry[]): RawEntry[] {
  const codeOf = ({ section }: RawEntry): string | null | undefined => section?.code || section?.title
  const problems = new Map(
    [...Map.groupBy(entries, codeOf).values()].flatMap((section) => {
      const problem = problemOf(section)
      return section.map((entry) => [entry, problem(entry)] as const)
    }),
  )
  return entries.map((entry) => ({ ...entry, broken: entry.broken ?? problems.get(entry) ?? null }))
}

/** Returns a function that gives the reason to reject an entry of a section; null if there is none. */
function problemOf(section: readonly RawEntry[]): (entry: RawEntry) => string | null {
  if (!section.some(hasEvent)) {
    return () => null
  }
  const inOrder = section.toSorted((a, b) => a.rowNumber - b.rowNumber)
  const first = besideMoved(inOrder) ?? besideMoved(inOrder.toReversed())
  const hasMostEvents = section.filter(hasEvent).length > section.length / 2
  const resolved = new Set(section.filter(({ resolution }) => resolution !== '').map(({ event }) => event))
  return (entry) => {
    if (isMissing(entry)) {
      return MISSING
    }
    if (first !== undefined) {
      return moved(first.number)
    }
    if (hasMostEvents && !hasEvent(entry)) {
      return NO_EVENT
    }
    return hasEvent(entry) && entry.resolution === '' && resolved.has(entry.event) ? NO_RESOLUTION : null
  }
}

const hasEvent = ({ event }: RawEntry): boolean => event !== ''
const isMissing = ({ event, resolution }: RawEntry): boolean => event === '' && resolution !== ''

/**
 * Returns the first entry that meets two conditions: it has a resolution but no event, and the nearest previous entry
 * with an event has no resolution.
 */
function besideMoved(entries: readonly RawEntry[]): RawEntry | undefined {
  let last: RawEntry | undefined
  return entries.find((entry) => {
    last = hasEvent(entry) ? entry : last
    return isMissing(entry) && last?.resolution === ''
  })
}
