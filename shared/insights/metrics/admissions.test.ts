import fc from 'fast-check'
import { expect, test } from 'vitest'
import { anyCharacter } from '../../../test/support/any-character.ts'
import { metricValue, parseMetrics, seriesOf } from '../../../test/support/metrics-text.ts'
import { countAdmission, invalidCalls, MAX_CONSUMERS, renderAdmissions } from './admissions.ts'

const read = () => parseMetrics(renderAdmissions())
const granted = (consumer: string): string =>
  `trademark_admissions_total{consumer="${consumer}",verdict="granted"}`

test('verdicts are counted by consumer, and calls without a valid key separately', () => {
  for (const verdict of ['granted', 'granted', 'rate_limited']) {
    countAdmission({ verdict, consumer: 'acme' })
  }
  countAdmission({ verdict: 'unauthorized' })
  expect(metricValue(read(), granted('acme'))).toBe(2)
  expect(metricValue(read(), granted('acme').replace('granted', 'rate_limited'))).toBe(1)
  expect(seriesOf(read())).toHaveLength(2)
  expect(invalidCalls()).toBe(1)
})

test('each consumer has its own series, with its name escaped', () => {
  const name = fc.oneof(
    fc.string({ unit: anyCharacter }),
    fc.string({ unit: fc.constantFrom('\\', '"', '\n', 'n', '}') }),
  )
  fc.assert(
    fc.property(name, (consumer) => {
      const before = read().get('trademark_admissions_total')?.series ?? new Map<string, number>()
      countAdmission({ verdict: 'granted', consumer })
      const after = read().get('trademark_admissions_total')?.series ?? new Map<string, number>()
      const grown = [...after].filter(([series, calls]) => calls !== (before.get(series) ?? 0))
      expect(grown).toHaveLength(1)
      expect(unescaped(grown[0]?.[0] ?? '')).toBe(granted(consumer))
    }),
  )
})

const unescaped = (text: string): string =>
  text.replaceAll(/\\(.)/g, (_, character: string) => (character === 'n' ? '\n' : character))

test('consumers above the maximum share one series', () => {
  for (let place = 0; place < MAX_CONSUMERS + 50; place++) {
    countAdmission({ verdict: 'granted', consumer: `consumer ${place}` })
  }
  const series = seriesOf(read())
  expect(new Set(series.map((each) => each.replace(/",verdict.*/, ''))).size).toBe(MAX_CONSUMERS + 1)
  expect(metricValue(read(), granted('(others)'))).toBeGreaterThanOrEqual(50)
  countAdmission({ verdict: 'granted', consumer: 'consumer 0' }) // a consumer that was counted before keeps its series
  expect(metricValue(read(), granted('consumer 0'))).toBe(2)
})
