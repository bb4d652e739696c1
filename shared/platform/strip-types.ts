import { stripTypeScriptTypes } from 'node:module'

/**
 * TypeScript as JavaScript, as Node itself makes it of every file of this service: of types nothing is left but blanks,
 * so that lines and columns are those of the source. Node tells once that it may yet change how it does this, which is
 * no news for operators, whose log has one JSON object a line.
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
