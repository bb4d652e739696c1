import { type KeyOrder, keyOrder } from '../../schemas/admin.ts'
import { adminJob } from '../../shared/jobs/admin-job.ts'
import { executeKeyOrder } from '../../shared/keys/execute-order.ts'
import { config } from '../../shared/platform/config.ts'

export const handler = adminJob(keyOrder, (database, order: KeyOrder, requestId) =>
  executeKeyOrder(database, order, `invocation ${requestId}`, config()),
)
