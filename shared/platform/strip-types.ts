import { stripTypeScriptTypes } from 'node:module'

/**
 * Converts TypeScript to JavaScript in the same way as Node does for the files of this service: spaces replace types, so that
 * lines and columns stay the same. Suppresses Node's warning that the feature is experimental, which would break the JSON log.
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
