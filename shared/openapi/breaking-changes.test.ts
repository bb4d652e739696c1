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

describe('except for announced changes,', () => {
  test('the document is compatible with the last release', () => {
    const changes = breakingChanges(
      released('openapi.json') as JsonObject,
      current('openapi.json') as JsonObject,
    )
    expect(unannounced(changes, changelog)).toEqual([])
  })

  test('the tools are compatible with the last release', () => {
    const changes = breakingToolChanges(released('tools.json') as Json[], current('tools.json') as Json[])
    expect(unannounced(changes, changelog)).toEqual([])
  })
})

/** A mutable copy of the document, or a part of it. */
// biome-ignore lint/suspicious/noExplicitAny: a change may be made anywhere
type Draft = any

/** Returns the whole document with one change. */
function changed(change: (draft: Draft) => void): JsonObject {
  const draft = structuredClone(whole) as Draft
  change(draft)
  return draft as JsonObject
}

const found = (change: (draft: Draft) => void): string[] =>
  breakingChanges(document, changed(change)).map(({ sentence }) => sentence)

/** Functions that return parts of a draft. */
const search = (draft: Draft): Draft => draft.paths['/v1/brands'].get
const detail = (draft: Draft): Draft => draft.paths['/v1/brands/{nroSolicitud}'].get
const parameter = (draft: Draft, name: string): Draft =>
  search(draft).parameters.find((other: Draft) => other.name === name)
const body = (operation: Draft, status = 200): Draft =>
  operation.responses[status].content['application/json'].schema
const brand = (draft: Draft): Draft => body(detail(draft)).properties

