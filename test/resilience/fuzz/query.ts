import fc from 'fast-check'
import type { Operation } from '../../../schemas/operations.ts'
import { canonical } from '../../../shared/brands/brand-filters.ts'
import { writeCursor } from '../../../shared/platform/cursor.ts'
import { withLists } from '../../../shared/platform/several-values.ts'
import { parseTexts } from '../../../shared/platform/validation.ts'
import { cursorsFor, place, type Stock, type Walk } from './stock.ts'
import { anyText } from './texts.ts'
import { inPercent, judgeText, type Property, propertiesOf, type Verdict, worst } from './values.ts'
import { NOT_UTF8, textOf, writing } from './writing.ts'

/** Returns the names of the path parameters of an operation. */
export const pathNames = ({ path }: Operation): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')

/** One `name=value` of a query in its encoded form, and whether the operation accepts it. */
interface Pair {
  readonly text: string
  readonly name: string
  readonly value: string
  readonly verdict: Verdict
}

const pairOf = (
  name: string,
  property: Property | undefined,
  value: fc.Arbitrary<string>,
): fc.Arbitrary<Pair> =>
  fc.tuple(value, writing, writing, fc.boolean()).map(([text, write, writeName, plus]) => ({
    name,
    value: text,
    text: `${writeName(name)}=${plus ? write(text).replaceAll('%20', '+') : write(text)}`,
    verdict: property && text.isWellFormed() ? judgeText(name, property, text) : 'bad',
  }))

/** Invalid pairs: unknown names and text that is not UTF-8. */
const oddPair: fc.Arbitrary<Pair> = fc.oneof(
  fc
    .constantFrom('x', 'Q', 'clases', 'limit ', '__proto__', 'constructor', '', 'q[]', 'ñ', 'x'.repeat(300))
    .chain((name) => pairOf(name, undefined, anyText)),
  fc
    .constantFrom(...NOT_UTF8)
    .map((text): Pair => ({ name: 'q', value: '', text: `q=${text}`, verdict: 'bad' })),
  fc.constantFrom(...NOT_UTF8).map((text): Pair => ({ name: text, value: '', text, verdict: 'bad' })),
)

/** A query of an operation: its encoded `pairs`, and the verdict of the contract. */
export interface Query {
  readonly pairs: readonly Pair[]
  readonly verdict: Verdict
}

/** Draws a query of an operation, valid in most cases. */
export function queryFor(operation: Operation, stock: Stock): fc.Arbitrary<Query> {
  const properties = Object.entries(propertiesOf(operation.input)).filter(
    ([name]) => !pathNames(operation).includes(name),
  )
  const plain = fc.subarray(properties).chain((chosen) =>
    fc.tuple(
      ...chosen.map(([name, property]) => {
        const value = name === 'cursor' ? cursorsFor(stock) : textOf(name, property, stock.words)
        return pairOf(name, property, value)
      }),
    ),
  )
  const onward = stock.walks.filter((walk) => walk.operation.id === operation.id)
  const walked =
    onward.length === 0
      ? plain
      : fc.oneof(fc.constantFrom(...onward).map(goOn), fc.constantFrom(...onward).chain(moved))
  const odd = inPercent(10, oddPair)
  const again = fc.integer({ min: -40, max: 3 })
  return fc
    .tuple(fc.oneof({ weight: 4, arbitrary: plain }, { weight: 1, arbitrary: walked }), odd, again)
    .map(([pairs, extra, at]) => {
      const repeated = pairs[at] ? [pairs[at]] : []
      return judged(
        operation,
        [...pairs, ...(extra ? [extra] : []), ...repeated],
        pairs.every(({ verdict }) => verdict === 'good'),
      )
    })
}

/** Draws the query of a real cursor with a forged position. */
const moved = (walk: Walk): fc.Arbitrary<Pair[]> =>
  place.map((parts) => {
    const { limit: _, ...filters } = walk.parameters
    // A cursor of the changes feed is not bound to filters.
    const given = {
      operation: walk.operation.id,
      ...('desde' in filters ? {} : canonical(parseTexts(withLists(walk.operation.input), filters))),
    }
    const pairs = goOn({ ...walk, cursor: writeCursor(given, parts) })
    return pairs.map((pair) => (pair.name === 'cursor' ? { ...pair, verdict: 'open' as const } : pair))
  })

const goOn = ({ parameters, cursor }: Walk): Pair[] =>
  Object.entries({ ...parameters, cursor }).map(([name, value]) => ({
    name,
    value,
    text: `${name}=${encodeURIComponent(value)}`,
    verdict: 'good',
  }))

/** Returns a query with its verdict as a whole, by the rules in docs/decisions.md. */
function judged({ input }: Operation, pairs: readonly Pair[], isGood: boolean): Query {
  const names = pairs.map(({ name }) => name)
  const isRepeated = new Set(names).size < names.length
  const of = (name: string) => pairs.find((pair) => pair.name === name)?.value
  const isEmptyRange =
    isGood &&
    ['fecha', 'registro', 'vencimiento'].some(
      (range) => (of(`${range}Desde`) ?? '') > (of(`${range}Hasta`) ?? '~'),
    )
  const isIncomplete =
    isGood &&
    ((names.includes('sinClase') && !names.includes('clase')) ||
      (`${of('incluir')}`.includes('coincidencia') && !names.includes('q')))
  const hasNoBeginning = 'desde' in input.properties && !names.includes('desde') && !names.includes('cursor')
  const verdict =
    isRepeated || isEmptyRange || isIncomplete || hasNoBeginning
      ? 'bad'
      : worst(pairs.map((pair) => pair.verdict))
  return { pairs, verdict }
}
