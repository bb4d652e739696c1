import { readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { deadlineOf, routes } from '../../local/routes.ts'
import { BACKUP_SCHEDULES, configSchema, DEFAULT_SCHEDULES } from '../../schemas/config.ts'
import { type Operation, operations } from '../../schemas/operations.ts'
import {
  load,
  mistakesOf,
  mistakesOfPart,
  resource,
  type Specification,
} from '../../test/support/lambda/check-properties.ts'
import { functionOf, references, tags } from '../../test/support/lambda/intrinsic-functions.ts'
import { HANDLER_FILES } from './build-functions.ts'

interface Resource {
  Type: string
  DependsOn?: string
  Properties?: Record<string, unknown>
}
interface LambdaFunction extends Resource {
  Properties: {
    Handler: string
    CodeUri: string
    Timeout?: number
    Role: unknown
    VpcConfig: { SecurityGroupIds: unknown[] }
    Environment: { Variables: Record<string, unknown> }
    Events?: Record<string, Event>
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
interface Role extends Resource {
  Properties: { ManagedPolicyArns?: { Ref: string }[]; Policies?: Policy['Properties'][] }
}
interface Policy extends Resource {
  Properties: { PolicyDocument: { Statement: Statement[] } }
}
interface Statement {
  Effect: string
  Action: string | string[]
  Resource: unknown
  Condition?: unknown
}

const template = parse(readFileSync(new URL('../../template.yaml', import.meta.url), 'utf8'), {
  customTags: tags,
}) as {
  Parameters: Record<string, object>
  Conditions: Record<string, unknown>
  Globals: { Function: { Timeout: number; Environment: { Variables: object } } }
  Resources: Record<string, Resource>
  Outputs: Record<string, unknown>
}
const resources = Object.entries(template.Resources)
const functions = resources.filter(([, { Type }]) => Type === 'AWS::Serverless::Function') as [
  string,
  LambdaFunction,
][]
const routesOf = ({ Properties: { Events } }: LambdaFunction): Route[] =>
  Object.values(Events ?? {}).flatMap(({ Type, Properties }) => (Type === 'HttpApi' ? [Properties] : []))
const schedulesOf = ({ Properties: { Events } }: LambdaFunction): Schedule[] =>
  Object.values(Events ?? {}).flatMap(({ Type, Properties }) => (Type === 'ScheduleV2' ? [Properties] : []))

/** The JSON Schema of SAM does not contain its schedules yet. */
function withoutSchedules({ Type, Properties = {} }: Resource): Resource {
  const { Events = {}, ...others } = Properties as Partial<LambdaFunction['Properties']>
  const known = Object.entries(Events).filter(([, event]) => event.Type !== 'ScheduleV2')
  return {
    Type,
    Properties: { ...others, ...(known.length > 0 ? { Events: Object.fromEntries(known) } : {}) },
  }
}

describe('the functions of the template', () => {
  test('are one per handler file of AWS Lambda, at the path to which it is built', () => {
    expect(functions.map(([, { Properties }]) => [Properties.Handler, Properties.CodeUri]).sort()).toEqual(
      HANDLER_FILES.map((file) => file.replace(/\.ts$/, '')).map((name) => [
        `${name}.handler`,
        name.replace('functions/', 'dist/'),
      ]),
    )
  })

  test('have the routes of the local server except the metrics, HEAD for every GET, and a default route', () => {
    const found = functions
      .flatMap(([, each]) => routesOf(each))
      .map(({ Method, Path }) => `${Method} ${Path}`)
    const wanted = routes
      .filter(({ path }) => path !== '/metrics')
      .flatMap(({ method, path }) =>
        method === 'GET' ? [`GET ${path}`, `HEAD ${path}`] : [`${method} ${path}`],
      )
    expect(found.sort()).toEqual([...wanted, 'ANY $default'].sort())
  })

  test('answer each operation with the handler of its id', () => {
    const found = functions.flatMap(([, each]) =>
      routesOf(each).map(({ Method, Path }) => [`${Method} ${Path}`, each.Properties.Handler] as const),
    )
    const handlerOf = new Map(found)
    for (const { id, method, path } of Object.values(operations) as Operation[]) {
      expect(handlerOf.get(`${method} ${path}`)).toMatch(new RegExp(`^functions/\\w+/${id}\\.handler$`))
    }
  })

  test('have the timeouts of the local server', () => {
    for (const [, each] of functions) {
      for (const { Path: path } of routesOf(each)) {
        const seconds = each.Properties.Timeout ?? template.Globals.Function.Timeout
        expect({ path, seconds }).toEqual({ path, seconds: deadlineOf(path) / 1_000 })
      }
    }
  })

  test('run each scheduled source and each backup at the times of the local server', () => {
    const found = functions.flatMap(([, each]) =>
      schedulesOf(each).map((schedule) => ({ handler: each.Properties.Handler, ...schedule })),
    )
    const times = (handler: string, aws: string, input: object) => ({
      handler: `functions/${handler}.handler`,
      ScheduleExpression: aws,
      ScheduleExpressionTimezone: 'America/Santiago',
      Input: JSON.stringify(input),
    })
    expect(found).toMatchObject([
      ...Object.entries(DEFAULT_SCHEDULES).map(([source, { aws }]) =>
        times(`sync/${source}`, aws, { trigger: 'schedule' }),
      ),
      ...Object.entries(BACKUP_SCHEDULES).map(([kind, { aws }]) => times('admin/backup', aws, { kind })),
    ])
  })

  test('with PORTAL_URL also have SHEETS_URL, because a run of the portal waits for the first sheet', () => {
    const whoKnow = (setting: string): string[] =>
      functions
        .filter(([, { Properties }]) => setting in Properties.Environment.Variables)
        .map(([name]) => name)
    expect(whoKnow('PORTAL_URL')).toContain('PortalSync')
    expect(whoKnow('SHEETS_URL')).toEqual(expect.arrayContaining(whoKnow('PORTAL_URL')))
  })

  test('have only known settings and options of Node', () => {
    const own = ['NODE_EXTRA_CA_CERTS']
    const given = [template.Globals.Function, ...functions.map(([, { Properties }]) => Properties)].flatMap(
      ({ Environment }) => Object.keys(Environment.Variables),
    )
    const known = [...Object.keys(configSchema.properties), ...own]
    expect(given.filter((name) => !known.includes(name))).toEqual([])
  })
})

describe('the template', () => {
  let specification: Specification
  beforeAll(async () => {
    specification = await load()
  })

  test.each(resources)('has a valid %s', (_, each) => {
    expect(mistakesOf(specification, withoutSchedules(each))).toEqual([])
  })

  test('has valid schedules without names, because a second stack would use the same names', () => {
    for (const { OmitName, ...schedule } of functions.flatMap(([, each]) => schedulesOf(each))) {
      expect(OmitName).toBe(true) // a property of SAM
      expect(mistakesOfPart(specification, 'AWS::Scheduler::Schedule', ['Target'], schedule)).toEqual([])
    }
  })

  test.each([
    ['an unknown property', { Type: 'AWS::EC2::VPC', Properties: { Cidr: '10.0.0.0/8' } }],
    ['a missing property', { Type: 'AWS::RDS::DBProxy', Properties: {} }],
    [
      'a string instead of a list',
      { Type: 'AWS::RDS::DBSubnetGroup', Properties: { SubnetIds: 'a', DBSubnetGroupDescription: 'b' } },
    ],
    ['an unknown value', { Type: 'AWS::Logs::LogGroup', Properties: { RetentionInDays: 31 } }],
    [
      'a nested mistake',
      { Type: 'AWS::RDS::DBCluster', Properties: { ServerlessV2ScalingConfiguration: { Min: 1 } } },
    ],
    [
      'a mistake in a branch',
      { Type: 'AWS::SNS::Topic', Properties: { Subscription: { 'Fn::If': ['A', [{ To: 'me' }], []] } } },
    ],
  ])('is rejected with %s', (_, wrong) => {
    expect(mistakesOf(specification, wrong)).not.toEqual([])
  })

  test('refers to existing resources and attributes', () => {
    const parameters = Object.keys(template.Parameters)
    for (const { to, attribute } of references([template.Resources, template.Outputs])) {
      if (attribute === undefined) {
        expect([
          ...parameters,
          ...Object.keys(template.Resources),
          'AWS::Region',
          'AWS::StackName',
          'AWS::NoValue',
        ]).toContain(to)
      } else {
        const { attributes } = resource(specification, template.Resources[to]?.Type ?? '')
        expect({ to, attributes: Object.keys(attributes) }).toEqual({
          to,
          attributes: expect.arrayContaining([attribute]),
        })
      }
    }
  })

  test('uses every parameter and every condition, and no others', () => {
    const text = JSON.stringify([template.Resources, template.Conditions, template.Globals])
    const used = new Set(
      references([template.Resources, template.Conditions, template.Globals]).map(({ to }) => to),
    )
    expect(Object.keys(template.Parameters).filter((name) => !used.has(name))).toEqual([])
    const asked = [...text.matchAll(/"Fn::If":\["(?<name>\w+)"/g)].map(({ groups }) => groups?.name)
    expect([...new Set(asked)].sort()).toEqual(Object.keys(template.Conditions).sort())
  })
})

describe('permissions', () => {
  const roles = resources.filter(([, { Type }]) => Type === 'AWS::IAM::Role') as [string, Role][]
  const policiesOf = ({
    Properties: { ManagedPolicyArns = [], Policies = [] },
  }: Role): Policy['Properties'][] => [
    ...ManagedPolicyArns.map(({ Ref }) => (template.Resources[Ref] as Policy).Properties),
    ...Policies,
  ]
  const all = roles.flatMap(([role, each]) =>
    policiesOf(each).flatMap(({ PolicyDocument }) =>
      PolicyDocument.Statement.map((statement) => ({ role, ...statement })),
    ),
  )
  const statements = all.filter(({ Effect }) => Effect === 'Allow')
  const actionsOf = ({ Action }: Statement): string[] => [Action].flat()

  test('are those that each function needs, and no others', () => {
    const granted = Object.fromEntries(
      roles.map(([role]) => [role, statements.filter((each) => each.role === role).flatMap(actionsOf)]),
    )
    const everyFunction = [
      'logs:CreateLogStream',
      'logs:PutLogEvents',
      'ec2:CreateNetworkInterface',
      'ec2:DescribeNetworkInterfaces',
      'ec2:DescribeSubnets',
      'ec2:DeleteNetworkInterface',
      'ec2:AssignPrivateIpAddresses',
      'ec2:UnassignPrivateIpAddresses',
    ]
    const bucket = [
      's3:PutObject',
      's3:GetObject',
      's3:DeleteObject',
      's3:AbortMultipartUpload',
      's3:ListBucket',
    ]
    expect(granted).toEqual({
      ApiRole: everyFunction,
      JobRole: everyFunction,
      BackupRole: [...everyFunction, ...bucket],
      ProxyRole: ['secretsmanager:GetSecretValue'],
    })
  })

  test('name their resources, except network interfaces, which do not exist yet', () => {
    for (const statement of statements.filter(({ Resource }) => JSON.stringify(Resource).includes('"*"'))) {
      expect(actionsOf(statement).every((action) => action.startsWith('ec2:'))).toBe(true)
    }
    expect(statements.flatMap(actionsOf).filter((action) => action.includes('*'))).toEqual([])
  })

  test('to change the network are denied to the code of the functions: only Lambda itself uses them', () => {
    const isOfNetwork = (action: string): boolean => action.startsWith('ec2:')
    const allowed = statements.filter((each) => actionsOf(each).some(isOfNetwork)).map(({ role }) => role)
    const denied = all.filter(({ Effect }) => Effect === 'Deny')
    expect(denied.map(({ role }) => role)).toEqual(allowed)
    for (const { Action, Resource, Condition } of denied) {
      expect({ Action, Resource, Condition }).toEqual({
        Action: 'ec2:*',
        Resource: '*',
        Condition: { ArnLike: { 'lambda:SourceFunctionArn': 'arn:*:lambda:*:*:function:*' } },
      })
    }
  })

  const secretsOf = ({ Properties }: LambdaFunction): string[] =>
    references(Properties.Environment.Variables)
      .map(({ to }) => to)
      .filter((name) => name.endsWith('Secret'))

  test('let functions that answer requests reach the database only through the proxy, with the login of the API', () => {
    const answering = functions.filter(([, each]) => routesOf(each).length > 0)
    expect(answering.length).toBeGreaterThan(0)
    for (const [name, each] of answering) {
      expect({
        name,
        secrets: secretsOf(each),
        isOwner: 'DATABASE_URL' in each.Properties.Environment.Variables,
        role: each.Properties.Role,
        groups: each.Properties.VpcConfig.SecurityGroupIds,
      }).toEqual({
        name,
        secrets: ['ApiSecret'],
        isOwner: false,
        role: { 'Fn::GetAtt': 'ApiRole.Arn' },
        groups: [{ Ref: 'ApiSecurityGroup' }],
      })
    }
  })

  test('let functions that read sources write only the corpus, and three functions act as the owner', () => {
    const secrets = Object.fromEntries(
      functions
        .filter(([, each]) => routesOf(each).length === 0)
        .map(([name, each]) => [name, secretsOf(each)]),
    )
    expect(secrets).toEqual({
      SheetsSync: ['IngestSecret'],
      BulletinSync: ['IngestSecret'],
      PortalSync: ['IngestSecret'],
      Backup: ['OwnerSecret'],
      Migrate: ['OwnerSecret', 'ApiSecret', 'IngestSecret'], // creates both logins
      Keys: ['OwnerSecret'],
    })
    for (const [name, { Properties }] of functions) {
      const urls = Object.keys(Properties.Environment.Variables).filter((each) =>
        /^DATABASE_(INGEST_)?URL$/.test(each),
      )
      const wanted = { OwnerSecret: 'DATABASE_URL', IngestSecret: 'DATABASE_INGEST_URL' } as const
      const given = (secrets[name] ?? []).flatMap((each) => wanted[each as keyof typeof wanted] ?? [])
      expect({ name, urls }).toEqual({ name, urls: given })
    }
  })

  test('block traffic from outside: every ingress rule names a group, and database and backups are not public', () => {
    const ways = resources.filter(([, { Type }]) => Type === 'AWS::EC2::SecurityGroupIngress')
    expect(
      ways.map(([, { Properties }]) =>
        Object.keys(Properties ?? {}).filter((name) => /Cidr|PrefixList/.test(name)),
      ),
    ).toEqual(ways.map(() => []))
    const groups = resources.filter(([, { Type }]) => Type === 'AWS::EC2::SecurityGroup')
    expect(groups.filter(([, { Properties }]) => Properties?.SecurityGroupIngress !== undefined)).toEqual([])
    expect(template.Resources.Writer?.Properties?.PubliclyAccessible).toBe(false)
    expect(template.Resources.Backups?.Properties?.PublicAccessBlockConfiguration).toEqual({
      BlockPublicAcls: true,
      BlockPublicPolicy: true,
      IgnorePublicAcls: true,
      RestrictPublicBuckets: true,
    })
  })

  test('the template contains no secret', () => {
    const text = JSON.stringify(template.Resources)
    const inAddresses = [...text.matchAll(/postgres:\/\/\w+:(?<password>[^@]+)@/g)].map(
      ({ groups }) => groups?.password,
    )
    expect(inAddresses.length).toBeGreaterThan(0)
    expect(
      inAddresses.every((password) =>
        /^\{\{resolve:secretsmanager:\$\{\w+\}:SecretString:password\}\}$/.test(password ?? ''),
      ),
    ).toBe(true)
  })

  test('every alarm has an action, and every kind of failure an alarm', () => {
    const alarms = resources.filter(([, { Type }]) => Type === 'AWS::CloudWatch::Alarm')
    expect(alarms.map(([, { Properties }]) => Properties?.AlarmActions)).toEqual(
      alarms.map(() => [{ Ref: 'Alarms' }]),
    )
    const watched = alarms
      .flatMap(([, { Properties }]) => references(Properties?.Dimensions))
      .map(({ to }) => to)
    const scheduled = functions.filter(([, each]) => schedulesOf(each).length > 0).map(([name]) => name)
    expect(watched).toEqual(expect.arrayContaining([...scheduled, 'Api', 'Cluster', 'Proxy']))
  })

  test('data outlives the stack: the database as a snapshot, the backups in their bucket', () => {
    const kept = Object.fromEntries(
      resources.flatMap(([name, each]) => {
        const { DeletionPolicy } = each as { DeletionPolicy?: string }
        return DeletionPolicy ? [[name, DeletionPolicy]] : []
      }),
    )
    expect(kept).toEqual({ Cluster: 'Snapshot', Backups: 'RetainExceptOnCreate' })
  })
})

const place = (name: string): string => `\${${name}}`

test('intrinsic functions of the template are parsed', () => {
  expect(functionOf({ Ref: 'Api' })).toEqual({ name: 'Ref', of: 'Api' })
  expect(
    references({ a: { 'Fn::Sub': `x ${place('A.B.C')} ${place('D')}` }, b: [{ 'Fn::GetAtt': 'E.F' }] }),
  ).toEqual([{ to: 'A', attribute: 'B.C' }, { to: 'D' }, { to: 'E', attribute: 'F' }])
})
