import { generateMarks } from '../corpus/generate-marks.ts'
import type { SheetMark } from '../corpus/sheet-mark.ts'
import { whole } from '../figures-table.ts'
import type { RealNames } from './real-names.ts'

/** Of a corpus, so much at most has a real name: at any size most of it is made up. */
const MOST_REAL = 1 / 3

/** What is searched in. */
export interface Corpus {
  /** What its results and its database are kept under. */
  readonly id: string
  /** As a person reads it. */
  readonly title: string
  readonly marks: number
  /** Names that are taken over as they are. */
  readonly names: readonly string[]
}

/** The made-up register of that size, with the real names that there are among the others. */
export function madeUpCorpus(marks: number, real: RealNames | null): Corpus {
  const names = real === null ? [] : [...earlierMarks(real), ...spread(real.names, marks * MOST_REAL)]
  return { id: `marks-${marks}`, title: `${whole(marks)} marks`, marks, names }
}

/** The real names alone. */
export function realCorpus(real: RealNames): Corpus {
  const names = [...real.names, ...earlierMarks(real)]
  return { id: 'real-names', title: `${whole(names.length)} real names`, marks: names.length, names }
}

export const marksOf = ({ marks, names }: Corpus): Generator<SheetMark> =>
  generateMarks(marks, undefined, names)

const earlierMarks = ({ conflicts }: RealNames): string[] => [...new Set(conflicts.map(({ mark }) => mark))]

/** As many of them as there is room for, from all over. */
function spread(names: readonly string[], room: number): string[] {
  const step = Math.max(1, names.length / Math.floor(room))
  return Array.from(
    { length: Math.floor(names.length / step) },
    (_, place) => names[Math.floor(place * step)] as string,
  )
}
