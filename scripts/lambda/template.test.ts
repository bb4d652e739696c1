import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { parseDocument } from 'yaml'
import { deadlineOf, routes } from '../../local/routes.ts'
import { configSchema, DEFAULT_SCHEDULES } from '../../schemas/config.ts'
import { type Operation, operations } from '../../schemas/operations.ts'
import {
  load,
  mistakesOf,
  mistakesOfSchedule,
  type Specification,
} from '../../test/support/lambda/check-properties.ts'
import { functionOf, references, tags } from '../../test/support/lambda/intrinsic-functions.ts'
import { HANDLER_FILES } from './build-functions.ts'

interface Resource {
  Type: string
  Properties?: Record<string, unknown>
}
interface LambdaFunction extends Resource {
  Properties: {
    Handler: string
    CodeUri: string
    Timeout: number
    Environment: { Variables: Record<string, unknown> }
    EventInvokeConfig?: unknown
    Events: Record<string, Event>
  }
}
type Event = { Type: 'HttpApi'; Properties: Route } | { Type: 'ScheduleV2'; Properties: Schedule }
interface Route {
  Method: string
  Path: string
}
interface Schedule {
  OmitName: boolean
  ScheduleExpression: string
  ScheduleExpressionTimezone: string
  Input: string
}

const read = (path: string): string => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

const document = parseDocument(read('template.yaml'), { customTags: tags })
const template = document.toJS() as {
  Parameters: Record<string, object>
  Conditions: Record<string, unknown>
  Globals: { Function: LambdaFunction['Properties'] }
  Resources: Record<string, Resource>
  Outputs: Record<string, unknown>
}

/** Returns a function with the properties of `Globals`. SAM merges them in the same way. */
function withGlobals({ Type, Properties }: LambdaFunction): LambdaFunction {
  const { Function: globals } = template.Globals
  const Variables = { ...globals.Environment.Variables, ...Properties.Environment?.Variables }
  return { Type, Properties: { ...globals, ...Properties, Environment: { Variables } } }
}

/** Returns a reference as `Fn::Sub` has it. */
const place = (name: string): string => `\${${name}}`

const isFunction = (resource: Resource): resource is LambdaFunction =>
  resource.Type === 'AWS::Serverless::Function'

const resources = Object.entries(template.Resources).map(
  ([name, each]) => [name, isFunction(each) ? withGlobals(each) : each] as const,
)
const functions = resources.flatMap(([name, each]) =>
  isFunction(each) ? [{ name, ...each.Properties }] : [],
)
type Properties = (typeof functions)[number]

const routesOf = ({ Events }: Properties): Route[] =>
  Object.values(Events).flatMap(({ Type, Properties }) => (Type === 'HttpApi' ? [Properties] : []))
const schedulesOf = ({ Events }: Properties): Schedule[] =>
  Object.values(Events).flatMap(({ Type, Properties }) => (Type === 'ScheduleV2' ? [Properties] : []))

/** The JSON Schema of SAM does not contain its schedules yet. */
function withoutSchedules(resource: Resource): Resource {
  if (!isFunction(resource)) {
    return resource
  }
  const { Events, ...others } = resource.Properties
  const known = Object.entries(Events).filter(([, event]) => event.Type !== 'ScheduleV2')
  return { ...resource, Properties: { ...others, Events: Object.fromEntries(known) } }
}

