import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Operation, operations } from '../../schemas/operations.ts'
import { brandFilters, impliedFilters, runFilters } from '../../schemas/query-parameters.ts'
import { type Tool, tools } from '../../schemas/tools.ts'
import { insertBrands, listedBrand } from '../../test/support/brands.ts'
import { callTool } from '../../test/support/mcp-service.ts'
import { type Answer, ask, startTestService, type TestService } from '../../test/support/service.ts'
import { replaceRuns, runRow } from '../../test/support/sync-runs.ts'

type Input = Readonly<Record<string, unknown>>

/** Replaced by the nextCursor of the other input of an example. */
const NEXT = 'the nextCursor of the other input'

/** Replaced by a cursor after all changes of the corpus below. */
const BEHIND_ALL = 'a cursor behind all changes'

/** Examples of the filters that brands and their changes have. */
const FILTERS: Readonly<Record<string, readonly [Input, Input]>> = {
  clase: [{ clase: 39 }, { clase: 12 }],
  estado: [{}, { estado: 'VENCIDA' }],
  fase: [{}, { fase: 'terminada' }],
  sinClase: [{ clase: 39 }, { clase: 39, sinClase: 'incluir' }],
  tipoSigno: [{}, { tipoSigno: 'FIGURATIVA' }],
  fechaDesde: [{}, { fechaDesde: '2020-01-02' }],
  fechaHasta: [{}, { fechaHasta: '2020-01-01' }],
  registroDesde: [{}, { registroDesde: '2020-01-02' }],
  registroHasta: [{}, { registroHasta: '2020-01-01' }],
  vencimientoDesde: [{}, { vencimientoDesde: '2030-01-02' }],
  vencimientoHasta: [{}, { vencimientoHasta: '2030-01-01' }],
  numeros: [{}, { numeros: ['101', '104'] }],
  nroRegistro: [{}, { nroRegistro: '1300001' }],
  titular: [{ titular: 'astilleros' }, { titular: 'andez' }],
  representante: [{}, { representante: 'ana perez' }],
}

/** The instant of all changes of the corpus below, and an earlier instant. */
const CHANGED_AT = '2026-11-02T12:00:00Z'
const BEFORE_CHANGES = '2026-11-02T00:00:00Z'

/** Adds `desde` to both inputs. */
const since = ([one, other]: readonly [Input, Input]): [Input, Input] => [
  { desde: BEFORE_CHANGES, ...one },
  { desde: BEFORE_CHANGES, ...other },
]

/**
 * For each parameter of each operation: two inputs that differ in this parameter alone, and whose results differ on the
 * corpus below. The first input of a filter matches at least two items, so that a page with one item has a cursor.
 */
const EXAMPLES: Readonly<Record<string, Readonly<Record<string, readonly [Input, Input]>>>> = {
  searchBrands: {
    q: [{}, { q: 'kayak' }],
    ...FILTERS,
    cambiadosDesde: [{}, { cambiadosDesde: BEHIND_ALL }],
    incluir: [{}, { incluir: 'clasesNiza' }],
    limit: [{}, { limit: 1 }],
    cursor: [{ limit: 1 }, { limit: 1, cursor: NEXT }],
  },
  getBrand: { nroSolicitud: [{ nroSolicitud: '101' }, { nroSolicitud: '102' }] },
  listChanges: {
    ...Object.fromEntries(Object.entries(FILTERS).map(([name, pair]) => [name, since(pair)])),
    desde: [{ desde: BEFORE_CHANGES }, { desde: '2026-11-03T00:00:00Z' }],
    limit: since([{}, { limit: 1 }]),
    cursor: since([{ limit: 1 }, { limit: 1, cursor: NEXT }]),
  },
  getFreshness: { source: [{}, { source: 'portal' }] },
  listSyncRuns: {
    source: [{}, { source: 'portal' }],
    status: [{}, { status: 'failed' }],
    limit: [{}, { limit: 1 }],
    cursor: [{ limit: 1 }, { limit: 1, cursor: NEXT }],
  },
}

