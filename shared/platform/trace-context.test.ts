import { expect, test } from 'vitest'
import { traceIdOf } from './trace-context.ts'

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736'
const PARENT = '00f067aa0ba902b7'

test.each([
  `00-${TRACE}-${PARENT}-01`,
  `00-${TRACE}-${PARENT}-00`,
  `cc-${TRACE}-${PARENT}-01`, // a later version
  `cc-${TRACE}-${PARENT}-01-more`,
])('the trace ID of %s is read', (value) => {
  expect(traceIdOf(value)).toBe(TRACE)
})

test.each([
  undefined,
  7,
  '',
  TRACE,
  `00-${TRACE}-${PARENT}`,
  `00-${TRACE.toUpperCase()}-${PARENT}-01`,
  `00-${TRACE}-${PARENT}-01-more`,
  `00-${TRACE}-${PARENT}-01 `,
  `00-${TRACE}-${PARENT}-1`,
  `00-${'0'.repeat(32)}-${PARENT}-01`,
  `00-${TRACE}-${'0'.repeat(16)}-01`,
  `ff-${TRACE}-${PARENT}-01`,
  `cc-${TRACE}-${PARENT}-01.more`,
  `00-${TRACE}-${PARENT}-01, 00-${TRACE}-${PARENT}-01`, // sent twice
])('%p is ignored', (value) => {
  expect(traceIdOf(value)).toBeUndefined()
})
