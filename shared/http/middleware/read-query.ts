import { validationError } from '../../platform/errors.ts'

/**
 * The parameters of a raw query string. It is read here and not taken from the gateway's own reading, which joins
 * repeated parameters with commas: here a comma is a comma, `+` is a space, and a repeated one is a mistake.
 */
export function readQuery(rawQueryString: string): Record<string, string> {
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
