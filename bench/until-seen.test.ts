import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { untilSeen } from './until-seen.ts'

/** Says yes at the look of that number. */
function lookAt(number: number) {
  const looks = { count: 0 }
  const isThere = async () => {
    looks.count += 1
    return looks.count === number
  }
  return { looks, isThere }
}

test('work that goes on is waited for, and not looked at again once its result could be seen', async () => {
  const { looks, isThere } = lookAt(3)
  const { promise, resolve } = Promise.withResolvers<string>()
  const seeing = untilSeen(
    () => promise,
    async () => {
      const there = await isThere()
      if (there) setImmediate(resolve, 'done')
      return there
    },
  )
  expect(await seeing).toEqual({ result: 'done', seconds: expect.any(Number) })
  expect(looks.count).toBe(3)
})

test('what comes while nobody looks, as the work ends, is seen by one more look', async () => {
  const { looks, isThere } = lookAt(2)
  const { promise, resolve } = Promise.withResolvers<string>()
  const seeing = untilSeen(
    () => promise,
    async () => {
      const there = await isThere()
      resolve('done')
      await turn() // the work has ended before this look is over
      return there
    },
  )
  expect(await seeing).toMatchObject({ result: 'done' })
  expect(looks.count).toBe(2)
})

test('what is not there when the work has ended proves nothing', async () => {
  const seeing = untilSeen(
    async () => 'done',
    async () => false,
  )
  await expect(seeing).rejects.toThrow('A run has ended, and what it was to bring cannot be seen.')
})

test('work that fails is told with its own reason', async () => {
  const seeing = untilSeen(
    async () => {
      throw new Error('no database')
    },
    async () => false,
  )
  await expect(seeing).rejects.toThrow('no database')
})