describe('the functions of the template', () => {
  test('are one per handler file of AWS Lambda, at the path to which it is built', () => {
    expect(functions.map(({ Handler, CodeUri }) => [Handler, CodeUri]).sort()).toEqual(
      HANDLER_FILES.map((file) => file.replace(/\.ts$/, '')).map((name) => [
        `${name}.handler`,
        name.replace('functions/', 'dist/'),
      ]),
    )
  })

  test('have the routes of the local server except the metrics, HEAD for every GET, and a default route', () => {
    const found = functions.flatMap(routesOf).map(({ Method, Path }) => `${Method} ${Path}`)
    const wanted = routes
      .filter(({ path }) => path !== '/metrics')
      .flatMap(({ method, path }) =>
        method === 'GET' ? [`GET ${path}`, `HEAD ${path}`] : [`${method} ${path}`],
      )
    expect(found.sort()).toEqual([...wanted, 'ANY $default'].sort())
  })

  test('answer each operation with the handler of its id', () => {
    const found = functions.flatMap((each) =>
      routesOf(each).map(({ Method, Path }) => [`${Method} ${Path}`, each.Handler] as const),
    )
    const handlerOf = new Map(found)
    for (const { id, method, path } of Object.values(operations) as Operation[]) {
      expect(handlerOf.get(`${method} ${path}`)).toMatch(new RegExp(`^functions/\\w+/${id}\\.handler$`))
    }
  })

  test('have the timeouts of the local server', () => {
    for (const each of functions) {
      for (const { Path: path } of routesOf(each)) {
        expect({ path, seconds: each.Timeout }).toEqual({ path, seconds: deadlineOf(path) / 1_000 })
      }
    }
  })

  test('run each source at the times of the local server', () => {
    const found = functions.flatMap((each) =>
      schedulesOf(each).map((schedule) => ({ handler: each.Handler, ...schedule })),
    )
    expect(found).toMatchObject(
      Object.entries(DEFAULT_SCHEDULES).map(([source, { aws }]) => ({
        handler: `functions/sync/${source}.handler`,
        ScheduleExpression: aws,
        ScheduleExpressionTimezone: 'America/Santiago',
        Input: JSON.stringify({ trigger: 'schedule' }),
      })),
    )
  })

  test('have only known settings and options of Node', () => {
    const known = [...Object.keys(configSchema.properties), 'NODE_EXTRA_CA_CERTS']
    const given = functions.flatMap(({ Environment }) => Object.keys(Environment.Variables))
    expect(given.filter((name) => !known.includes(name))).toEqual([])
  })

  test('know all sources, because freshness, health and runs of the portal depend on several of them', () => {
    for (const { name, Environment } of functions) {
      expect({ name, ...Environment.Variables }).toMatchObject({
        name,
        SHEETS_URL: { Ref: 'SheetsUrl' },
        BULLETIN_URL: { Ref: 'BulletinUrl' },
        PORTAL_URL: { Ref: 'PortalUrl' },
        PORTAL_CONTACT: { Ref: 'PortalContact' },
      })
    }
  })

  test('connect with the login that answers requests, or with the login that only writes the corpus', () => {
    const fromSecret = (key: string): object => ({
      'Fn::Sub': `{{resolve:secretsmanager:${place('DatabaseSecret')}:SecretString:${key}}}`,
    })
    for (const each of functions) {
      const urls = Object.entries(each.Environment.Variables).filter(
        ([name, value]) => name.startsWith('DATABASE_') && value !== '',
      )
      const setting = routesOf(each).length > 0 ? 'DATABASE_POOL_URL' : 'DATABASE_INGEST_URL'
      expect({ name: each.name, urls }).toEqual({ name: each.name, urls: [[setting, fromSecret(setting)]] })
    }
  })
})

