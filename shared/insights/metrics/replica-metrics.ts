import { LEFT_OUT, OUTCOMES, type Replica } from '../../db/replica/replica.ts'
import { counter, gauge, type Metric } from './metric.ts'

/** Returns the metrics of the replica. */
export function replicaMetrics({ status, outcomes }: Pick<Replica, 'status' | 'outcomes'>): Metric[] {
  const { leftOut, lagMs } = status()
  return [
    gauge('trademark_replica_in_use', '1 if reads of the corpus go to the replica, else 0.', [
      Number(leftOut === undefined),
    ]),
    gauge(
      'trademark_replica_left_out',
      '1 for the reason why the replica is not in use, 0 for all others.',
      ...LEFT_OUT.map((reason) => [Number(reason === leftOut), { reason }] as const),
    ),
    gauge('trademark_replica_lag_seconds', 'Lag of the replica behind the primary.', [
      lagMs === undefined ? null : lagMs / 1_000,
    ]),
    counter(
      'trademark_replica_reads_total',
      'Reads of the corpus, by outcome: answered by the replica, or the reason why the primary answered.',
      ...OUTCOMES.map((outcome) => [outcomes[outcome], { outcome }] as const),
    ),
  ]
}
