import { expect } from 'vitest'
import { type Connection, refusalOf } from './mcp-clients.ts'
import { ask } from './service.ts'

/** The same request over REST and as a tool call. */
export interface Question {
  readonly path: string
  readonly call: readonly [tool: string, args: Record<string, unknown>]
}

/** Returns requests that cost one unit each, whatever the answer; tools refund the monthly unit of an invalid request. */
export const questionsAbout = (nroSolicitud: string) =>
  ({
    'a mark': { path: `/v1/brands/${nroSolicitud}`, call: ['get_brand_detail', { nroSolicitud }] },
    'an unknown number': { path: '/v1/brands/1', call: ['get_brand_detail', { nroSolicitud: '1' }] },
    'a page': { path: '/v1/brands?limit=1', call: ['search_brands', { limit: 1 }] },
    'a mistake': { path: '/v1/brands?limit=0', call: ['search_brands', { limit: 0 }] },
  }) as const satisfies Record<string, Question>

/** A way to send requests that are charged to a key. */
export interface WayToSpend {
  readonly name: string
  /** The error code of a refusal; undefined for a response, even an empty one. */
  ask(question: Question): Promise<string | undefined>
}

export const overRest = (service: { address: string }, key: string): WayToSpend => ({
  name: 'REST',
  ask: async ({ path }) => {
    const { status, body } = await ask(service, path, { key })
    return status === 404 ? undefined : body.error?.code
  },
})

/**
 * Sends requests as tool calls. Expects that only exceeded limits over HTTP are reported by the status, and all else in a
 * result. Returns `refunded_mistake` for an invalid request, because its monthly unit is refunded.
 */
export const byTools = (name: string, connection: Connection): WayToSpend => ({
  name,
  ask: async ({ call: [tool, args] }) => {
    const refusal = await refusalOf(connection.callTool(tool, args))
    const isLimit = ['rate_limited', 'quota_exceeded'].includes(refusal?.error.code ?? '')
    expect(refusal?.reportedBy ?? 'result').toBe(isLimit && name.endsWith('HTTP') ? 429 : 'result')
    return refusal?.error.code === 'validation_error' ? 'refunded_mistake' : refusal?.error.code
  },
})
