import { operations } from '../../schemas/operations.ts'
import { endpoint } from '../../shared/http/endpoint.ts'
import { listSyncRuns } from '../../shared/insights/sync-runs.ts'

export const handler = endpoint(operations.listSyncRuns, listSyncRuns)
