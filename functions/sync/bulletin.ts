import { syncJob } from '../../shared/jobs/sync-job.ts'
import { syncBulletin } from '../../shared/sync/sources/bulletin/sync-bulletin.ts'

export const handler = syncJob('bulletin', syncBulletin)
