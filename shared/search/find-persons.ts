import type { Queryable } from '../db/database.ts'
import { sqlFile } from '../db/sql-file.ts'
import { maxNear, nearWords } from './near-words.ts'
import { lookupHashes, maxMistakes } from './text/deletions.ts'
import { phoneticCode } from './text/phonetic-code.ts'
import { isStopWord } from './text/stop-words.ts'
import { tokenize } from './text/tokenize.ts'

const SIMILAR_WORDS = sqlFile(import.meta.url, 'similar-person-words.sql', 'prepared')
const FIND_MARKS = sqlFile(import.meta.url, 'find-marks-of-persons.sql', 'prepared')

/** A text search query for names of persons; undefined if no name can match. */
export type PersonQuery = string | undefined

/**
 * Returns a query for names that have every word of a text, also a word that `q` would find it in: with the same phonetic
 * code or few mistakes. Stop words only count where the text has no others.
 */
export async function querySimilarPersons(database: Queryable, text: string): Promise<PersonQuery> {
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
  return queryOf(
    terms.map((term, at) => {
      const similar = found.find((each) => each.term === at + 1)
      return similar
        ? nearWords(term, similar.words, similar.sounds, maxNear(terms.length)).map(({ word }) => word)
        : []
    }),
  )
}

/** Returns a query for names that have every word of a text as it is, once case, accents and signs are dropped. */
export const queryPersons = (text: string): PersonQuery =>
  queryOf([...new Set(tokenize(text))].map((word) => [word]))

/** @param alternatives for each word of a text, the words of which a name has one */
const queryOf = (alternatives: readonly (readonly string[])[]): PersonQuery =>
  alternatives.length === 0 || alternatives.some((words) => words.length === 0)
    ? undefined
    : alternatives.map((words) => `(${words.map((word) => `'${word}'`).join(' | ')})`).join(' & ')

/** Returns the applications of the persons that a query finds, each once; undefined where there are `most` or more. */
export async function findMarksOfPersons(
  database: Queryable,
  query: PersonQuery,
  role: 'holder' | 'representative',
  most: number,
): Promise<string[] | undefined> {
  if (query === undefined) return []
  const marks = await database.query<{ number: string }>(FIND_MARKS, {
    words: query,
    representative: role === 'representative',
    most,
  })
  return marks.length >= most ? undefined : [...new Set(marks.map(({ number }) => number))]
}
