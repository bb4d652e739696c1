import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import type { Call, Middleware } from './middleware.ts'

/** A request in API Gateway's payload format 2.0. */
export type HttpEvent = APIGatewayProxyEventV2 &
  Call & {
    /** True if a trusted proxy reported the client address. Otherwise, the event has the address of the connection. */
    isClientAddressTrusted?: boolean
  }

/** A response in payload format 2.0, except that the body may be bytes. `toGatewayResult` encodes the bytes for API Gateway. */
export type HttpResult = Omit<APIGatewayProxyStructuredResultV2, 'body' | 'isBase64Encoded'> & {
  body?: string | Buffer
}

export type HttpMiddleware = Middleware<HttpEvent, HttpResult>

/** Returns a JSON response. No cache may store the response, except if `headers` contain another `cache-control`. */
export const jsonResult = (
  statusCode: number,
  body: unknown,
  headers: Record<string, string> = {},
): HttpResult => ({
  statusCode,
  headers: { 'content-type': 'application/json; charset=utf-8', 'cache-control': 'no-store', ...headers },
  body: JSON.stringify(body),
})
