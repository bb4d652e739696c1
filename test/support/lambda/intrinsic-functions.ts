import type { CollectionTag, ScalarTag } from 'yaml'

/** Tags that parse the short forms of CloudFormation functions as the long ones: `!Ref Api` becomes `{ Ref: 'Api' }`. */
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

/** Returns the intrinsic function that a value calls; undefined for other values. */
export function functionOf(value: unknown): { name: string; of: unknown } | undefined {
  const [entry, ...others] =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
  return entry && others.length === 0 && /^(Ref|Condition|Fn::\w+)$/.test(entry[0])
    ? { name: entry[0], of: entry[1] }
    : undefined
}

/** A reference of the template: to a resource or a parameter, and to an attribute of it. */
export interface Reference {
  to: string
  attribute?: string
}

/** Returns all references in a part of the template. */
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
