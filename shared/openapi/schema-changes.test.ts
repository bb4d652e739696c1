import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { checks } from '../../test/support/documented-responses.ts'
import type { JsonObject } from './references.ts'
import { type Direction, schemaChanges } from './schema-changes.ts'

const bound = fc.nat(3)

const scalar = fc.oneof(
  fc.record({ type: fc.constant('integer'), minimum: bound, maximum: bound }, { requiredKeys: ['type'] }),
  fc.record({ type: fc.constant('number'), exclusiveMinimum: bound }, { requiredKeys: ['type'] }),
  fc.record({ type: fc.constant('string'), minLength: bound, maxLength: bound }, { requiredKeys: ['type'] }),
  fc.record({ type: fc.constantFrom(['string'], ['string', 'null'], ['null', 'string', 'integer']) }),
)

const MEMBERS = ['a', 'b'] as const

const object = fc.record({ a: scalar, b: scalar }, { requiredKeys: [] }).chain((properties) =>
  fc.subarray(MEMBERS.filter((name) => name in properties)).map((required) => ({
    type: 'object',
    properties,
    required,
  })),
)

const schema = fc.oneof(
  scalar,
  object,
  scalar.map((items) => ({ type: 'array', items })),
) as unknown as fc.Arbitrary<JsonObject>

const small = fc.oneof(
  fc.integer({ min: -1, max: 4 }),
  fc.constantFrom(0.5, 1.5, 3.5, null, '', 'x', 'xx', 'xxxx'),
)
const value = fc.oneof(
  small,
  fc.record({ a: small, b: small }, { requiredKeys: [] }),
  fc.array(small, { maxLength: 2 }),
)

/** Pairs of schemas that are often similar, and values to validate with each pair. */
const cases = fc.tuple(
  fc.oneof(
    fc.tuple(schema, schema),
    schema.map((one) => [one, one] as const),
    schema.chain((one) => schema.map((other) => [one, { ...other, ...one }] as const)),
    schema.chain((one) => schema.map((other) => [{ ...other, ...one }, one] as const)),
  ),
  fc.array(value, { minLength: 20, maxLength: 40 }),
)

/** Returns whether all keywords of each schema apply to its type. Other schemas may not compile. */
const areSound = (...schemas: readonly JsonObject[]): boolean =>
  schemas.every(({ type, properties, items, minimum, minLength, exclusiveMinimum, maximum, maxLength }) => {
    const kinds = [
      properties && 'object',
      items && 'array',
      (minimum ?? maximum) !== undefined && 'integer',
      exclusiveMinimum !== undefined && 'number',
      (minLength ?? maxLength) !== undefined && 'string',
    ].filter((kind) => typeof kind === 'string')
    return kinds.every((kind) => kind === type)
  })

test.each<[Direction, string]>([
  ['request', 'every value that was valid is still valid'],
  ['response', 'every value that is valid now was valid before'],
])('without a breaking change of a %s, %s', (direction) => {
  let compared = 0
  fc.assert(
    fc.property(cases, ([[before, after], values]) => {
      fc.pre(areSound(before, after) && schemaChanges(before, after, direction, 'it').length === 0)
      const [inner, outer] = direction === 'request' ? [before, after] : [after, before]
      const [ofInner, ofOuter] = [checks(inner), checks(outer)]
      for (const one of values.filter((each) => ofInner(each).length === 0)) {
        // A member that only `inner` has is new, and therefore allowed. For a removed member, `schemaChanges` would have
        // returned a change.
        const strange = ofOuter(one).filter(({ reason }) => !reason.includes('is not a parameter'))
        expect({ before, after, one, strange }).toEqual({ before, after, one, strange: [] })
        compared += 1
      }
    }),
    { numRuns: 200 },
  )
  expect(compared).toBeGreaterThan(100)
})
