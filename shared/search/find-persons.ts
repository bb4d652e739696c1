import type { Queryable } from '../db/database.ts'
import { sqlFile } from '../db/sql-file.ts'
import { nearWords } from './near-words.ts'
import { lookupHashes, maxMistakes } from './text/deletions.ts'
import { phoneticCode } from './text/phonetic-code.ts'
import { isStopWord } from './text/stop-words.ts'
import { tokenize } from './text/tokenize.ts'

const SIMILAR_WORDS = sqlFile(import.meta.url, 'similar-person-words.sql', 'prepared')
const FIND_PERSONS = sqlFile(import.meta.url, 'find-persons.sql', 'planned')
const MARKS_OF_PERSONS = sqlFile(import.meta.url, 'marks-of-persons.sql', 'prepared')

/** The persons that a text may name. */
export type Persons = readonly string[]

/**
 * Returns the persons whose names have every word of a text, also a word that `q` would find it in: with the same phonetic
 * code or few mistakes. Stop words only count where the text has no others.
 */
export async function findSimilarPersons(database: Queryable, text: string): Promise<Persons> {
  const words = [...new Set(tokenize(text))]
  const significant = words.filter((word) => !isStopWord(word))
  const terms = (significant.length > 0 ? significant : words).map((word) => ({
    word,
    sound: phoneticCode(word),
    share: 1,
    maxMistakes: maxMistakes(word),
  }))
  const found = await database.query<{ term: number; words: string; sounds: string }>(SIMILAR_WORDS, {
    deletions: terms.map((term) => `{${lookupHashes(term.word, term.sound, term.maxMistakes)}}`),
  })
  const alternatives = terms.map((term, at) => {
    const similar = found.find((each) => each.term === at + 1)
    return similar
      ? nearWords(term, similar.words, similar.sounds, Number.POSITIVE_INFINITY).map(({ word }) => word)
      : []
  })
  return findByWords(database, alternatives)
}

/** Returns the persons whose names have every word of a text as it is, once case, accents and signs are dropped. */
export const findPersons = (database: Queryable, text: string): Promise<Persons> =>
  findByWords(
    database,
    [...new Set(tokenize(text))].map((word) => [word]),
  )

/** @param alternatives for each word of a text, the words of which a name has one */
async function findByWords(
  database: Queryable,
  alternatives: readonly (readonly string[])[],
): Promise<Persons> {
  if (alternatives.length === 0 || alternatives.some((words) => words.length === 0)) {
    return []
  }
  const query = alternatives.map((words) => `(${words.map((word) => `'${word}'`).join(' | ')})`).join(' & ')
  const persons = await database.query<{ person: string }>(FIND_PERSONS, { query })
  return persons.map(({ person }) => person)
}

/** Returns the applications of some persons, each once; undefined where there are `most` or more. */
export async function marksOfPersons(
  database: Queryable,
  persons: Persons,
  role: 'holder' | 'representative',
  most: number,
): Promise<string[] | undefined> {
  const marks = await database.query<{ number: string }>(MARKS_OF_PERSONS, {
    persons,
    representative: role === 'representative',
    most,
  })
  return marks.length >= most ? undefined : [...new Set(marks.map(({ number }) => number))]
}