describe('a breaking change', () => {
  test.each<[string, (draft: Draft) => void, string[]]>([
    [
      'a removed path',
      (draft) => delete draft.paths['/v1/brands'],
      ['search-brands: GET /v1/brands was removed.'],
    ],
    ['a removed method', (draft) => delete draft.paths['/health'].get, ['health: GET /health was removed.']],
    [
      'another header for the key',
      (draft) => {
        draft.components.securitySchemes.apiKey.name = 'Authorization'
      },
      [
        'openapi: [["apiKey","apiKey","header","X-API-Key",null],["bearer","http",null,null,"bearer"]] is now ' +
          '[["apiKey","apiKey","header","Authorization",null],["bearer","http",null,null,"bearer"]].',
      ],
    ],
    [
      'a removed way to send the key',
      (draft) => {
        delete draft.components.securitySchemes.bearer
      },
      [
        'openapi: [["apiKey","apiKey","header","X-API-Key",null],["bearer","http",null,null,"bearer"]] is now ' +
          '[["apiKey","apiKey","header","X-API-Key",null],["bearer",null,null,null,null]].',
      ],
    ],
    [
      'another server',
      (draft) => {
        draft.servers = [{ url: '/other' }]
      },
      ['openapi: ["/"] is now ["/other"].'],
    ],
    [
      'another type of a header',
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
      ['search-brands: its id is now find-brands.'],
    ],
    [
      'a removed parameter',
      (draft) => {
        search(draft).parameters = search(draft).parameters.filter(({ name }: Draft) => name !== 'clase')
      },
      ['search-brands: the query parameter clase was removed.'],
    ],
    [
      'a parameter that is now required',
      (draft) => {
        parameter(draft, 'q').required = true
      },
      ['search-brands: the query parameter q is now required.'],
    ],
    [
      'a new required parameter',
      (draft) => search(draft).parameters.push({ in: 'query', name: 'pais', required: true, schema: {} }),
      ['search-brands: the query parameter pais is now required.'],
    ],
    [
      'a parameter of another type',
      (draft) => {
        parameter(draft, 'clase').schema.anyOf[0].type = 'string'
        parameter(draft, 'limit').schema.type = 'string'
      },
      [
        'search-brands: the query parameter clase: type was "integer" and is "string".',
        'search-brands: the query parameter limit: type was "integer" and is "string".',
      ],
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
      ['search-brands: the query parameter q: maxLength was absent and is 10.'],
    ],
    [
      'a new pattern of a parameter',
      (draft) => {
        parameter(draft, 'q').schema.pattern = '^[a-z]+$'
      },
      ['search-brands: the query parameter q: pattern was absent and is "^[a-z]+$".'],
    ],
    [
      'another default of a parameter',
      (draft) => {
        parameter(draft, 'limit').schema.default = 10
      },
      ['search-brands: the query parameter limit: default was 20 and is 10.'],
    ],
    [
      'an additional scope',
      (draft) => {
        detail(draft).security = [{ apiKey: ['brands:read', 'brands:detail'] }]
      },
      [
        'get-brand: its security was [{"apiKey":["brands:read"]},{"bearer":["brands:read"]}] and is ' +
          '[{"apiKey":["brands:read","brands:detail"]}].',
      ],
    ],
    [
      'a key for a public operation',
      (draft) => {
        draft.paths['/health'].get.security = [{ apiKey: [] }]
      },
      ['health: its security was [] and is [{"apiKey":[]}].'],
    ],
    ['a removed status', (draft) => delete detail(draft).responses[404], ['get-brand: its 404 was removed.']],
    [
      'a removed header',
      (draft) => delete search(draft).responses[200].headers.Link,
      ['search-brands: its 200: the header Link was removed.'],
    ],
    [
      'a removed media type',
      (draft) => {
        const { content } = detail(draft).responses[200]
        detail(draft).responses[200].content = { 'application/xml': content['application/json'] }
      },
      ['get-brand: its 200: application/json was removed.'],
    ],
    [
      'a removed property',
      (draft) => delete brand(draft).personas,
      ['get-brand: its 200: personas was removed.'],
    ],
    [
      'a property that is now optional',
      (draft) => {
        body(detail(draft)).required = body(detail(draft)).required.filter(
          (name: string) => name !== 'clases',
        )
      },
      ['get-brand: its 200: clases is now optional.'],
    ],
    [
      'a property that is now nullable',
      (draft) => {
        brand(draft).denominacion.type = ['string', 'null']
      },
      ['get-brand: its 200.denominacion: type was "string" and is ["string","null"].'],
    ],
    [
      'another type of a nested property',
      (draft) => {
        brand(draft).clases.items.properties.clase.type = 'string'
      },
      ['get-brand: its 200.clases[].clase: type was "integer" and is "string".'],
    ],
    [
      'an integer that is now a number',
      (draft) => {
        brand(draft).clases.items.properties.clase.type = 'number'
      },
      ['get-brand: its 200.clases[].clase: type was "integer" and is "number".'],
    ],
    [
      'another format of a property',
      (draft) => {
        brand(draft).fechaPresentacion.format = 'date-time'
      },
      ['get-brand: its 200.fechaPresentacion: format was "date" and is "date-time".'],
    ],
    [
      'a wider bound of a property',
      (draft) => {
        brand(draft).clases.items.properties.clase.maximum = 46
      },
      ['get-brand: its 200.clases[].clase: maximum was 45 and is 46.'],
    ],
    [
      'an array without an item schema',
      (draft) =>
        delete search(draft).responses[200].content['application/json'].schema.properties.items.items,
      [expect.stringMatching(/^search-brands: its 200\.items: items was .+ and is absent\.$/) as never],
    ],
  ])('is %s', (_, change, sentences) => {
    expect(found(change)).toEqual(sentences)
  })

  const places = [...objectsIn(whole)]

  test('is every removed code of a parameter', () => {
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

  test('is every removed property of a response, at any depth', () => {
    const answers = places.filter(
      ({ place, object }) =>
        /^#\/paths\/.*\/responses\/200\/.*\/schema/.test(place) && isObject(object.properties),
    )
    expect(answers.length).toBeGreaterThan(10)
    for (const { place, object } of answers) {
      for (const name of Object.keys(object.properties as JsonObject)) {
        const sentences = found((draft) => delete at(draft, place).properties[name])
        expect(sentences.join()).toContain(`${name} was removed.`)
      }
    }
  })
})

/** Returns the object at a place, which is written as by `objectsIn`. */
const at = (draft: Draft, place: string): Draft =>
  place
    .split('/')
    .slice(1)
    .reduce((part, step) => part[step.replaceAll('~1', '/')], draft)

describe('not a breaking change', () => {
  test('is an identical document', () => {
    expect(breakingChanges(document, document)).toEqual([])
  })

  test.each<[string, (draft: Draft) => void]>([
    [
      'a new path',
      (draft) => {
        draft.paths['/v1/persons'] = { get: { operationId: 'list-persons', responses: {} } }
      },
    ],
    [
      'another way to send the key',
      (draft) => {
        draft.components.securitySchemes.other = { type: 'http', scheme: 'other' }
      },
    ],
    ['a new parameter', (draft) => search(draft).parameters.push({ in: 'query', name: 'pais', schema: {} })],
    [
      'a new code of a parameter',
      (draft) => parameter(draft, 'estado').schema.anyOf[0].enum.push('SUSPENDIDA'),
    ],
    ['a new code in a response', (draft) => brand(draft).estado['x-extensible-enum'].push('SUSPENDIDA')],
    [
      'a new property',
      (draft) => {
        brand(draft).logo = { type: 'string' }
        body(detail(draft)).required.push('logo')
      },
    ],
    [
      'a property that is now required in responses',
      (draft) => body(search(draft)).properties.items.items.required.push('score'),
    ],
    [
      'a property that is no longer nullable',
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
    ['a removed bound', (draft) => delete parameter(draft, 'q').schema.minLength],
    [
      'an integer parameter that is now a number',
      (draft) => {
        parameter(draft, 'limit').schema.type = 'number'
      },
    ],
    [
      'a parameter that is now optional',
      (draft) => {
        detail(draft).parameters[0].required = false
      },
    ],
    [
      'a tighter bound of a property',
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
      'a key that is no longer required',
      (draft) => {
        detail(draft).security = []
      },
    ],
    ['another way to authenticate', (draft) => detail(draft).security.push({ oauth: [] })],
    [
      'other descriptions, examples and a deprecation',
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

  const CODES = 'x-extensible-enum'
  test('is any set of new properties and codes in responses', () => {
    const objects = [...objectsIn(whole)]
      .filter(
        ({ place, object }) =>
          place.includes('/schema') && (isObject(object.properties) || Array.isArray(object[CODES])),
      )
      .map(({ place }) => place)
    fc.assert(
      fc.property(fc.subarray(objects), (places) => {
        const sentences = found((draft) => {
          for (const place of places) {
            const { properties, required, [CODES]: codes } = at(draft, place)
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

describe('in a tool,', () => {
  const tools = current('tools.json') as Json[]
  const changedTools = (change: (search: Draft) => void): string[] => {
    const draft = structuredClone(tools) as Draft
    change(draft[0])
    return breakingToolChanges(tools, draft as Json[]).map(({ sentence }) => sentence)
  }

  test.each<[string, (search: Draft) => void, string[]]>([
    [
      'another name',
      (tool) => {
        tool.name = 'find_brands'
      },
      ['search_brands: the tool was removed.'],
    ],
    [
      'a removed argument',
      (tool) => delete tool.inputSchema.properties.clase,
      ['search_brands: its arguments: clase was removed.'],
    ],
    [
      'an argument that is now required',
      (tool) => {
        tool.inputSchema.required = ['q']
      },
      ['search_brands: its arguments: q is now required.'],
    ],
    [
      'a removed code',
      (tool) => tool.inputSchema.properties.tipoSigno.anyOf[0].enum.pop(),
      [expect.stringMatching(/^search_brands: its arguments\.tipoSigno: enum was .+$/) as never],
    ],
    [
      'a removed output schema',
      (tool) => delete tool.outputSchema,
      ['search_brands: its output schema was removed.'],
    ],
    [
      'a removed property of the result',
      (tool) => delete tool.outputSchema.properties.items.items.properties.score,
      ['search_brands: its result.items[]: score was removed.'],
    ],
  ])('%s is a breaking change', (_, change, sentences) => {
    expect(changedTools(change)).toEqual(sentences)
  })

  test.each<[string, (search: Draft) => void]>([
    ['no change', () => {}],
    [
      'a new argument',
      (tool) => {
        tool.inputSchema.properties.pais = { type: 'string' }
      },
    ],
    [
      'a new member of the result',
      (tool) => {
        tool.outputSchema.properties.total = { type: 'integer' }
      },
    ],
    [
      'another description',
      (tool) => {
        tool.description = 'Finds trademarks.'
      },
    ],
  ])('%s is not a breaking change', (_, change) => {
    expect(changedTools(change)).toEqual([])
  })
})

describe('an announcement', () => {
  const change = { of: 'get-brand', sentence: 'get-brand: its 404 was removed.' }
  const changelogWith = (upcoming: string, past = ''): string =>
    `# Changelog\n\n## [Unreleased]\n\n### Changed\n\n${upcoming}\n\n## [0.1.0]\n\n${past}\n`

  test.each([
    ['names the operation', changelogWith('- **Breaking:** `get-brand` answers 200 with\n  null.'), []],
    [
      'may name other operations, too',
      changelogWith('- **Breaking:** `search-brands` and `get-brand`: other codes.'),
      [],
    ],
    ['must name the operation', changelogWith('- **Breaking:** `search-brands` was removed.'), [change]],
    ['must be marked as breaking', changelogWith('- `get-brand` answers 200 with null.'), [change]],
    ['does not count in a past release', changelogWith('', '- **Breaking:** `get-brand`.'), [change]],
  ])('%s', (_, text, left) => {
    expect(unannounced([change], text)).toEqual(left)
  })
})
