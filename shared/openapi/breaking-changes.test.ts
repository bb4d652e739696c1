import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { document, objectsIn, whole } from '../../test/support/documented-responses.ts'
import { breakingChanges, breakingToolChanges, unannounced } from './breaking-changes.ts'
import { isObject, type Json, type JsonObject } from './references.ts'
import { RELEASED, releasedTexts } from './released.ts'

const changelog = readFileSync(new URL('../../CHANGELOG.md', import.meta.url), 'utf8')
const released = (name: string): Json => JSON.parse(readFileSync(new URL(name, RELEASED), 'utf8')) as Json
const current = (name: string): Json => JSON.parse(releasedTexts()[name] ?? '') as Json

describe('what was released last', () => {
  test('is still promised by the document, or the changelog announces what is not', () => {
    const changes = breakingChanges(
      released('openapi.json') as JsonObject,
      current('openapi.json') as JsonObject,
    )
    expect(unannounced(changes, changelog)).toEqual([])
  })

  test('is still promised by the tools, or the changelog announces what is not', () => {
    const changes = breakingToolChanges(released('tools.json') as Json[], current('tools.json') as Json[])
    expect(unannounced(changes, changelog)).toEqual([])
  })
})

/** A document that can be written to. */
// biome-ignore lint/suspicious/noExplicitAny: a change may be made anywhere
type Draft = any

/** The whole document with one change made to it. */
function changed(change: (draft: Draft) => void): JsonObject {
  const draft = structuredClone(whole) as Draft
  change(draft)
  return draft as JsonObject
}

const found = (change: (draft: Draft) => void): string[] =>
  breakingChanges(document, changed(change)).map(({ sentence }) => sentence)

/** Places of a draft by the words of the contract. */
const search = (draft: Draft): Draft => draft.paths['/v1/brands'].get
const detail = (draft: Draft): Draft => draft.paths['/v1/brands/{nroSolicitud}'].get
const parameter = (draft: Draft, name: string): Draft =>
  search(draft).parameters.find((other: Draft) => other.name === name)
const body = (operation: Draft, status = 200): Draft =>
  operation.responses[status].content['application/json'].schema
const brand = (draft: Draft): Draft => body(detail(draft)).properties

