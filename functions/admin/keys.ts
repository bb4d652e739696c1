import { type KeyOrder, keyOrder } from '../../schemas/admin.ts'
import { adminJob } from '../../shared/jobs/admin-job.ts'
import { carryOut } from '../../shared/keys/carry-out.ts'
import { config } from '../../shared/platform/config.ts'

export const handler = adminJob(keyOrder, (database, order: KeyOrder, requestId) =>
  carryOut(database, order, `invocation ${requestId}`, config()),
)
