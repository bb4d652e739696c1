import type { CollectionTag, ScalarTag } from 'yaml'

/** CloudFormation's short forms of its functions, as the long ones: `!Ref Api` is `{ Ref: 'Api' }`. */
export const tags: (ScalarTag | CollectionTag)[] = [
  ...['Ref', 'Condition'].map((name) => scalar(name, name)),
  ...['GetAtt', 'Sub', 'GetAZs'].map((name) => scalar(name, `Fn::${name}`)),
  ...['If', 'Not', 'And', 'Equals', 'Select'].map(
    (name): CollectionTag => ({
      tag: `!${name}`,
      collection: 'seq',
      resolve: (items) => ({ [`Fn::${name}`]: (items as unknown as { toJSON(): unknown }).toJSON() }),
    }),
  ),
]

function scalar(short: string, long: string): ScalarTag {
  return { tag: `!${short}`, resolve: (value: string) => ({ [long]: value }) }
}

/** The one function that a value is; undefined where it is a value. */
export function functionOf(value: unknown): { name: string; of: unknown } | undefined {
  const [entry, ...others] =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
  return entry && others.length === 0 && /^(Ref|Condition|Fn::\w+)$/.test(entry[0])
    ? { name: entry[0], of: entry[1] }
    : undefined
}

/** A place that a value of the template is taken from: a resource or a parameter, and an attribute of it. */
export interface Reference {
  to: string
  attribute?: string
}

/** All that a part of the template refers to. */
export function references(value: unknown): Reference[] {
  const called = functionOf(value)
  if (called?.name === 'Ref') {
    return [{ to: String(called.of) }]
  }
  if (called?.name === 'Fn::GetAtt') {
    return [reference(String(called.of))]
  }
  if (called?.name === 'Fn::Sub') {
    return [...String(called.of).matchAll(/\$\{(?<place>[\w.:]+)\}/g)].map(({ groups }) =>
      reference(groups?.place ?? ''),
    )
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(references) : []
}

function reference(place: string): Reference {
  const [to = '', ...attribute] = place.split('.')
  return attribute.length > 0 ? { to, attribute: attribute.join('.') } : { to }
}
