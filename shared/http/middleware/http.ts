import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import type { Call, Middleware } from './middleware.ts'

/** A request, as API Gateway's payload format 2.0 has it. */
export type HttpEvent = APIGatewayProxyEventV2 & Call & Passed

interface Passed {
  /** Whether a trusted proxy told the client's address; otherwise it is that of the connection. */
  isClientTold?: boolean
}

/** An answer in the same format. */
export type HttpResult = APIGatewayProxyStructuredResultV2

export type HttpMiddleware = Middleware<HttpEvent, HttpResult>

/** A JSON answer that no cache may keep. */
export const jsonResult = (
  statusCode: number,
  body: unknown,
  headers: Record<string, string> = {},
): HttpResult => ({
  statusCode,
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
  body: JSON.stringify(body),
})
