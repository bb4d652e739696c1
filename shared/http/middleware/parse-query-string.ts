import { validationError } from '../../platform/errors.ts'

/**
 * Parses a raw query string into its parameters. The parameters that a gateway parses are not used, because it joins
 * repeated ones with commas: here a comma is a comma, `+` is a space, and a repeated parameter is a mistake.
 *
 * @throws validation_error for a repeated parameter and for bytes that are not UTF-8
 */
export function parseQueryString(rawQueryString: string): Record<string, string> {
  const parameters: Record<string, string> = Object.create(null)
  for (const pair of rawQueryString.split('&')) {
    if (pair === '') {
      continue
    }
    const [rawName = '', ...rest] = pair.split('=')
    const name = decode(rawName, 'query')
    if (name in parameters) {
      throw validationError([{ field: name, reason: 'is given more than once' }])
    }
    parameters[name] = decode(rest.join('='), name)
  }
  return parameters
}

function decode(text: string, field: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    throw validationError([{ field, reason: 'holds a percent sequence that is not UTF-8' }])
  }
}