/** Marks, nearly all with the same name. The two inputs of each filter match different marks. */
const brands = [
  listedBrand({ nroSolicitud: '101', denominacion: 'Kayak Sur', clases: [39] }),
  listedBrand({
    nroSolicitud: '102',
    denominacion: 'Kayak Sur',
    clases: [12],
    fechaPresentacion: '2021-06-01',
  }),
  listedBrand({ nroSolicitud: '103', denominacion: 'Kayak Sur', estado: 'VENCIDA', clases: [12, 39] }),
  listedBrand({ nroSolicitud: '104', denominacion: 'Kayak Sur', tipoSigno: 'FIGURATIVA', clases: [39] }),
  listedBrand({
    nroSolicitud: '105',
    denominacion: 'Kayak Sur',
    personas: [{ rol: 'SOLICITANTE', nombre: 'Astilleros del Sur', pais: 'CL' }],
  }),
  listedBrand({ nroSolicitud: '107', denominacion: 'Sal Marina' }),
  listedBrand({
    nroSolicitud: '106',
    denominacion: 'Kayak Sur',
    nroRegistro: '1300001',
    personas: [
      { rol: 'REPRESENTANTE', nombre: 'Ana Pérez', pais: 'CL' },
      { rol: 'TITULAR', nombre: 'Astilleros Andes SpA', pais: 'CL' },
    ],
    fechaRegistro: '2020-01-02',
    fechaVencimiento: '2030-01-02',
  }),
]
const runs = [
  runRow({ source: 'sheets' }),
  runRow({ source: 'portal' }),
  runRow({ source: 'sheets', status: 'failed', error_code: 'no_rows', error_message: 'No rows.' }),
]

/** A change of each mark. */
const INSERT_CHANGES = {
  text: `with begun as (update change_set set applied_at = timestamptz '2026-11-01Z'), added as (
           insert into brand_change
           select row_number() over (order by nro_solicitud), nro_solicitud, 'alta', '{}', null, b.estado, b.nro_registro,
                  b.tipo_signo, b.fecha_presentacion, b.fecha_registro, b.fecha_vencimiento, b.clases, d.detail -> 'personas'
             from brand as b join brand_detail as d using (nro_solicitud))
         insert into change_set select 1, count(*), 1, 0, '${CHANGED_AT}', false from brand`,
  parameters: [],
}

let service: TestService
let key: string
/** The cursor that replaces BEHIND_ALL. */
let behindAll: string

beforeAll(async () => {
  service = await startTestService()
  await insertBrands(service.owner, brands)
  await service.owner.query(INSERT_CHANGES)
  await replaceRuns(service.owner, runs)
  key = await service.key()
  const { body } = await request(operations.listChanges, { desde: '2126-01-01T00:00:00Z' })
  behindAll = body.nextCursor
})
afterAll(() => service.stop())

type Call = (input: Input) => Promise<Record<string, unknown>>

/** Sends an input to an operation over REST. */
async function request({ path }: Operation, input: Input): Promise<Answer> {
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(input)) {
    if (!path.includes(`{${name}}`)) query.set(name, String(value))
  }
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => String(input[name]))
  return ask(service, `${filled}?${query}`, { key })
}

/** Returns a function that calls an operation over REST. */
const overRest =
  (operation: Operation): Call =>
  async (input) => {
    const { status, body } = await request(operation, input)
    expect({ input, status, error: body.error }).toEqual({ input, status: 200, error: undefined })
    return body
  }

/** Returns a function that calls a tool over MCP. */
const overMcp =
  ({ name }: Tool): Call =>
  async (input) => {
    const { body } = await callTool(service, name, input, key)
    const { isError, content } = body.result
    expect({ input, isError, text: isError && content[0].text }).toMatchObject({ input, isError: undefined })
    return JSON.parse(content[0].text)
  }

/** Returns a result without the members that always differ: the time, and the cursor, which depends on the input. */
const resultOf = ({ generatedAt: _time, nextCursor: _cursor, ...result }: Record<string, unknown>) => result

/** Expects different results for two inputs that differ in one parameter. */
async function expectDifference(call: Call, [first, second]: readonly [Input, Input]): Promise<void> {
  const one = await call(first)
  const other = await call({
    ...second,
    ...(second.cursor === NEXT ? { cursor: one.nextCursor } : {}),
    ...(second.cambiadosDesde === BEHIND_ALL ? { cambiadosDesde: behindAll } : {}),
  })
  const areEqual = JSON.stringify(resultOf(one)) === JSON.stringify(resultOf(other))
  expect({ first, second, results: areEqual ? 'equal: the parameter is ignored' : 'different' }).toEqual({
    first,
    second,
    results: 'different',
  })
}

