import { validationError } from '../../platform/errors.ts'

/**
 * Parses a raw query string into its parameters. The parameters that API Gateway has parsed are not used, because it joins the
 * values of any repeated parameter with commas. This function joins only the values of lists, and rejects any other repeated
 * parameter. It decodes `+` as a space.
 *
 * @param lists the names of the parameters that are lists
 * @throws validation_error for another repeated parameter and for bytes that are not UTF-8
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
