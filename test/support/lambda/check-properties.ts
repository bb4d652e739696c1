import { loadAwsServiceSpec } from '@aws-cdk/aws-service-spec'
import { functionOf } from './intrinsic-functions.ts'

/** The specification of the resource types of AWS. */
export type Specification = Awaited<ReturnType<typeof loadAwsServiceSpec>>
type Properties = ReturnType<typeof propertiesOf>
type PropertyType = Properties[string]['type']

export const load = loadAwsServiceSpec

/** Returns the properties of a type of resource. @throws Error if there is none */
const propertiesOf = (specification: Specification, type: string) =>
  specification.lookup('resource', 'cloudFormationType', 'equals', type).only().properties

/** The resource types that SAM types generate. SAM also accepts their properties, but does not list them. */
const BECOMES: Readonly<Record<string, string>> = {
  'AWS::Serverless::Function': 'AWS::Lambda::Function',
  'AWS::Serverless::HttpApi': 'AWS::ApiGatewayV2::Stage',
}

/** Properties that the JSON Schema of SAM requires, although they are optional by the reference of SAM. */
const OPTIONAL: ReadonlySet<string> = new Set(['EventInvokeConfig.DestinationConfig.OnSuccess'])

/** Returns the mistakes in the properties of a resource, each as `path: why`. */
export function mistakesOf(
  specification: Specification,
  { Type, Properties = {} }: { Type: string; Properties?: object },
): string[] {
  const own = propertiesOf(specification, Type)
  const known = BECOMES[Type] ? { ...optional(propertiesOf(specification, BECOMES[Type])), ...own } : own
  return ofObject(specification, known, Properties, '')
}

/** Returns the mistakes in the properties of a schedule of SAM, which also has the properties of its target. */
export function mistakesOfSchedule(specification: Specification, value: object): string[] {
  const known = propertiesOf(specification, 'AWS::Scheduler::Schedule')
  const ofTarget = definition(specification, known.Target?.type)
  return ofObject(specification, optional({ ...known, ...ofTarget }), value, '')
}

const optional = (known: Properties): Properties =>
  Object.fromEntries(Object.entries(known).map(([name, of]) => [name, { ...of, required: false }]))

const definition = (specification: Specification, type: PropertyType | undefined): Properties =>
  type?.type === 'ref' ? specification.get('typeDefinition', type.reference.$ref).properties : {}

function ofObject(specification: Specification, known: Properties, value: object, path: string): string[] {
  const missing = Object.keys(known)
    .filter((name) => known[name]?.required && !(name in value) && !OPTIONAL.has(`${path}${name}`))
    .map((name) => `${path}${name}: is missing`)
  const wrong = Object.entries(value).flatMap(([name, each]) => {
    const property = known[name]
    return property
      ? ofValue(specification, property.type, each, `${path}${name}`)
      : [`${path}${name}: is not known`]
  })
  return [...missing, ...wrong]
}

/** The JavaScript types of each primitive type; CloudFormation also accepts a number as a string. */
const PRIMITIVES: Readonly<Record<string, readonly string[]>> = {
  string: ['string', 'number'],
  integer: ['number'],
  number: ['number'],
  boolean: ['boolean'],
}

function ofValue(specification: Specification, type: PropertyType, value: unknown, path: string): string[] {
  const called = functionOf(value)
  if (called) {
    return called.name === 'Fn::If' && Array.isArray(called.of)
      ? called.of.slice(1).flatMap((branch) => ofValue(specification, type, branch, path))
      : []
  }
  const primitive = PRIMITIVES[type.type]
  if (primitive) {
    const allowed = (type as { allowedValues?: readonly unknown[] }).allowedValues
    return primitive.includes(typeof value) && (!allowed || allowed.includes(value))
      ? []
      : [`${path}: ${JSON.stringify(value)} is no ${type.type}${allowed ? ` of ${allowed.join(', ')}` : ''}`]
  }
  if (['map', 'ref'].includes(type.type) && typeof value !== 'object') {
    return [`${path}: is no object`]
  }
  switch (type.type) {
    case 'array':
      return Array.isArray(value)
        ? value.flatMap((each, at) => ofValue(specification, type.element, each, `${path}[${at}]`))
        : [`${path}: is no list`]
    case 'map':
      return Object.entries(value as object).flatMap(([name, each]) =>
        ofValue(specification, type.element, each, `${path}.${name}`),
      )
    case 'ref':
      return ofObject(specification, definition(specification, type), value as object, `${path}.`)
    case 'union': {
      const tries = type.types.map((each) => ofValue(specification, each, value, path))
      return tries.some((mistakes) => mistakes.length === 0) ? [] : (tries.at(-1) ?? [])
    }
    default:
      return [] // documents in other formats, such as policies
  }
}