const all: [name: string, operation: Operation][] = Object.entries(operations)
const declared = all.flatMap(([name, operation]) =>
  Object.keys(operation.input.properties).map((parameter) => ({ name, operation, parameter })),
)

test('every parameter has an example, and every example belongs to a known parameter', () => {
  const missing = declared
    .filter(({ name, parameter }) => EXAMPLES[name]?.[parameter] === undefined)
    .map(
      ({ name, parameter }) =>
        `Add to EXAMPLES.${name} in functions/api/parameters.test.ts two inputs that differ in ${parameter} alone, and to ` +
        'its corpus what makes their results differ.',
    )
  expect(missing).toEqual([])
  const known = declared.map(({ name, parameter }) => `${name}.${parameter}`)
  const given = Object.entries(EXAMPLES).flatMap(([name, examples]) =>
    Object.keys(examples).map((parameter) => `${name}.${parameter}`),
  )
  expect(given.filter((each) => !known.includes(each))).toEqual([])
})

const examples = declared.flatMap(({ name, operation, parameter }) => {
  const pair = EXAMPLES[name]?.[parameter]
  return pair === undefined ? [] : [{ name, operation, parameter, pair }]
})

test.each(examples)(
  'the example of $parameter of $name differs in this parameter alone',
  ({ parameter, pair }) => {
    const without = pair.map(({ [parameter]: _, ...rest }) => rest)
    expect(without[0]).toEqual(without[1])
    expect(pair[0][parameter]).not.toEqual(pair[1][parameter])
  },
)

describe('over REST', () => {
  test.each(examples)('$parameter of $name changes the result', ({ operation, pair }) =>
    expectDifference(overRest(operation), pair),
  )
})

describe('over MCP', () => {
  const ofTools = Object.values(tools).flatMap((tool: Tool) =>
    examples.flatMap((example) => (example.operation === tool.operation ? [{ ...example, tool }] : [])),
  )

  test('every tool has examples', () => {
    expect([...new Set(ofTools.map(({ tool }) => tool.name))]).toEqual(
      Object.values(tools).map(({ name }) => name),
    )
  })

  test.each(ofTools)('$parameter of $tool.name changes the result', ({ tool, pair }) =>
    expectDifference(overMcp(tool), pair),
  )
})

describe.each([
  ['by date', {}],
  ['by a status', { estado: 'REGISTRADA' }],
  ['by a kind of sign', { tipoSigno: 'DENOMINATIVA' }],
  ['by one word', { q: 'kayak' }],
  ['by several words', { q: 'kayak sur' }],
  ['by a similar name', { q: 'cayac' }],
] as const)('a listing %s', (_, context) => {
  const filters = Object.keys({ ...brandFilters, ...impliedFilters }).filter(
    (filter) => !Object.hasOwn(context, filter),
  )

  test.each(filters)('is narrowed by %s', async (filter) => {
    const pair = EXAMPLES.searchBrands?.[filter]
    const inContext = pair?.map((input) => ({ ...context, ...input })) as [Input, Input] | undefined
    if (inContext !== undefined) await expectDifference(overRest(operations.searchBrands), inContext)
  })
})

/** The parameters that decide which items come in which order. */
const DECISIVE: readonly string[] = [
  'q',
  'cambiadosDesde',
  ...Object.keys({ ...brandFilters, ...impliedFilters, ...runFilters }),
]
const paginated = examples.filter(
  ({ name, operation, parameter }) =>
    name !== 'listChanges' && 'cursor' in operation.input.properties && DECISIVE.includes(parameter),
)

test.each(paginated)(
  'a cursor of $name is refused with another value of $parameter',
  async ({ operation, pair }) => {
    const [first, second] = pair
    const { nextCursor: cursor } = await overRest(operation)({ ...first, limit: 1 })
    expect(cursor).toEqual(expect.any(String))
    const { status, body } = await request(operation, { ...second, limit: 1, cursor })
    expect({ status, message: body.error?.message }).toEqual({
      status: 400,
      message: 'cursor belongs to a request with other parameters',
    })
  },
)
