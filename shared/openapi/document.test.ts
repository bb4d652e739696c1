import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { routes } from '../../local/routes.ts'
import { type Operation, operations } from '../../schemas/operations.ts'
import { SPANISH } from '../../schemas/spanish.ts'
import {
  bodySchema,
  checks,
  document,
  documented,
  objectsIn,
  responsesOf,
  whole,
} from '../../test/support/documented-responses.ts'
import { ALIASES } from '../docs/site.ts'
import { ERRORS } from '../platform/errors.ts'
import { validator } from '../platform/validation.ts'
import { IN_SPANISH } from './bilingual-texts.ts'
import { openApiDocument, openApiText } from './document.ts'
import { NOTES } from './operation-notes.ts'
import {
  isObject,
  items,
  type Json,
  type JsonObject,
  members,
  toJson,
  withoutReferences,
} from './references.ts'

const all = Object.entries(operations) as [keyof typeof operations, Operation][]

/** Routes that are not operations of the REST API, and why the document omits them. */
const NOT_DOCUMENTED: Readonly<Record<string, string>> = {
  ...Object.fromEntries(['/', ...Object.keys(ALIASES)].map((path) => [path, 'leads below /docs'])),
  '/docs': 'pages for people',
  '/docs/{proxy+}': 'pages for people, and this document',
  '/metrics': 'for the operator alone, and a 404 for anybody else',
  '/mcp': 'lists its tools by itself',
  '/mcp/server-card': 'for MCP clients, by the schema of SEP-2127',
  '/.well-known/ai-catalog.json': 'for MCP clients, by the schema of the AI Catalog',
  $default: 'the answer where there is no route, which each operation has as its default',
}

/** Errors that no operation of the REST API returns, and why. */
const NOT_SHOWN: Readonly<Record<string, string>> = {
  origin_not_allowed: 'of /mcp alone',
  method_not_allowed: 'of /mcp alone',
}

describe('routes', () => {
  const template = readFileSync(new URL('../../template.yaml', import.meta.url), 'utf8')
  const inTheCloud = [...template.matchAll(/Method: (?<method>[A-Z]+), Path: "?(?<path>[^\s"]+)"? \}/g)].map(
    ({ groups }) => ({ method: groups?.method, path: groups?.path ?? '' }),
  )
  const isDocumented = ({ path }: { path: string }): boolean => !(path in NOT_DOCUMENTED)
  const named = ({ method, path }: { method?: string | undefined; path: string }): string =>
    `${method?.toUpperCase()} ${path}`
  const expected = documented.map(named).sort()

  test('of the document equal those of the operations', () => {
    expect(all.map(([, operation]) => named(operation)).sort()).toEqual(expected)
  })

  test('of the local router are documented or listed with a reason', () => {
    expect(routes.filter(isDocumented).map(named).sort()).toEqual(expected)
  })

  test('of template.yaml are documented or listed with a reason', () => {
    const gets = inTheCloud.filter(isDocumented).filter(({ method }) => method !== 'HEAD')
    expect(gets.map(named).sort()).toEqual(expected)
    expect(inTheCloud.map(({ path }) => path)).toContain('$default') // the regular expression above matches the routes
  })
})

