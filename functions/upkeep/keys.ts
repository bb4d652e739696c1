import { type KeyOrder, keyOrder } from '../../schemas/upkeep.ts'
import { carryOut } from '../../shared/access/carry-out.ts'
import { upkeep } from '../../shared/handlers/upkeep.ts'
import { config } from '../../shared/platform/config.ts'

export const handler = upkeep(keyOrder, (database, order: KeyOrder, requestId) =>
  carryOut(database, order, `invocation ${requestId}`, config()),
)
