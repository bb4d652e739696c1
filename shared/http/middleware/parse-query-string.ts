import { validationError } from '../../platform/errors.ts'

/**
 * Parses a raw query string, and decodes `+` as a space. Joins the values of a repeated list parameter with commas.
 *
 * Does not use the parameters that API Gateway has parsed. API Gateway joins the values of every repeated parameter, and
 * so hides the repetition of a parameter that is not a list.
 *
 * @param lists the names of the parameters that are lists
 * @throws validation_error for a repeated parameter that is not a list, and for bytes that are not UTF-8
 */
export function parseQueryString(
  rawQueryString: string,
  lists: readonly string[] = [],
): Record<string, string> {
  const parameters: Record<string, string> = Object.create(null)
  for (const pair of rawQueryString.split('&')) {
    if (pair === '') {
      continue
    }
    const [rawName = '', ...rest] = pair.split('=')
    const name = decode(rawName, 'query')
    const text = decode(rest.join('='), name)
    if (name in parameters && !lists.includes(name)) {
      throw validationError([{ field: name, reason: 'is given more than once' }])
    }
    parameters[name] = name in parameters ? `${parameters[name]},${text}` : text
  }
  return parameters
}

function decode(text: string, field: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw validationError([{ field, reason: 'contains a percent sequence that is not UTF-8' }])
  }
}
