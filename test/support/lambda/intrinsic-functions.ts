import type { CollectionTag, ScalarTag } from 'yaml'

/** Tags that parse the short forms of CloudFormation functions as the long ones: `!Ref Api` becomes `{ Ref: 'Api' }`. */
export const tags: (ScalarTag | CollectionTag)[] = [
  { tag: '!Ref', resolve: (value: string) => ({ Ref: value }) },
  { tag: '!Sub', resolve: (value: string) => ({ 'Fn::Sub': value }) },
  ...['If', 'Not', 'Equals'].map(
    (name): CollectionTag => ({
      tag: `!${name}`,
      collection: 'seq',
      resolve: (items) => ({ [`Fn::${name}`]: (items as unknown as { toJSON(): unknown }).toJSON() }),
    }),
  ),
]

/** Returns the intrinsic function that a value calls; undefined for other values. */
export function functionOf(value: unknown): { name: string; of: unknown } | undefined {
  const [entry, ...others] =
    typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.entries(value) : []
  return entry && others.length === 0 && /^(Ref|Fn::\w+)$/.test(entry[0])
    ? { name: entry[0], of: entry[1] }
    : undefined
}

/** Returns the names of all resources and parameters to which a part of the template refers. */
export function references(value: unknown): string[] {
  const called = functionOf(value)
  if (called?.name === 'Ref') {
    return [String(called.of)]
  }
  if (called?.name === 'Fn::Sub') {
    return [...String(called.of).matchAll(/\$\{(?<name>[^}]+)\}/g)].map(({ groups }) => groups?.name ?? '')
  }
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(references) : []
}
