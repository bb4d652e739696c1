import { countRequest, countToolCall } from '../../insights/metrics/call-metrics.ts'
import { toApiError } from '../../platform/errors.ts'
import type { HttpMiddleware } from './http.ts'
import { isWarmUp, type Middleware } from './middleware.ts'
import type { ToolMiddleware } from './tool-call.ts'

/** Counts requests and their durations. */
export const countRequests = (operation: string): HttpMiddleware =>
  counting(({ response }, seconds) => countRequest(operation, response?.statusCode ?? 500, seconds))

/** Counts tool calls and their durations; an error counts under the status that REST would send. */
export const countToolCalls = (tool: string): ToolMiddleware =>
  counting(({ error }, seconds) => countToolCall(tool, error ? toApiError(error).status : 200, seconds))

type Request<Event, Result> = Parameters<NonNullable<Middleware<Event, Result>['after']>>[0]

function counting<Event, Result>(
  count: (request: Request<Event, Result>, seconds: number) => void,
): Middleware<Event, Result> {
  const counted = async (request: Request<Event, Result>): Promise<void> => {
    if (isWarmUp(request.context)) return
    count(request, (performance.now() - request.internal.startedAt) / 1_000)
  }
  return { after: counted, onError: counted }
}
