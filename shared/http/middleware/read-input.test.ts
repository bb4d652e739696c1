import { describe, expect, test } from 'vitest'
import type { InputSchema } from '../../../schemas/operations.ts'
import { parametersOf } from '../../openapi/parameters.ts'
import { ApiError } from '../../platform/errors.ts'
import type { HttpEvent } from './http.ts'
import type { Middleware } from './middleware.ts'
import { readArguments } from './read-arguments.ts'
import { readInput } from './read-input.ts'
import type { ToolCall } from './tool-call.ts'

const LIST = { type: 'array', minItems: 1, uniqueItems: true } as const
const YEAR = { type: 'integer', minimum: 1, maximum: 45 } as const
const COLOUR = { type: 'string', enum: ['red', 'green'] } as const
const schema = {
  type: 'object',
  additionalProperties: false,
  properties: {
    exact: { type: 'boolean', description: 'Whole words.' },
    classes: { ...LIST, items: { type: 'integer', minimum: 1, maximum: 45 } },
    colours: { ...LIST, items: { type: 'string', enum: ['red', 'green'] } },
    words: { ...LIST, items: { type: 'string' } },
    years: { anyOf: [YEAR, { ...LIST, items: YEAR }] },
    days: { anyOf: [COLOUR, { ...LIST, items: COLOUR }] },
  },
} as const satisfies InputSchema

/** Returns the input that a middleware reads from an event, or the message of its error. */
async function read<Event extends { input?: unknown }>(
  // biome-ignore lint/suspicious/noExplicitAny: the outcome of the call is not used
  { before }: Middleware<Event, any>,
  event: object,
): Promise<unknown> {
  try {
    // biome-ignore lint/suspicious/noExplicitAny: only the event of the request is read
    await before?.({ event } as any)
    return (event as Event).input
  } catch (error) {
    if (error instanceof ApiError) return error.message
    throw error
  }
}

const fromQuery = (rawQueryString: string) => read<HttpEvent>(readInput(schema), { rawQueryString })
const fromTool = (args: object) => read<ToolCall>(readArguments(schema), { arguments: args })

describe('a boolean', () => {
  test('is read from the texts true and false', async () => {
    expect(await fromQuery('exact=true')).toEqual({ exact: true })
    expect(await fromQuery('exact=false')).toEqual({ exact: false })
  })

  test.each(['', 'True', '1', '0', 'yes', 'true,', '+true', 'null'])('is not %j', async (text) => {
    expect(await fromQuery(`exact=${text}`)).toBe('exact must be true or false')
  })

  test('is a JSON boolean as an argument of a tool', async () => {
    expect(await fromTool({ exact: false })).toEqual({ exact: false })
    expect(await fromTool({ exact: 'true' })).toBe('exact must be true or false')
    expect(await fromTool({ exact: 1 })).toBe('exact must be true or false')
  })
})

describe('a list', () => {
  test('has commas between its items, which are read by their own type', async () => {
    expect(await fromQuery('classes=9,035&colours=green&words=a+b,%20,c%2Cd')).toEqual({
      classes: [9, 35],
      colours: ['green'],
      words: ['a b', ' ', 'c', 'd'],
    })
  })

  test.each(['', ',', '9,', ',9', '9,,35'])('with an empty item, as %j, is refused', async (text) => {
    const reason = 'must be a list without empty items; in a query string, commas separate the items'
    expect(await fromQuery(`classes=${text}`)).toBe(`classes ${reason}`)
    expect(await fromQuery(`words=${text}`)).toBe(`words ${reason}`)
  })

  test('that repeats an item is refused, even if the item is written differently', async () => {
    expect(await fromQuery('classes=9,35,09')).toBe('classes must not repeat an item')
    expect(await fromQuery('colours=red,red')).toBe('colours must not repeat an item')
  })

  test('that has an invalid item is refused with its position', async () => {
    expect(await fromQuery('classes=9,46')).toBe('classes item 2 must be a whole number from 1 to 45')
    expect(await fromQuery('classes=9,+35')).toBe('classes item 2 must be a whole number from 1 to 45')
    expect(await fromQuery('colours=rede')).toBe('colours must be one of red, green; did you mean red?')
  })

  test('may be given as a repeated parameter', async () => {
    expect(await fromQuery('classes=9&colours=red&classes=35,1')).toEqual({
      classes: [9, 35, 1],
      colours: ['red'],
    })
    expect(await fromQuery('exact=true&exact=true')).toBe('exact is given more than once')
  })

  test('is a JSON array as an argument of a tool', async () => {
    expect(await fromTool({ classes: [9, 35] })).toEqual({ classes: [9, 35] })
    expect(await fromTool({ classes: '9,35' })).toMatch(/^classes must be a list/)
    expect(await fromTool({ classes: [] })).toBe('classes must have at least 1 item')
    expect(await fromTool({ classes: [9, 9] })).toBe('classes must not repeat an item')
  })

  test('or a single value is accepted for a parameter that takes both, also a text with commas', async () => {
    expect(await fromTool({ years: 9, days: 'red,green' })).toEqual({ years: [9], days: ['red', 'green'] })
    expect(await fromTool({ years: [9, 10], days: ['red'] })).toEqual({ years: [9, 10], days: ['red'] })
    expect(await fromTool({ years: '9' })).toEqual({ years: [9] })
    expect(await fromTool({ years: [] })).toBe('years must have at least 1 item')
    expect(await fromTool({ days: 'red,' })).toMatch(/^days must be a list without empty items/)
    expect(await fromQuery('years=9&years=10&days=red')).toEqual({ years: [9, 10], days: ['red'] })
  })

  test('is described to clients of the REST API as separated by commas', () => {
    const [exact, classes] = parametersOf({ path: '/v1/marks', input: schema })
    expect(classes).toMatchObject({ name: 'classes', in: 'query', style: 'form', explode: false })
    expect(exact).not.toHaveProperty('style')
  })
})
