import { expect } from '@jest/globals'
import { type Connection, refusalOf } from './mcp-clients.ts'
import { ask } from './service.ts'

/** The same question over REST and to the tools. */
export interface Question {
  readonly path: string
  readonly call: readonly [tool: string, args: Record<string, unknown>]
}

/** Questions that cost a unit each, whatever is answered; a tool gives the unit of the month of a mistake back. */
export const questionsAbout = (nroSolicitud: string) =>
  ({
    'a mark': { path: `/v1/brands/${nroSolicitud}`, call: ['get_brand_detail', { nroSolicitud }] },
    'an unknown number': { path: '/v1/brands/1', call: ['get_brand_detail', { nroSolicitud: '1' }] },
    'a page': { path: '/v1/brands?limit=1', call: ['search_brands', { limit: 1 }] },
    'a mistake': { path: '/v1/brands?limit=0', call: ['search_brands', { limit: 0 }] },
  }) as const satisfies Record<string, Question>

/** One of the ways to spend from a key. */
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
 * Over HTTP the status reports a limit, and a result everything else. A mistake is `refunded_mistake`, because its unit
 * of the month is given back.
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
