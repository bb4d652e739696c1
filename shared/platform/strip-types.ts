import { stripTypeScriptTypes } from 'node:module'

/**
 * Converts TypeScript to JavaScript as Node does. Spaces replace types, so that lines and columns stay the same. Suppresses the
 * warning of an experimental feature, because the warning would break the JSON log.
 */
export function stripTypes(source: string): string {
  const { emitWarning } = process
  process.emitWarning = () => {}
  try {
    return stripTypeScriptTypes(source)
  } finally {
    process.emitWarning = emitWarning
  }
}
