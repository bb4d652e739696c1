import type { Queryable } from '../db/database.ts'
import { sqlFile } from '../db/sql-file.ts'
import { maxNear, nearWords } from './near-words.ts'
import { lookupHashes, maxMistakes } from './text/deletions.ts'
import { phoneticCode } from './text/phonetic-code.ts'
import { isStopWord } from './text/stop-words.ts'
import { tokenize } from './text/tokenize.ts'

const SIMILAR_WORDS = sqlFile(import.meta.url, 'similar-person-words.sql', 'prepared')
const FIND_MARKS = sqlFile(import.meta.url, 'find-marks-of-persons.sql', 'prepared')

/** A list of alternatives for each word of a text. A name matches if it contains an alternative of every word. */
export type PersonWords = readonly (readonly string[])[]

/** A text search query for names of persons; undefined if no name can match. */
export type PersonQuery = string | undefined

/**
 * Returns each word of a text with similar words from names of persons. Stop words are ignored, unless the text has no other
 * words.
 */
export async function similarPersonWords(database: Queryable, text: string): Promise<PersonWords> {
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
  return terms.map((term, at) => {
    const similar = found.find((each) => each.term === at + 1)
    const near = similar ? nearWords(term, similar.words, similar.sounds, maxNear(terms.length)) : []
    return [...new Set([term.word, ...near.map(({ word }) => word)])]
  })
}

/** Returns only the normalized words of a text, and no similar words. */
export const equalPersonWords = (text: string): PersonWords =>
  [...new Set(tokenize(text))].map((word) => [word])

/** Returns a text search query for the names that match `words`. */
export const queryPersons = (words: PersonWords): PersonQuery =>
  words.length === 0
    ? undefined
    : words.map((alternatives) => `(${alternatives.map((word) => `'${word}'`).join(' | ')})`).join(' & ')

export function isPersonNamed(words: PersonWords, name: string): boolean {
  const nameWords = new Set(tokenize(name))
  return words.length > 0 && words.every((alternatives) => alternatives.some((word) => nameWords.has(word)))
}

/**
 * Returns the application numbers of marks with a matching person; undefined if there may be more than the maximum number
 * `most`.
 */
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