describe('the document', () => {
  test('has only references with a target, without siblings', () => {
    expect(() => withoutReferences(document)).not.toThrow()
    const references = [...objectsIn(document)].filter(({ object }) => typeof object.$ref === 'string')
    expect(references.length).toBeGreaterThan(50)
    expect(references.filter(({ object }) => Object.keys(object).length > 1)).toEqual([])
  })

  test('uses every component', () => {
    const { securitySchemes, ...components } = members(document.components)
    const names = Object.entries(components).flatMap(([kind, named]) =>
      Object.keys(members(named)).map((name) => `#/components/${kind}/${name}`),
    )
    const used = new Set([...objectsIn(document)].map(({ object }) => object.$ref))
    expect(names.filter((name) => !used.has(name))).toEqual([])
    expect(Object.keys(members(securitySchemes))).toEqual(['apiKey', 'bearer'])
  })

  test('has every path parameter and input parameter once', () => {
    for (const [, { id, path, input }] of all) {
      const parameters = items(documented.find((other) => other.id === id)?.operation.parameters).map(members)
      const inPath = parameters.filter((parameter) => parameter.in === 'path')
      expect(inPath.map(({ name }) => `{${name}}`)).toEqual(path.match(/\{\w+\}/g) ?? [])
      expect(inPath.filter(({ required }) => required !== true)).toEqual([])
      const keys = parameters.map(({ in: place, name }) => `${place} ${name}`)
      expect(keys).toEqual([...new Set(keys)])
      expect(parameters.filter((parameter) => parameter.in !== 'header').map(({ name }) => name)).toEqual(
        Object.keys(input.properties),
      )
    }
  })

  test('has the scope of each operation, in its security and its description', () => {
    for (const [, { id, scope }] of all) {
      const { security, description } = documented.find((other) => other.id === id)?.operation ?? {}
      expect(security).toEqual(scope === null ? [] : [{ apiKey: [scope] }, { bearer: [scope] }])
      expect(description).toContain(scope === null ? 'No key is needed.' : `needs the scope \`${scope}\``)
    }
  })

  test('has the headers of pages, conditional requests and limits', () => {
    const headersOf = (id: string) => Object.keys(members(members(responsesOf(id)['200']).headers))
    expect(headersOf('search-brands')).toEqual(expect.arrayContaining(['Link', 'ETag', 'Vary', 'RateLimit']))
    expect(headersOf('get-brand')).not.toContain('Link')
    expect(headersOf('get-freshness')).not.toContain('ETag')
    expect(headersOf('health')).toEqual(['x-request-id', 'Cache-Control', 'Vary'])
  })

  test('has the public origin of the service as its server, or a relative URL', () => {
    const serversOf = (publicOrigin: string | undefined) =>
      (JSON.parse(openApiText({ publicOrigin })) as JsonObject).servers
    expect(serversOf('https://marks.example')).toMatchObject([{ url: 'https://marks.example' }])
    expect(serversOf(undefined)).toMatchObject([{ url: '/' }])
  })

  test('changes only on purpose', () => {
    expect(document).toMatchSnapshot()
  })

  test('is the same each time', () => {
    expect(toJson(openApiDocument({ servers: ['/'] }))).toEqual(document)
  })
})

describe('meanings', () => {
  const objects = [...objectsIn(document)].filter(({ place }) => !place.includes('/value/'))
  const texts = (member: string) =>
    objects.flatMap(({ place, object }) =>
      typeof object[member] === 'string' ? [{ place, text: String(object[member]) }] : [],
    )

  test('are in both languages in every description', () => {
    const half = new RegExp(`\\S+[^]*\\n\\n${IN_SPANISH.replaceAll('*', '\\*')} \\S+`)
    expect(texts('description').filter(({ text }) => !half.test(text))).toEqual([])
  })

  test('are in both languages in every title except the one of the document', () => {
    const titles = texts('summary').filter(({ place }) => place !== '#/info')
    expect(titles.filter(({ text }) => !/\S+ \/ \S+/.test(text))).toEqual([])
  })

  test('exist for every parameter, header, response, tag, property and named schema', () => {
    const owners =
      /\/(parameters|tags|servers)\/\d+$|\/(properties|headers|responses)\/[^/]+$|\/components\/(?!schemas\/.*\/)[a-z]+\/[^/]+$/i
    const mute = objects.filter(
      ({ place, object }) =>
        owners.test(place) && object.$ref === undefined && object.description === undefined,
    )
    // A member whose value has a named schema is described there.
    expect(mute.map(({ place }) => place)).toEqual([])
  })

  const codesOf = (schema: JsonObject): Json[] => [
    ...items(schema.enum),
    ...items(schema['x-extensible-enum']),
  ]

  test('exist for every code, in the text and as x-enumDescriptions', () => {
    const lists = [...objectsIn(whole)].filter(
      ({ place, object }) => !place.includes('/value/') && codesOf(object).length > 1,
    )
    expect(lists.length).toBeGreaterThan(10)
    for (const { place, object } of lists) {
      const codes = codesOf(object).filter((code) => code !== null)
      const meanings = members(object['x-enumDescriptions'])
      expect({ place, codes: Object.keys(meanings).sort() }).toEqual({ place, codes: [...codes].sort() })
      const owner =
        object.description ??
        [...objectsIn(whole)].findLast(
          (other) => place.startsWith(`${other.place}/`) && other.object.description !== undefined,
        )?.object.description
      for (const [code, meaning] of Object.entries(meanings)) {
        expect(meaning).toMatch(/\S+ \/ \S+/)
        expect(owner).toContain(`- \`${code}\`: ${meaning}`)
      }
    }
  })

  test('are of closed lists of codes in parameters, and of open lists in responses', () => {
    const lists = [...objectsIn(whole)].filter(
      ({ place, object }) => !place.includes('/value/') && codesOf(object).length > 1,
    )
    const isClosed = ({ object }: { object: JsonObject }): boolean => 'enum' in object
    expect(lists.filter(isClosed).map(({ place }) => place)).toEqual(
      lists.map(({ place }) => place).filter((place) => place.includes('/parameters/')),
    )
    expect(checks(bodySchema(responsesOf('get-brand')[200]))({ estado: 'NUEVO' })).toContainEqual(
      expect.objectContaining({ field: 'estado' }), // tests accept only the documented codes
    )
  })

  test('are not written as CODE = meaning in any description', () => {
    expect(texts('description').filter(({ text }) => /[A-Z_]+ = /.test(text))).toEqual([])
  })

  test('have no unused Spanish text', () => {
    const text = JSON.stringify(document)
    const spoken = (spanish: string): boolean => text.includes(JSON.stringify(spanish).slice(1, -1))
    expect(Object.values(SPANISH).filter((spanish) => !spoken(spanish))).toEqual([])
  })
})

