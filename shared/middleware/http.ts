import type { MiddlewareObj } from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda'
import type { Charge } from '../access/admit.ts'

/** A request, as API Gateway's payload format 2.0 has it; `input` is there once it was read and found valid. */
export type HttpEvent = APIGatewayProxyEventV2 & { input?: unknown }

/** An answer in the same format. */
export type HttpResult = APIGatewayProxyStructuredResultV2

/** What the middlewares of one request tell each other. */
export interface RequestState {
  requestId: string
  startedAt: number
  /** Public id of the key that the request came with, once it is known. */
  keyId?: string
  /** The unit that the request was charged. */
  charge?: Charge
  [key: string]: unknown
}

export type HttpMiddleware = MiddlewareObj<HttpEvent, HttpResult, Error, Context, RequestState>

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
