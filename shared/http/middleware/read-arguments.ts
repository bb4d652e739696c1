import type { InputSchema } from '../../../schemas/operations.ts'
import { validationError } from '../../platform/errors.ts'
import { withLists } from '../../platform/several-values.ts'
import { validator } from '../../platform/validation.ts'
import { coerceArguments } from './coerce-arguments.ts'
import type { ToolMiddleware } from './tool-call.ts'

/** Coerces and validates the arguments of a tool. One `validation_error` reports every mistake. */
export function readArguments(schema: InputSchema): ToolMiddleware {
  const validate = validator(withLists(schema))
  return {
    before: async ({ event }) => {
      const { input, notes } = coerceArguments(schema, event.arguments)
      const details = validate(input)
      if (details.length > 0) {
        throw validationError(details)
      }
      event.input = input
      event.notes = notes
    },
  }
}