describe('the template', () => {
  let specification: Specification
  beforeAll(async () => {
    specification = await load()
  })

  test('has only known functions of CloudFormation', () => {
    expect(document.errors).toEqual([])
    expect(document.warnings).toEqual([])
  })

  test.each(resources)('has a valid %s', (_, each) => {
    expect(mistakesOf(specification, withoutSchedules(each))).toEqual([])
  })

  test('has valid schedules without names, because a second stack would use the same names', () => {
    for (const { OmitName, ...schedule } of functions.flatMap(schedulesOf)) {
      expect(OmitName).toBe(true) // a property of SAM
      expect(mistakesOfSchedule(specification, schedule)).toEqual([])
    }
  })

  test.each([
    ['an unknown property', { Type: 'AWS::SNS::Topic', Properties: { Subscriber: 'me' } }],
    ['a missing property', { Type: 'AWS::Logs::MetricFilter', Properties: {} }],
    ['a string instead of a list', { Type: 'AWS::SNS::Topic', Properties: { Subscription: 'me' } }],
    ['an unknown value', { Type: 'AWS::Logs::LogGroup', Properties: { RetentionInDays: 31 } }],
    ['a nested mistake', { Type: 'AWS::SNS::Topic', Properties: { Subscription: [{ To: 'me' }] } }],
    [
      'a mistake in a branch',
      { Type: 'AWS::SNS::Topic', Properties: { Subscription: { 'Fn::If': ['A', [{ To: 'me' }], []] } } },
    ],
  ])('is rejected with %s', (_, wrong) => {
    expect(mistakesOf(specification, wrong)).not.toEqual([])
  })

  test('refers to existing resources and parameters', () => {
    const known = [
      ...Object.keys(template.Parameters),
      ...Object.keys(template.Resources),
      'AWS::Region',
      'AWS::StackName',
      'AWS::NoValue',
    ]
    const { Conditions, Globals, Resources, Outputs } = template
    const unknown = references([Conditions, Globals, Resources, Outputs]).filter(
      (name) => !known.includes(name),
    )
    expect(unknown).toEqual([])
  })

  test('uses every parameter and every condition, and no others', () => {
    const { Parameters, Conditions, Globals, Resources } = template
    const used = new Set(references([Conditions, Globals, Resources]))
    expect(Object.keys(Parameters).filter((name) => !used.has(name))).toEqual([])
    const asked = [...JSON.stringify(Resources).matchAll(/"Fn::If":\["(?<name>\w+)"/g)].map(
      ({ groups }) => groups?.name,
    )
    expect([...new Set(asked)].sort()).toEqual(Object.keys(Conditions).sort())
  })

  test('reports failed requests, and failed runs with and without an error of their function', () => {
    const alarms = Object.values(template.Resources).flatMap(({ Type, Properties }) =>
      Type === 'AWS::CloudWatch::Alarm' && Properties ? [Properties] : [],
    )
    expect(alarms.map(({ AlarmActions }) => AlarmActions)).toEqual(alarms.map(() => [{ Ref: 'Alarms' }]))
    expect(alarms.map(({ MetricName }) => MetricName)).toEqual(['5xx', 'Latency', 'Throttles', 'FailedRuns'])
    for (const { name, EventInvokeConfig } of functions.filter((each) => schedulesOf(each).length > 0)) {
      expect({ name, EventInvokeConfig }).toMatchObject({
        name,
        EventInvokeConfig: { DestinationConfig: { OnFailure: { Destination: { Ref: 'Alarms' } } } },
      })
    }
  })
})

test('docs/operate/lambda.md sets existing parameters, and names all of them and all outputs', () => {
  const page = read('docs/operate/lambda.md')
  const { Parameters, Outputs } = template
  const names = [...Object.keys(Parameters), ...Object.keys(Outputs)]
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
  const set = [...page.matchAll(/ (?<name>[A-Z][a-zA-Z]+)=/g)].map(({ groups }) => groups?.name ?? '')
  expect(set).toEqual(expect.arrayContaining(['SubnetIds', 'DatabaseSecret']))
  expect(set.filter((name) => !Object.hasOwn(Parameters, name))).toEqual([])
})

test('intrinsic functions of the template are parsed', () => {
  expect(functionOf({ Ref: 'Api' })).toEqual({ name: 'Ref', of: 'Api' })
  expect(references({ a: { 'Fn::Sub': `x ${place('A')} ${place('B')}` }, b: [{ Ref: 'C' }] })).toEqual([
    'A',
    'B',
    'C',
  ])
})
