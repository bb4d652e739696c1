import { type BrandMatch, MAX_MATCHED_WORDS, type MatchMode } from '../../schemas/match.ts'
import { editDistance, likeness } from '../platform/text/edit-distance.ts'
import { parseQuery } from './query.ts'
import {
  MIN_ELEMENT_WEIGHT,
  MIN_PART,
  partOf,
  weightOfAll,
  wordSimilarity,
  wordsSimilarity,
} from './similarity.ts'
import { maxMistakes } from './text/deletions.ts'
import { phoneticCode } from './text/phonetic-code.ts'
import { isStopWord } from './text/stop-words.ts'
import { tokenize } from './text/tokenize.ts'
import { totalWeight, wordWeight } from './text/word-weights.ts'

/** A normalized word, or all words of a text joined without spaces. */
interface Spelling {
  readonly word: string
  readonly sound: string
}

interface ComparedWord extends Spelling {
  readonly weight: number
  readonly similarities: readonly number[]
  readonly best: number
}

/**
 * Returns a function that explains how a name matches a query (docs/decisions.md#requests: `incluir`). The explanation does
 * not depend on other marks.
 *
 * @param q a text with at least one letter or digit
 */
export function explainHits(q: string): (denominacion: string) => BrandMatch {
  const query = parseQuery(q)
  const words = query.distinct.slice(0, MAX_MATCHED_WORDS).map(spellingOf)
  const weighed = words.map(({ word }) => ({ weight: wordWeight(word) }))
  const total = weightOfAll(weighed)
  const whole = { word: query.letters, sound: query.sound }
  const cache = new Map<string, ComparedWord>()
  const compare = (word: string): ComparedWord => {
    const compared = cache.get(word) ?? comparedWith(words, word)
    cache.set(word, compared)
    return compared
  }
  return (denominacion) => {
    const nameWords = tokenize(denominacion)
    const distinct = [...new Set(nameWords)]
    const compared = distinct.slice(0, MAX_MATCHED_WORDS).map(compare)
    const [first] = compared
    const name = first !== undefined && nameWords.length === 1 ? first : spellingOf(nameWords.join(''))
    const byWords =
      compared.length === 0 ? 0 : wordsSimilarity({ words: weighed, total }, compared, weightOfAll(compared))
    return {
      modos: query.name === nameWords.join(' ') ? ['igual'] : modesOf(whole, name, query.distinct, distinct),
      pares: pairsOf(words, compared),
      visual: degree(likeness(whole.word, name.word)),
      fonetica: degree(likeness(whole.sound, name.sound)),
      palabras: degree(byWords),
    }
  }
}

const spellingOf = (word: string): Spelling => ({ word, sound: word === '' ? '' : phoneticCode(word) })

function comparedWith(words: readonly Spelling[], word: string): ComparedWord {
  const spelling = spellingOf(word)
  const similarities = words.map((each) => wordSimilarity(each, spelling))
  return { ...spelling, weight: wordWeight(word), similarities, best: Math.max(...similarities) }
}

function closestMode(one: Spelling, other: Spelling): MatchMode | undefined {
  if (one.word === other.word) return 'mismas_letras'
  if (one.sound === other.sound) return 'mismo_sonido'
  const mistakes = Math.min(editDistance(one.word, other.word), editDistance(one.sound, other.sound))
  if (mistakes > Math.min(maxMistakes(one.word), maxMistakes(other.word))) return undefined
  return mistakes === 1 ? 'una_errata' : 'dos_erratas'
}

/** Returns the modes in which a name matches a query, most specific first. The name must differ from the query. */
function modesOf(
  query: Spelling,
  name: Spelling,
  queryWords: readonly string[],
  nameWords: readonly string[],
): MatchMode[] {
  const closest = closestMode(query, name)
  if (closest === 'mismas_letras') return [closest] // the other modes would add nothing
  const hasAll = isWithin(queryWords, nameWords)
  const isElement =
    partOfAny(nameWords, query.word) ||
    partOfAny(queryWords, name.word) ||
    (!hasAll && isWithin(nameWords, queryWords) && totalWeight(nameWords) >= MIN_ELEMENT_WEIGHT)
  const modes: MatchMode[] = []
  if (closest !== undefined) modes.push(closest)
  if (beginsAlike(query.word, name.word)) modes.push('empieza_igual')
  if (endsAlike(query.word, name.word)) modes.push('termina_igual')
  if (isElement) modes.push('elemento')
  if (hasAll) modes.push('todas_las_palabras')
  return modes.length === 0 ? ['parecido'] : modes
}

const isWithin = (words: readonly string[], others: readonly string[]): boolean =>
  words.length > 0 && words.every((word) => others.includes(word))

const partOfAny = (words: readonly string[], part: string): boolean =>
  words.some((word) => partOf(word, part) > 0)

const beginsAlike = (one: string, other: string): boolean =>
  one.length >= MIN_PART && other.startsWith(one.slice(0, MIN_PART))

const endsAlike = (one: string, other: string): boolean =>
  one.length >= MIN_PART && other.endsWith(one.slice(-MIN_PART))

/** Pairs equal words, and then the most similar other words. A stop word forms a pair only with an equal word. */
function pairsOf(words: readonly Spelling[], nameWords: readonly ComparedWord[]): BrandMatch['pares'] {
  if (nameWords.every(({ best }) => best === 0)) return []
  const equal = new Set(nameWords.filter(({ best }) => best === 1).map(({ word }) => word))
  const isOther = ({ word }: Spelling): boolean => !equal.has(word) && !isStopWord(word)
  const others = nameWords.filter(isOther).map((other) => ({
    ...other,
    best: Math.max(0, ...words.map((one, at) => (isOther(one) ? (other.similarities[at] as number) : 0))),
  }))
  return words.flatMap((one, at): BrandMatch['pares'] => {
    if (equal.has(one.word)) return [{ consulta: one.word, denominacion: one.word, modo: 'igual' }]
    if (!isOther(one)) return []
    const best = Math.max(0, ...others.map(({ similarities }) => similarities[at] as number))
    return others
      .filter(({ similarities, best: bestOfOther }) => {
        const similarity = similarities[at] as number
        return similarity > 0 && (similarity === best || similarity === bestOfOther)
      })
      .map((other) => ({ consulta: one.word, denominacion: other.word, modo: modeOfWords(one, other) }))
  })
}

function modeOfWords(one: Spelling, other: Spelling): MatchMode {
  const closest = closestMode(one, other)
  if (closest !== undefined) return closest
  if (beginsAlike(one.word, other.word)) return 'empieza_igual'
  if (endsAlike(one.word, other.word)) return 'termina_igual'
  return partOf(one.word, other.word) + partOf(other.word, one.word) > 0 ? 'elemento' : 'parecido'
}

/** Rounds a similarity to two decimals. Only 1 becomes 1.00: `0.999` -> `0.99`. */
const degree = (similarity: number): number =>
  similarity < 1 ? Math.min(0.99, Math.round(100 * similarity) / 100) : 1
