import type { Database } from '../../shared/db/database.ts'
import { type FoundStatement, findStatements } from './find-statements.ts'
import { type Course, isPlanned, judge, judgeCommand, ofPresentIndex, type Verdict } from './judge.ts'
import type { Kind } from './kinds.ts'
import { readPlan } from './read-plan.ts'
import type { Facts } from './read-schema.ts'

export interface Judged extends Verdict {
  readonly statement: FoundStatement
}

const COURSES: readonly Course[] = ['coordinator', 'one shard', 'all shards', 'in steps']

/** Judges every statement of the service; one that is sent for several tables by the hardest of them. */
export async function judgeAll(database: Database, facts: Facts): Promise<Judged[]> {
  const judged: Judged[] = []
  for (const statement of findStatements()) {
    const verdicts: Verdict[] = []
    for (const text of statement.sent) {
      verdicts.push(await judgeOne(database, text, facts))
    }
    judged.push({ statement, ...together(verdicts) })
  }
  return judged
}

async function judgeOne(database: Database, text: string, facts: Facts): Promise<Verdict> {
  if (!isPlanned(text)) return judgeCommand(text, facts)
  const plan = await readPlan(database, ofPresentIndex(text))
  return judge(text, plan, facts)
}

function together(verdicts: readonly Verdict[]): Verdict {
  const changes: Kind[] = [...new Set(verdicts.flatMap((verdict) => verdict.changes))]
  const tables = [...new Set(verdicts.flatMap((verdict) => verdict.tables))].sort()
  const hardest = Math.max(...verdicts.map(({ course }) => COURSES.indexOf(course)))
  return { course: COURSES[hardest] ?? 'coordinator', tables, changes }
}
