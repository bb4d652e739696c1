import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { inBatches } from './in-batches.ts'

/** Returns a function that runs in batches, the batches that have begun, and a function that ends the first of these. */
function batches(options: { size: number; inFlight: number }) {
  const begun: (readonly number[])[] = []
  const ends: (() => void)[] = []
  const ask = inBatches((inputs: readonly number[]) => {
    begun.push(inputs)
    return new Promise<number[]>((resolve) => ends.push(() => resolve(inputs.map((input) => -input))))
  }, options)
  return { begun, ask, endFirst: () => ends.shift()?.() }
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

describe('calls', () => {
  test('of one turn of the event loop form one batch, which returns the output of each call', async () => {
    const { begun, ask, endFirst } = batches({ size: 10, inFlight: 1 })
    const found = [1, 2, 3].map(ask)
    await turn()
    endFirst()
    expect(await Promise.all(found)).toEqual([-1, -2, -3])
    expect(begun).toEqual([[1, 2, 3]])
  })

  test('that arrive while as many batches as allowed are in flight join the next one, up to its size', async () => {
    const { begun, ask, endFirst } = batches({ size: 2, inFlight: 1 })
    const found = [1, 2, 3].map(ask)
    await turn()
    found.push(...[4, 5].map(ask))
    await turn()
    expect(begun).toEqual([[1, 2]])
    for (let batch = 0; batch < 3; batch++) {
      endFirst()
      await turn()
    }
    expect(begun).toEqual([[1, 2], [3, 4], [5]])
    expect(await Promise.all(found)).toEqual([-1, -2, -3, -4, -5])
  })
})

describe('a batch that fails', () => {
  const failing = (error: Error) => {
    const begun: (readonly number[])[] = []
    const ask = inBatches(
      async (inputs: readonly number[]) => {
        begun.push(inputs)
        if (inputs.includes(2)) throw error
        return inputs
      },
      { size: 10, inFlight: 1 },
    )
    return { begun, settled: () => Promise.allSettled([1, 2, 3].map(ask)) }
  }

  test('because of its statement is repeated separately for each call', async () => {
    const error = Object.assign(new pg.DatabaseError('no', 1, 'error'), { code: '23514' })
    const { begun, settled } = failing(error)
    expect((await settled()).map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(begun).toEqual([[1, 2, 3], [1], [2], [3]])
  })

  test.each([
    ['a lost connection', new Error('Connection terminated unexpectedly')],
    ['a shutdown of the server', Object.assign(new pg.DatabaseError('no', 1, 'error'), { code: '57P01' })],
  ])('because of %s is not repeated, since its outcome is unknown', async (_, error) => {
    const { begun, settled } = failing(error)
    expect((await settled()).map(({ status }) => status)).toEqual(Array(3).fill('rejected'))
    expect(begun).toEqual([[1, 2, 3]])
  })
})
