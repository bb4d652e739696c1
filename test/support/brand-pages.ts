import { expect } from 'vitest'
import { brandPage } from '../../schemas/brand.ts'
import { errorEnvelope } from '../../schemas/error.ts'
import { validator } from '../../shared/platform/validation.ts'
import { type Answer, ask } from './service.ts'

/** Returns the schema violations of a page. */
export const pageProblems = validator(brandPage)
/** Returns the schema violations of an error envelope. */
export const envelopeProblems = validator(errorEnvelope)

/** The service and the key of a test file; both are known once its tests begin. */
type Client = () => { service: { address: string }; key: string }

/** Returns functions that send `GET /v1/brands` and expect a page or an error as in the contract. */
export function brandPages(client: Client) {
  const get = (query: string): Promise<Answer> => {
    const { service, key } = client()
    return ask(service, query === '' ? '/v1/brands' : `/v1/brands?${query}`, { key })
  }
  return {
    get,
    /** Expects a page that is valid by its schema. */
    async getPage(query: string): Promise<Answer> {
      const answer = await get(query)
      expect({ query, status: answer.status, problems: pageProblems(answer.body) }).toEqual({
        query,
        status: 200,
        problems: [],
      })
      return answer
    },
    /** Expects an error envelope whose details name these fields. */
    async expectRefusal(query: string, ...fields: string[]): Promise<Answer> {
      const answer = await get(query)
      expect({ query, status: answer.status, code: answer.body.error?.code }).toEqual({
        query,
        status: 400,
        code: 'validation_error',
      })
      expect(envelopeProblems(answer.body)).toEqual([])
      expect(answer.body.error.details.map(({ field }: { field: string }) => field)).toEqual(fields)
      return answer
    },
  }
}

/** Returns the application numbers of a page, in its order. */
export const numbersOf = ({ body }: Answer): string[] =>
  body.items.map(({ nroSolicitud }: { nroSolicitud: string }) => nroSolicitud)