describe('examples', () => {
  const responses = documented.flatMap(({ id, operation }) =>
    Object.entries(members(operation.responses)).map(([status, response]) => ({ id, status, response })),
  )
  const bodies = responses.flatMap(({ id, status, response }) =>
    Object.entries(members(members(members(members(response).content)['application/json']).examples)).map(
      ([name, example]) => ({ id, status, name, response, value: members(example).value }),
    ),
  )

  test.each(bodies)('of $id, $status: $name is valid by its schema', ({ response, value }) => {
    expect(checks(bodySchema(response))(structuredClone(value))).toEqual([])
  })

  test('exist for every response with a body', () => {
    const without = responses.filter(
      ({ id, status, response }) =>
        bodySchema(response) !== undefined &&
        !bodies.some((body) => body.id === id && body.status === status),
    )
    expect(without.map(({ id, status }) => `${id} ${status}`)).toEqual([])
  })

  test('of errors have the status of their code, and exist for every code', () => {
    const errors = bodies.flatMap(({ status, value }) =>
      isObject(members(value).error) ? [{ status, code: String(members(members(value).error).code) }] : [],
    )
    for (const { status, code } of errors.filter((error) => error.status !== 'default')) {
      expect({ code, status }).toEqual({ code, status: String(ERRORS[code as keyof typeof ERRORS].status) })
    }
    const shown = [...errors.map(({ code }) => code), ...Object.keys(NOT_SHOWN)]
    expect([...new Set(shown)].sort()).toEqual(Object.keys(ERRORS).sort())
  })

  test('of schemas, parameters and headers are valid by their schema', () => {
    const given = [...objectsIn(whole)].flatMap(({ place, object }) => [
      ...(place.includes('/value') ? [] : items(object.examples).map((value) => ({ schema: object, value }))),
      ...(isObject(object.schema) && 'example' in object
        ? [{ schema: object.schema, value: object.example }]
        : []),
    ])
    expect(given.length).toBeGreaterThan(20)
    for (const { schema, value } of given) {
      expect(checks(schema)(value)).toEqual([])
    }
  })

  test.each(all.filter(([, { scope }]) => scope !== null))(
    'of an invalid input of %s have one mistake',
    (name, { input }) => {
      expect(validator(input)(structuredClone(NOTES[name].mistake))).toHaveLength(1)
    },
  )
})
