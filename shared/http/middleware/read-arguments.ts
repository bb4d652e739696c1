import type { InputSchema } from '../../../schemas/operations.ts'
import { validationError } from '../../platform/errors.ts'
import { validator } from '../../platform/validation.ts'
import type { ToolMiddleware } from './tool-call.ts'

/** Checks the arguments of a tool; every mistake is told in one `validation_error`. */
export function readArguments(schema: InputSchema): ToolMiddleware {
  const validate = validator(schema)
  return {
    before: async ({ event }) => {
      const input = withoutNulls(schema, event.arguments)
      const details = validate(input)
      if (details.length > 0) {
        throw validationError(details)
      }
      event.input = input
    },
  }
}

/** Models write null for what they leave out (docs/decisions.md#mcp). An argument that nobody knows stays, to be told. */
const withoutNulls = (
  { properties }: InputSchema,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(given).filter(([name, value]) => value !== null || !Object.hasOwn(properties, name)),
  )
