import type { InputSchema } from '../../../schemas/operations.ts'
import { validationError } from '../../platform/errors.ts'
import { inLists, withLists } from '../../platform/several-values.ts'
import { validator } from '../../platform/validation.ts'
import type { ToolMiddleware } from './tool-call.ts'

/** Validates the arguments of a tool. One `validation_error` reports every mistake. */
export function readArguments(schema: InputSchema): ToolMiddleware {
  const validate = validator(withLists(schema))
  return {
    before: async ({ event }) => {
      const input = inLists(schema, withoutNulls(schema, event.arguments))
      const details = validate(input)
      if (details.length > 0) {
        throw validationError(details)
      }
      event.input = input
    },
  }
}

/** Drops null, which models write for what they leave out (docs/decisions.md#mcp); unknown arguments stay and are refused. */
const withoutNulls = (
  { properties }: InputSchema,
  given: Readonly<Record<string, unknown>>,
): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(given).filter(([name, value]) => value !== null || !Object.hasOwn(properties, name)),
  )