describe('a break', () => {
  test.each<[string, (draft: Draft) => void, string[]]>([
    [
      'a path that is gone',
      (draft) => delete draft.paths['/v1/brands'],
      ['search-brands: GET /v1/brands is gone.'],
    ],
    ['a method that is gone', (draft) => delete draft.paths['/health'].get, ['health: GET /health is gone.']],
    [
      'a key that goes somewhere else',
      (draft) => {
        draft.components.securitySchemes.apiKey.name = 'Authorization'
      },
      [
        'openapi: [["apiKey","apiKey","header","X-API-Key"]] is [["apiKey","apiKey","header","Authorization"]] now.',
      ],
    ],
    [
      'a server that is somewhere else',
      (draft) => {
        draft.servers = [{ url: '/other' }]
      },
      ['openapi: ["/"] is ["/other"] now.'],
    ],
    [
      'another kind of header',
      (draft) => {
        search(draft).responses[200].headers.ETag.schema = { type: 'integer' }
      },
      ['search-brands: its 200: the header ETag: type was "string" and is "integer".'],
    ],
    [
      'another operation id',
      (draft) => {
        search(draft).operationId = 'find-brands'
      },
      ['search-brands: its id is find-brands now.'],
    ],
    [
      'a parameter that is gone',
      (draft) => {
        search(draft).parameters = search(draft).parameters.filter(({ name }: Draft) => name !== 'clase')
      },
      ['search-brands: the query parameter clase is gone.'],
    ],
    [
      'a parameter that became required',
      (draft) => {
        parameter(draft, 'q').required = true
      },
      ['search-brands: the query parameter q is required now.'],
    ],
    [
      'a new parameter that is required',
      (draft) => search(draft).parameters.push({ in: 'query', name: 'pais', required: true, schema: {} }),
      ['search-brands: the query parameter pais is required now.'],
    ],
    [
      'a parameter of another type',
      (draft) => {
        parameter(draft, 'clase').schema.type = 'string'
      },
      ['search-brands: the query parameter clase: type was "integer" and is "string".'],
    ],
    [
      'a lower maximum of a parameter',
      (draft) => {
        parameter(draft, 'limit').schema.maximum = 50
      },
      ['search-brands: the query parameter limit: maximum was 100 and is 50.'],
    ],
    [
      'a higher minimum of a parameter',
      (draft) => {
        parameter(draft, 'limit').schema.minimum = 5
      },
      ['search-brands: the query parameter limit: minimum was 1 and is 5.'],
    ],
    [
      'a new bound of a parameter',
      (draft) => {
        parameter(draft, 'q').schema.maxLength = 10
      },
      ['search-brands: the query parameter q: maxLength was not there and is 10.'],
    ],
    [
      'a new form of a parameter',
      (draft) => {
        parameter(draft, 'q').schema.pattern = '^[a-z]+$'
      },
      ['search-brands: the query parameter q: pattern was not there and is "^[a-z]+$".'],
    ],
    [
      'another default of a parameter',
      (draft) => {
        parameter(draft, 'limit').schema.default = 10
      },
      ['search-brands: the query parameter limit: default was 20 and is 10.'],
    ],
    [
      'a scope that was not needed',
      (draft) => {
        detail(draft).security = [{ apiKey: ['brands:read', 'brands:detail'] }]
      },
      [
        'get-brand: its security was [{"apiKey":["brands:read"]}] and is [{"apiKey":["brands:read","brands:detail"]}].',
      ],
    ],
    [
      'a key that was not needed',
      (draft) => {
        draft.paths['/health'].get.security = [{ apiKey: [] }]
      },
      ['health: its security was [] and is [{"apiKey":[]}].'],
    ],
    [
      'a status that is gone',
      (draft) => delete detail(draft).responses[404],
      ['get-brand: its 404 is gone.'],
    ],
    [
      'a header that is gone',
      (draft) => delete search(draft).responses[200].headers.Link,
      ['search-brands: its 200: the header Link is gone.'],
    ],
    [
      'a media type that is gone',
      (draft) => {
        const { content } = detail(draft).responses[200]
        detail(draft).responses[200].content = { 'application/xml': content['application/json'] }
      },
      ['get-brand: its 200: application/json is gone.'],
    ],
    [
      'a member that is gone',
      (draft) => delete brand(draft).personas,
      ['get-brand: its 200: personas is gone.'],
    ],
    [
      'a member that may be missing',
      (draft) => {
        body(detail(draft)).required = body(detail(draft)).required.filter(
          (name: string) => name !== 'clases',
        )
      },
      ['get-brand: its 200: clases may be missing now.'],
    ],
    [
      'a member that may be null',
      (draft) => {
        brand(draft).denominacion.type = ['string', 'null']
      },
      ['get-brand: its 200.denominacion: type was "string" and is ["string","null"].'],
    ],
    [
      'a member of another type, deep in an answer',
      (draft) => {
        brand(draft).clases.items.properties.clase.type = 'string'
      },
      ['get-brand: its 200.clases[].clase: type was "integer" and is "string".'],
    ],
    [
      'a number that need not be whole any more',
      (draft) => {
        brand(draft).clases.items.properties.clase.type = 'number'
      },
      ['get-brand: its 200.clases[].clase: type was "integer" and is "number".'],
    ],
    [
      'another form of a member',
      (draft) => {
        brand(draft).fechaPresentacion.format = 'date-time'
      },
      ['get-brand: its 200.fechaPresentacion: format was "date" and is "date-time".'],
    ],
    [
      'a wider bound of a member',
      (draft) => {
        brand(draft).clases.items.properties.clase.maximum = 46
      },
      ['get-brand: its 200.clases[].clase: maximum was 45 and is 46.'],
    ],
    [
      'a list of anything',
      (draft) =>
        delete search(draft).responses[200].content['application/json'].schema.properties.items.items,
      [expect.stringMatching(/^search-brands: its 200\.items: items was .+ and is not there\.$/) as never],
    ],
  ])('is %s', (_, change, sentences) => {
    expect(found(change)).toEqual(sentences)
  })

  const places = [...objectsIn(whole)]

  test('is every code that is no longer taken', () => {
    const codes = places
      .filter(({ place, object }) => /^#\/paths\/.*\/parameters\//.test(place) && Array.isArray(object.enum))
      .flatMap(({ place, object }) => (object.enum as Json[]).map((code) => ({ place, code })))
    expect(codes.length).toBeGreaterThan(40)
    for (const { place, code } of codes) {
      const sentences = found((draft) => {
        const schema = at(draft, place)
        schema.enum = schema.enum.filter((other: Json) => other !== code)
      })
      expect(sentences).toHaveLength(1)
    }
  })

  test('is every member of an answer that is gone, wherever it stands', () => {
    const answers = places.filter(
      ({ place, object }) =>
        /^#\/paths\/.*\/responses\/200\/.*\/schema/.test(place) && isObject(object.properties),
    )
    expect(answers.length).toBeGreaterThan(10)
    for (const { place, object } of answers) {
      for (const name of Object.keys(object.properties as JsonObject)) {
        const sentences = found((draft) => delete at(draft, place).properties[name])
        expect(sentences.join()).toContain(`${name} is gone.`)
      }
    }
  })
})

/** The object at a place as `objectsIn` names it. */
const at = (draft: Draft, place: string): Draft =>
  place
    .split('/')
    .slice(1)
    .reduce((part, step) => part[step.replaceAll('~1', '/')], draft)

describe('no break', () => {
  test('is no change at all', () => {
    expect(breakingChanges(document, document)).toEqual([])
  })

  test.each<[string, (draft: Draft) => void]>([
    [
      'a new path',
      (draft) => {
        draft.paths['/v1/persons'] = { get: { operationId: 'list-persons', responses: {} } }
      },
    ],
    ['a new parameter', (draft) => search(draft).parameters.push({ in: 'query', name: 'pais', schema: {} })],
    ['a code more that is taken', (draft) => parameter(draft, 'estado').schema.enum.push('SUSPENDIDA')],
    ['a code more in an answer', (draft) => brand(draft).estado.enum.push('SUSPENDIDA')],
    [
      'a member more',
      (draft) => {
        brand(draft).logo = { type: 'string' }
        body(detail(draft)).required.push('logo')
      },
    ],
    [
      'a member that is always there now',
      (draft) => body(search(draft)).properties.items.items.required.push('score'),
    ],
    [
      'a member that is never null any more',
      (draft) => {
        brand(draft).nroRegistro.type = 'string'
      },
    ],
    [
      'a higher maximum of a parameter',
      (draft) => {
        parameter(draft, 'limit').schema.maximum = 500
      },
    ],
    ['a bound less', (draft) => delete parameter(draft, 'q').schema.minLength],
    [
      'a parameter that takes numbers with a fraction, too',
      (draft) => {
        parameter(draft, 'clase').schema.type = 'number'
      },
    ],
    [
      'a parameter that is not required any more',
      (draft) => {
        detail(draft).parameters[0].required = false
      },
    ],
    [
      'a tighter bound of a member',
      (draft) => {
        brand(draft).clases.items.properties.clase.maximum = 40
      },
    ],
    [
      'a new status',
      (draft) => {
        detail(draft).responses[410] = detail(draft).responses[404]
      },
    ],
    [
      'a new header',
      (draft) => {
        detail(draft).responses[200].headers.Sunset = {}
      },
    ],
    [
      'a key that is not needed any more',
      (draft) => {
        detail(draft).security = []
      },
    ],
    ['another way to authenticate', (draft) => detail(draft).security.push({ oauth: [] })],
    [
      'other words, other examples and a warning of what is to come',
      (draft) => {
        parameter(draft, 'q').description = 'Words.'
        parameter(draft, 'q').schema.examples = ['fiordo']
        detail(draft).summary = 'A brand'
        detail(draft).deprecated = true
      },
    ],
  ])('is %s', (_, change) => {
    expect(found(change)).toEqual([])
  })

  test('is any number of new members and codes at once, anywhere in the answers', () => {
    const objects = [...objectsIn(whole)]
      .filter(
        ({ place, object }) =>
          place.includes('/schema') && (isObject(object.properties) || Array.isArray(object.enum)),
      )
      .map(({ place }) => place)
    fc.assert(
      fc.property(fc.subarray(objects), (places) => {
        const sentences = found((draft) => {
          for (const place of places) {
            const { properties, required, enum: codes } = at(draft, place)
            codes?.push('NUEVO')
            required?.push('nuevo')
            Object.assign(properties ?? {}, { nuevo: { type: 'string' } })
          }
        })
        expect(sentences).toEqual([])
      }),
      { numRuns: 10 },
    )
  })
})

describe('of a tool', () => {
  const tools = current('tools.json') as Json[]
  const changedTools = (change: (search: Draft) => void): string[] => {
    const draft = structuredClone(tools) as Draft
    change(draft[0])
    return breakingToolChanges(tools, draft as Json[]).map(({ sentence }) => sentence)
  }

  test.each<[string, (search: Draft) => void, string[]]>([
    [
      'its name',
      (tool) => {
        tool.name = 'find_brands'
      },
      ['search_brands: the tool is gone.'],
    ],
    [
      'an argument that is gone',
      (tool) => delete tool.inputSchema.properties.clase,
      ['search_brands: its arguments: clase is gone.'],
    ],
    [
      'an argument that is required',
      (tool) => {
        tool.inputSchema.required = ['q']
      },
      ['search_brands: its arguments: q is required now.'],
    ],
    [
      'a code that is no longer taken',
      (tool) => tool.inputSchema.properties.tipoSigno.enum.pop(),
      [expect.stringMatching(/^search_brands: its arguments\.tipoSigno: enum was .+$/) as never],
    ],
    [
      'an output schema that is gone',
      (tool) => delete tool.outputSchema,
      ['search_brands: its output schema is gone.'],
    ],
    [
      'a member of the result that is gone',
      (tool) => delete tool.outputSchema.properties.items.items.properties.score,
      ['search_brands: its result.items[]: score is gone.'],
    ],
  ])('%s is a break', (_, change, sentences) => {
    expect(changedTools(change)).toEqual(sentences)
  })

  test.each<[string, (search: Draft) => void]>([
    ['nothing', () => {}],
    [
      'an argument more',
      (tool) => {
        tool.inputSchema.properties.pais = { type: 'string' }
      },
    ],
    [
      'a member more of the result',
      (tool) => {
        tool.outputSchema.properties.total = { type: 'integer' }
      },
    ],
    [
      'other words for it',
      (tool) => {
        tool.description = 'Finds trademarks.'
      },
    ],
  ])('%s is none', (_, change) => {
    expect(changedTools(change)).toEqual([])
  })
})

describe('an announcement', () => {
  const change = { of: 'get-brand', sentence: 'get-brand: its 404 is gone.' }
  const changelogWith = (upcoming: string, past = ''): string =>
    `# Changelog\n\n## [Unreleased]\n\n### Changed\n\n${upcoming}\n\n## [0.1.0]\n\n${past}\n`

  test.each([
    ['names the operation', changelogWith('- **Breaking:** `get-brand` answers 200 with\n  null.'), []],
    [
      'may name others, too',
      changelogWith('- **Breaking:** `search-brands` and `get-brand`: other codes.'),
      [],
    ],
    ['has to name it', changelogWith('- **Breaking:** `search-brands` is gone.'), [change]],
    ['has to say what it is', changelogWith('- `get-brand` answers 200 with null.'), [change]],
    ['is none in a release of the past', changelogWith('', '- **Breaking:** `get-brand`.'), [change]],
  ])('%s', (_, text, left) => {
    expect(unannounced([change], text)).toEqual(left)
  })
})
