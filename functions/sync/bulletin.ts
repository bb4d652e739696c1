import { job } from '../../shared/handlers/job.ts'
import { syncBulletin } from '../../shared/sync/bulletin/sync-bulletin.ts'

export const handler = job('bulletin', syncBulletin)
