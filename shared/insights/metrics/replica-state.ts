import { LEFT_OUT, OUTCOMES, type Replica } from '../../db/replica/replica.ts'
import { counter, gauge, type Told } from './told.ts'

/** Whether the replica is read from, or why not, and what became of the reads. */
export function replicaState({ standing, outcomes }: Pick<Replica, 'standing' | 'outcomes'>): Told[] {
  const { leftOut, lagMs } = standing()
  return [
    gauge(
      'trademark_replica_in_use',
      '1 where reads of the corpus go to the replica, 0 where it is left out.',
      [Number(leftOut === undefined)],
    ),
    gauge(
      'trademark_replica_left_out',
      '1 for the reason why the replica is left out, 0 for every other one.',
      ...LEFT_OUT.map((reason) => [Number(reason === leftOut), { reason }] as const),
    ),
    gauge('trademark_replica_lag_seconds', 'How far the replica lies behind the primary.', [
      lagMs === undefined ? null : lagMs / 1_000,
    ]),
    counter(
      'trademark_replica_reads_total',
      'Reads of the corpus, by what became of them: answered by the replica, or why by the primary.',
      ...OUTCOMES.map((outcome) => [outcomes[outcome], { outcome }] as const),
    ),
  ]
}
