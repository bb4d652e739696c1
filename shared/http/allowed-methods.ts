import type { Operation } from '../../schemas/operations.ts'

/** The methods that a path answers to, as `Allow` names them (RFC 9110, 10.2.1); none for an unknown path. */
export function allowedMethods(
  operations: readonly Pick<Operation, 'method' | 'path'>[],
  path: string,
): string[] {
  const methods = operations
    .filter((operation) => matches(operation.path, path))
    .flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  return [...new Set(methods)]
}

/** Whether a path has the form of a template, segment by segment: `{name}` stands for one that is not empty. */
function matches(template: string, path: string): boolean {
  const wanted = template.split('/')
  const given = path.split('/')
  return (
    wanted.length === given.length &&
    wanted.every((part, place) => (part.startsWith('{') ? given[place] !== '' : part === given[place]))
  )
}
