import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { brandSearch as declared } from '../../schemas/brand.ts'
import { codes, ESTADOS } from '../../schemas/catalogs.ts'
import { anyCharacter } from '../../test/support/any-character.ts'
import { filesUnder } from '../../test/support/project-files.ts'
import { marcaBounds, marcaSchema } from '../sync/sources/portal/read/marca-schema.ts'
import { withLists } from './several-values.ts'
import { isInstant, parseTexts, validator } from './validation.ts'

const brandSearch = withLists(declared)
const validate = validator(brandSearch)
const mistakes = (query: Record<string, string>) => validate(parseTexts(brandSearch, query))

describe('a mistake', () => {
  test.each([
    [{ clase: '0' }, 'clase', 'must be a whole number from 1 to 45'],
    [{ clase: '46' }, 'clase', 'must be a whole number from 1 to 45'],
    [{ clase: '1.5' }, 'clase', 'must be a whole number from 1 to 45'],
    [{ limit: '' }, 'limit', 'must be a whole number from 1 to 100'],
    [{ q: '' }, 'q', 'must not be empty'],
    [{ fechaDesde: '2019-02-30' }, 'fechaDesde', 'must be a day of the calendar, as YYYY-MM-DD'],
  ])('in %j names the allowed values', (query, field, reason) => {
    expect(mistakes(query)).toEqual([{ field, reason }])
  })

  test('in a code lists the codes, with a suggestion', () => {
    const allowed = codes(ESTADOS)
    const list = `must be one of ${allowed.join(', ')}`
    expect(mistakes({ estado: 'zzz' })).toEqual([{ field: 'estado', reason: list, allowed }])
    expect(mistakes({ estado: 'registrada' })).toEqual([
      {
        field: 'estado',
        reason: `${list}; did you mean REGISTRADA?`,
        allowed,
        didYouMean: 'REGISTRADA',
      },
    ])
  })

  test('in a code is reported for a value of any type', () => {
    for (const estado of [5, null, { toString: 1 }, Object.create(null)]) {
      const found = validate({ estado: [estado] })
      expect(found.map(({ field, didYouMean }) => ({ field, didYouMean }))).toEqual([
        { field: 'estado', didYouMean: undefined },
        { field: 'estado', didYouMean: undefined },
      ])
    }
  })

  test('in a name lists the parameters, with a suggestion', () => {
    const allowed = Object.keys(brandSearch.properties)
    const reason = 'is not a parameter of this operation'
    expect(mistakes({ offset: '5' })).toEqual([{ field: 'offset', reason, allowed }])
    expect(mistakes({ clases: '5' })).toEqual([
      { field: 'clases', reason: `${reason}; did you mean clase?`, allowed, didYouMean: 'clase' },
    ])
  })

  test('is reported with all others, up to 20', () => {
    expect(
      mistakes({ clase: '0', limit: '0', estado: '' })
        .map(({ field }) => field)
        .sort(),
    ).toEqual(['clase', 'estado', 'limit'])
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, place) => [`x${place}`, '1']))
    expect(mistakes(many)).toHaveLength(20)
  })

  test('in a name quotes at most 100 of its characters, as well-formed text', () => {
    const field = (name: string): string | undefined => validate({ [name]: 1 })[0]?.field
    expect(field('x'.repeat(100))).toBe('x'.repeat(100))
    expect(field('x'.repeat(101))).toBe(`${'x'.repeat(100)}…`)
    expect(field('ñ'.repeat(100_000))).toBe(`${'ñ'.repeat(100)}…`)
    expect(field(`${'x'.repeat(99)}🛶`)).toBe(`${'x'.repeat(99)}\ufffd…`) // a lone surrogate is replaced
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, minLength: 90, maxLength: 120 }), (name) => {
        const quoted = field(name) ?? ''
        expect(quoted.length).toBeLessThanOrEqual(101)
        expect(quoted.isWellFormed()).toBe(true)
      }),
    )
  })

  test('in a name is reported even if every JavaScript object has a property of this name, or the name is empty', () => {
    const reason = 'is not a parameter of this operation'
    for (const name of ['constructor', 'toString', 'hasOwnProperty', '__proto__', '']) {
      const input = JSON.parse(`{"${name}":{"limit":1}}`)
      expect(validate(input)).toMatchObject([{ field: name, reason }])
    }
  })

  test('in a name lists no parameters where the schema has none', () => {
    const nothing = { type: 'object', additionalProperties: false, properties: {} }
    expect(validator(nothing)({ x: 1 })).toEqual([
      { field: 'x', reason: 'is not a parameter of this operation' },
    ])
  })
})

describe('a whole number', () => {
  test('has decimal digits, optionally with a minus sign and leading zeros: class 05 is class 5', () => {
    const digits = fc.tuple(fc.boolean(), fc.nat(3), fc.nat({ max: 99_999 }))
    fc.assert(
      fc.property(digits, ([negative, zeros, number]) => {
        const text = `${negative ? '-' : ''}${'0'.repeat(zeros)}${number}`
        expect(parseTexts(brandSearch, { limit: text })).toEqual({ limit: negative ? -number : number })
      }),
    )
  })

  test('with more digits than a number can hold exactly is out of bounds', () => {
    expect(mistakes({ limit: '9'.repeat(16) })).toEqual([
      { field: 'limit', reason: 'must be a whole number from 1 to 100' },
    ])
    expect(mistakes({ limit: '9'.repeat(500) })).toHaveLength(1)
  })

  test.each(['0x10', '1e1', ' 5', '5 ', '+5', '5.0', '5,0', '1_0', '٥', '５', 'NaN', 'Infinity', '--5', '-'])(
    'is not %j',
    (text) => {
      expect(parseTexts(brandSearch, { limit: text })).toEqual({ limit: text })
      expect(mistakes({ limit: text })).toMatchObject([{ field: 'limit' }])
    },
  )
})

test.each([
  ['2026-11-02T00:00:00-03:00', true],
  ['9999-12-31T23:59:60Z', true],
  ['2026-11-02T00:00:00', false],
  ['2026-02-30T00:00:00Z', false],
  ['0000-01-01T00:00:00Z', false],
  ['2026-11-02T00:00:00+16:00', false],
])('an instant is valid by RFC 3339 and in PostgreSQL: %s, %s', (text, isOne) => {
  expect(isInstant(text)).toBe(isOne)
})

test('an absent parameter gets its default', () => {
  const input = {}
  expect(validate(input)).toEqual([])
  expect(input).toEqual({ limit: 20 })
})

/** Returns the object schemas in the exports of a module. */
function schemasIn(value: unknown): object[] {
  if (value === null || typeof value !== 'object') return []
  return 'properties' in value && 'type' in value ? [value] : Object.values(value).flatMap(schemasIn)
}

test('every schema of this project is valid by JSON Schema 2020-12 (a running process does not check this)', async () => {
  const own = await Promise.all(
    filesUnder(['schemas'])
      .filter((file) => file.endsWith('.ts'))
      .map((file) => import(`../../${file}`)),
  )
  const read = [marcaSchema, marcaBounds]
  const schemas = [...own, read].flatMap(schemasIn)
  expect(schemas.length).toBeGreaterThan(20)
  const ajv = new Ajv2020({ strict: false })
  for (const schema of schemas) {
    expect({ schema, is: ajv.validateSchema(schema) }).toEqual({ schema, is: true })
  }
  expect(ajv.validateSchema({ type: 'object', properties: { limit: { minimum: 'one' } } })).toBe(false)
})
